// Runs the stages between identify and respond: match → read parameters → load and authorize → act → present. They form two steps,
// because all requests of a batch are checked before the first is executed (protocol.md §14).
import type { Endpoint } from '../../contract/grammar/route.ts';
import { schemaAnnotationsOf } from '../../contract/grammar/schema.ts';
import { type Actor, isSignedIn } from '../access/actor.ts';
import { ApiError } from '../api-error.ts';
import { allowedAfter, type Executed } from './allow.ts';
import { contentTag } from './cache-tags.ts';
import { type MatchedRequest, makeCall, withNativeNames } from './call.ts';
import {
  describeIgnoredBody,
  ignoredBodyHeader,
  ignoredPropertiesHeader,
  listIgnoredProperties,
} from './ignored-body.ts';
import type { Call } from './module.ts';
import { serveOptions } from './options-request.ts';
import { readFieldsYielding } from './parameters/body.ts';
import { type ParameterCheck, readParameters, type Sources } from './parameters/read-parameters.ts';
import {
  makePermissionTargets,
  type PermissionTargets,
  permissionApiError,
  withCredentialMessage,
} from './permission-checks.ts';
import type { RequestContext, ServeDeps } from './request-context.ts';
import { RequestReads } from './request-reads.ts';
import { errorDraft, type FailedRequest, type ResponseDraft } from './response.ts';
import type { BoundEndpoint, Match, RouteTable } from './routes.ts';
import { requireBodyWithinLimit, type Upload } from './upload.ts';

/** A matched request, with either a call that has validated parameters or the error. */
export interface CheckedRequest {
  readonly matched: MatchedRequest;
  readonly targets: PermissionTargets;
  readonly call: Call | { readonly error: unknown };
  /** The received files, which are discarded at the end. */
  readonly upload: Upload | undefined;
}

/**
 * Matches a request and validates its parameters. `fits` may throw to reject the matched endpoint. Errors of a matched request are returned
 * in `call`.
 *
 * Throws ApiError 404 `rest_no_route`.
 */
async function check(
  deps: ServeDeps,
  context: RequestContext,
  fits: (endpoint: BoundEndpoint) => void = () => {},
): Promise<CheckedRequest> {
  const { head, body, execution } = context;
  const match = deps.table.match(head.method, head.path);
  if (!match) throw new ApiError('rest_no_route', 404, 'No route matches this URL and method.');
  const { endpoint, path } = match;
  const targets = makePermissionTargets();
  const reads = new RequestReads(head.method, endpoint);
  const matchedWith = (sources: Sources): MatchedRequest => ({
    ...{ deps, context, match, sources, reads },
    currentState: () => currentState(deps, context, endpoint, path),
  });
  let upload: Upload | undefined;
  let matched = matchedWith({ query: head.query, path });
  try {
    fits(endpoint);
    upload = await receive(context, endpoint, deps.bodies.maxBodyBytes);
    const form = upload?.fields === undefined ? {} : { form: await readFieldsYielding(upload.fields) };
    const sources = { ...(await body.read()), ...form, path };
    matched = matchedWith(sources);
    const read = await readParameters(
      endpoint.parameters,
      sources,
      makeFindCheck(deps.table, context.actor, match, upload),
      deps.bodies.maxTextBytes,
    );
    const baseCall = makeCall(matched, {
      args: withNativeNames(endpoint, read.args),
      nulls: new Set([...read.nulls].map((name) => endpoint.nativeNames?.get(name) ?? name)),
    });
    const call = upload ? { ...baseCall, upload } : baseCall;
    execution.ended?.('read');
    return { matched, targets, call, upload };
  } catch (error) {
    return { matched, targets, call: { error }, upload };
  }
}

/** Returns a function that creates the custom checks which declarations of parameters name. */
const makeFindCheck =
  ({ checks, spelling }: RouteTable, actor: Actor, { route, path }: Match, upload: Upload | undefined) =>
  (name: string): ParameterCheck => {
    const make = checks[name];
    if (!make) throw new Error(`no module declares the check ${name}`);
    return make({ actor, spelling, resource: route.source, path: route.nativePath(path), ...(upload && { upload }) });
  };

/**
 * Receives the files of a request. They are stored only if the endpoint accepts files and the caller may upload them; otherwise only
 * the fields of a form are read (protocol.md §3.2).
 */
async function receive(
  { head, body, actor }: RequestContext,
  { declared: { files } }: BoundEndpoint,
  maxBodyBytes: number | undefined,
): Promise<Upload | undefined> {
  if (files !== undefined) return body.receive?.(actor.can(files));
  requireBodyWithinLimit(head.headers, maxBodyBytes);
  return head.method === 'POST' ? body.receive?.(false) : undefined;
}

/**
 * Executes a checked request: checks the permission, runs the operation, presents the result and adds `Allow`. Its errors become error
 * responses, except unexpected errors while files are discarded.
 */
async function execute(deps: ServeDeps, checked: CheckedRequest): Promise<ResponseDraft> {
  const { matched, targets, call } = checked;
  const { context, match, sources, reads } = matched;
  let draft: ResponseDraft;
  let isOwnAllowed: boolean | undefined;
  try {
    if ('error' in call) throw call.error;
    const target = await targets.of(match.endpoint.permission, call);
    const permissionError = match.endpoint.permission.permit(call, target);
    isOwnAllowed = permissionError === undefined;
    if (permissionError) throw permissionApiError(permissionError, context.actor);
    draft = await runOperation(deps, context, match, call, target);
    draft.tags = responseTags(deps, matched, draft);
  } catch (error) {
    const { errors, table } = deps;
    draft = errorDraft(withCredentialMessage(error, context.actor), errors, table.spelling, failedRequestOf(matched));
  } finally {
    await checked.upload?.discard();
  }
  // A write may have changed the targets of permissions, including the one of its endpoint.
  if (context.head.method !== 'GET' && isOwnAllowed !== false) {
    targets.forget();
    isOwnAllowed = undefined;
  }
  const { presentedContext } = draft;
  await addAllow(draft, matched, {
    ...{ targets, isOwnAllowed, presentedContext },
    call: 'error' in call ? undefined : call,
  });
  draft.route = match.route.declared.path;
  // `_pretty` is accepted from any source; the edge handles it in the query (protocol.md §3.3).
  if ('_pretty' in { ...sources.json, ...sources.form }) draft.pretty = true;
  const { xml } = match.endpoint.declared;
  if (xml && sources.query[xml.parameter] === 'xml') draft.xml = xml.root;
  if (reads.isPrivate || 'Set-Cookie' in draft.headers) draft.uncached = true;
  if (reads.query) draft.queryReads = reads.query.reads;
  else reportIgnoredBody(draft, matched);
  return draft;
}

/** Namespaces whose public data changes only together with an event, so that a CDN is notified. */
const trackedNamespaces: ReadonlySet<string> = new Set(['cms/v2', 'oembed/1.0']);

/**
 * Returns the cache tags of a response; undefined if they are not collected, or if data without events may be part of it, such as that of
 * extensions.
 */
function responseTags(
  { caching: { collectsTags } }: ServeDeps,
  { context, match: { route } }: MatchedRequest,
  { tags }: ResponseDraft,
): readonly string[] | undefined {
  if (!collectsTags || context.head.method !== 'GET' || isSignedIn(context.actor)) return undefined;
  if (route.module.presenter?.cacheTags) return tags ?? [contentTag];
  return trackedNamespaces.has(route.source.namespace) ? [contentTag, ...(tags ?? [])] : undefined;
}

const failedRequestOf = ({ context, match }: MatchedRequest): FailedRequest => ({
  method: context.head.method,
  route: match.route.declared.path,
  id: context.head.id,
});

/** Adds the `Allow` header. The request was executed, so its response is sent without the header if the storage fails now. */
async function addAllow(draft: ResponseDraft, matched: MatchedRequest, executed: Executed): Promise<void> {
  const { errors } = matched.deps;
  try {
    const allow = await allowedAfter(matched, executed);
    if (allow.length > 0) draft.headers.Allow = allow.join(', ');
  } catch (error) {
    const failed = failedRequestOf(matched);
    if (!errors.translate(error)) errors.report(error, failed.id ?? crypto.randomUUID(), failed);
    draft.uncached = true;
  }
}

/**
 * Reports ignored parts of the body in response headers. If the whole body was ignored, the message of a 400 also contains the reason,
 * because it is the probable cause.
 */
function reportIgnoredBody(
  draft: ResponseDraft,
  { context, match: { endpoint, path }, sources, reads }: MatchedRequest,
): void {
  const { method, headers } = context.head;
  const { raw } = context.body;
  const reason = describeIgnoredBody({ method, headers, raw, takesFiles: endpoint.declared.files !== undefined });
  if (reason !== undefined) {
    draft.headers[ignoredBodyHeader] = reason;
    const body = draft.body as { message?: unknown } | null | undefined;
    if (draft.status === 400 && typeof body?.message === 'string')
      draft.body = { ...body, message: `${body.message} ${reason}` };
    return;
  }
  const known = [endpoint.parameters, path];
  const isRead = (name: string) => known.some((names) => Object.hasOwn(names, name)) || reads.hasReadUndeclared(name);
  const listed = listIgnoredProperties({ ...sources.form, ...sources.json }, isRead);
  if (listed !== undefined) draft.headers[ignoredPropertiesHeader] = listed;
}

/** The stages between identify and respond at one mount, for requests that are parts of another request. */
export interface Pipeline {
  /** Matches and checks a request, like `check`. */
  check(context: RequestContext, fits: (endpoint: BoundEndpoint) => void): Promise<CheckedRequest>;
  /** Executes a checked request, like `execute`. */
  execute(checked: CheckedRequest): Promise<ResponseDraft>;
  /** Returns the error response, like `errorDraft`, to a request that was matched or not. */
  errorDraft(error: unknown, matched?: MatchedRequest): ResponseDraft;
  /** Maximum size of a submitted text, in bytes; undefined for the default. */
  readonly maxTextBytes: number | undefined;
  /** Maximum size of a request body that is read into memory, in bytes; undefined for the default. */
  readonly maxBodyBytes: number | undefined;
}

/** Creates the pipeline for parts of requests. */
export const makePipeline = (deps: ServeDeps): Pipeline => ({
  check: (context, fits) => check(deps, context, fits),
  execute: (checked) => execute(deps, checked),
  errorDraft: (error, matched) =>
    errorDraft(error, deps.errors, deps.table.spelling, matched && failedRequestOf(matched)),
  maxTextBytes: deps.bodies.maxTextBytes,
  maxBodyBytes: deps.bodies.maxBodyBytes,
});

/** Serves an identified request. Throws ApiError 404 `rest_no_route`. */
export async function serve(deps: ServeDeps, context: RequestContext): Promise<ResponseDraft> {
  return context.head.method === 'OPTIONS' ? serveOptions(deps, context) : execute(deps, await check(deps, context));
}

/** Runs the operation and presents its outcome. */
async function runOperation(
  deps: ServeDeps,
  context: RequestContext,
  { endpoint, route }: Match,
  call: Call,
  target: unknown,
): Promise<ResponseDraft> {
  const { path, query } = context.head;
  const { ended, isInOnePiece = false } = context.execution;
  ended?.('authorise');
  const outcome = await endpoint.operation.run(call, target);
  ended?.('act');
  const { response } = endpoint.declared;
  const options = {
    address: deps.table.rest + path,
    query,
    sentArgument: makeFindArgument(endpoint, call),
    convertValue: response && schemaAnnotationsOf(response).convert,
    isInOnePiece,
    listTags: route.module.presenter?.cacheTags?.ofList,
  };
  const draft = await deps.presentOutcome(options, call, outcome);
  ended?.('present');
  return draft;
}

/** Returns a function that finds a validated parameter by its submitted name; names in its value use the spelling of the mount. */
const makeFindArgument =
  ({ parameters, nativeNames }: BoundEndpoint, { args }: Call) =>
  (name: string): { readonly value: unknown } | undefined => {
    const native = nativeNames?.get(name) ?? name;
    const schema = parameters[name];
    if (!(native in args)) return undefined;
    return { value: (schema && schemaAnnotationsOf(schema).convert?.(args[native])) ?? args[native] };
  };

/** Returns the path of the item that an endpoint changes. */
function pathOfChangedItem(
  requestPath: string,
  changes: Endpoint['changes'],
  pathParameters: Readonly<Record<string, string>>,
): string {
  if (changes === undefined) return requestPath;
  if (changes === 'parent') return requestPath.replace(/\/[^/]+\/?$/, '');
  return changes.replace(/<(\w+)>/g, (_all, name: string) => pathParameters[name] ?? '');
}

/**
 * Returns the state of the item that the endpoint changes, as it is presented to the caller; undefined if the response to a GET has none.
 */
async function currentState(
  deps: ServeDeps,
  context: RequestContext,
  { declared: { changes } }: BoundEndpoint,
  pathParameters: Readonly<Record<string, string>>,
): Promise<string | undefined> {
  const path = pathOfChangedItem(context.head.path, changes, pathParameters);
  const queries: Record<string, string>[] = [{}, { context: 'edit' }];
  for (const query of queries) {
    const { state } = await serve(deps, {
      head: { ...context.head, method: 'GET', path, query, headers: {} },
      body: { read: () => ({ query }) },
      actor: context.actor,
      execution: { ...context.execution, version: deps.caching.version(), bypassesCache: true },
    });
    if (state !== undefined) return state;
  }
  return undefined;
}
