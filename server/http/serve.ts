// Runs the stages between identify and respond: match → read parameters → load and authorize → act → present. They form two steps,
// because all requests of a batch are checked before the first is executed (protocol.md §14).
import { type Context, schemaAnnotationsOf } from '../../contract/grammar/schema.ts';
import type { Spelling } from '../../contract/names/spelling.ts';
import type { Actor } from '../access/actor.ts';
import { ApiError } from '../api-error.ts';
import type { WorkScope } from '../workers/work-scope.ts';
import { describeRoute } from './describe.ts';
import {
  describeIgnoredBody,
  ignoredBodyHeader,
  ignoredPropertiesHeader,
  listIgnoredProperties,
} from './ignored-body.ts';
import type { Call, ParameterCheckFactory } from './module.ts';
import { readFieldsYielding } from './parameters/body.ts';
import { planOf } from './parameters/plan.ts';
import {
  lenientParameters,
  type ParameterCheck,
  type ParsedParameters,
  readParameters,
  type Sources,
} from './parameters/read-parameters.ts';
import {
  allowedMethods,
  makePermissionTargets,
  type PermissionTargets,
  permissionApiError,
  withCredentialMessage,
} from './permission-checks.ts';
import { createPreconditionCheck } from './precondition.ts';
import { includesLinkFields, presentOutcome } from './present-outcome.ts';
import type { Present } from './presentation.ts';
import { namesOfFields, narrow } from './projection.ts';
import { QueryUse } from './query-use.ts';
import type { ReserveBytes } from './request.ts';
import { errorDraft, type ReportError, type ResponseDraft, type TranslateError } from './response.ts';
import type { BoundEndpoint, Match, RouteTable } from './routes.ts';
import { requireBodyWithinLimit, type Upload } from './upload.ts';

/** Dependencies of serving requests. */
export interface ServeDeps {
  readonly table: RouteTable;
  /** The spelling of the names in the table. */
  readonly spelling: Spelling;
  /** The URL of the REST root, without a trailing slash. */
  readonly rest: string;
  /** Returns the current version of the tracked tables. */
  readonly version: () => number;
  readonly checks: Readonly<Record<string, ParameterCheckFactory>>;
  readonly present: Present;
  /** The secret key for the states of items. */
  readonly key: string;
  /** Maximum size of a buffered body and of a text in it, in bytes; absent for the defaults. */
  readonly maxBodyBytes?: number | undefined;
  readonly maxTextBytes?: number | undefined;
  readonly report: ReportError;
  readonly translate: TranslateError;
  /** Returns the actor with its current capabilities; undefined if its credentials are no longer valid. */
  readonly renew: (actor: Actor) => Promise<Actor | undefined>;
}

/** Returns the dependencies for the mount of a call. Must not be called before all modules are created. */
export type FindServeDeps = (call: Pick<Call, 'spelling'>) => ServeDeps;

/** An identified request. */
export interface RequestContext {
  readonly method: string;
  /** The path below the REST root, without a trailing slash. */
  readonly path: string;
  readonly query: Readonly<Record<string, unknown>>;
  /** Parses body and query. Throws ApiError if one of them is invalid. */
  readonly read: () => Omit<Sources, 'path'> | Promise<Omit<Sources, 'path'>>;
  /** Receives the files of the request, storing or skipping them; absent if the body cannot contain any. */
  readonly receive?: (shouldStore: boolean) => Promise<Upload>;
  /** Request headers; names in lower case. */
  readonly headers: Readonly<Record<string, string | undefined>>;
  /** The raw body. */
  readonly raw?: Uint8Array;
  /** The IP address of the client. */
  readonly from: string;
  /** The ID of the request in the log. */
  readonly id?: string;
  /** The client to which long reads are attributed, and their limits. */
  readonly work: WorkScope;
  readonly version: number;
  /** Whether caches are bypassed, since they may lag behind the commit of another transaction. */
  readonly bypassesCache?: boolean;
  /** Reserves memory for the response, as in the request. */
  readonly reserve?: ReserveBytes;
  /** Whether the response becomes part of another one, so that it must be written as one string. */
  readonly isInOnePiece?: boolean;
  readonly actor: Actor;
  /** Records the end of a stage, if durations were requested. */
  readonly ended?: (stage: string) => void;
}

/** A matched request, with either a call that has validated parameters or the error. */
export interface CheckedRequest {
  readonly context: RequestContext;
  readonly match: Match;
  readonly sources: Sources;
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
export async function check(
  deps: ServeDeps,
  context: RequestContext,
  fits: (endpoint: BoundEndpoint) => void = () => {},
): Promise<CheckedRequest> {
  const match = deps.table.match(context.method, context.path);
  if (!match) throw new ApiError('rest_no_route', 404, 'No route matches this URL and method.');
  const { endpoint, route, path } = match;
  let upload: Upload | undefined;
  const checkOf = (name: string): ParameterCheck => {
    const make = deps.checks[name];
    if (!make) throw new Error(`no module declares the check ${name}`);
    return make({
      actor: context.actor,
      spelling: deps.spelling,
      resource: route.source,
      path: route.nativePath(path),
      ...(upload && { upload }),
    });
  };
  const common = { context, match, targets: makePermissionTargets() };
  let sources: Sources = { query: context.query, path };
  try {
    fits(endpoint);
    upload = await receive(context, endpoint, deps.maxBodyBytes);
    const form = upload?.fields === undefined ? {} : { form: await readFieldsYielding(upload.fields) };
    sources = { ...(await context.read()), ...form, path };
    const read = await readParameters(endpoint.parameters, sources, checkOf, deps.maxTextBytes);
    const baseCall = callOf(deps, context, match, sources, {
      args: withNativeNames(endpoint, read.args),
      nulls: new Set([...read.nulls].map((name) => endpoint.nativeNames?.get(name) ?? name)),
    });
    const call = upload ? { ...baseCall, upload } : baseCall;
    context.ended?.('read');
    return { ...common, sources, call, upload };
  } catch (error) {
    return { ...common, sources, call: { error }, upload };
  }
}

/**
 * Receives the files of a request. They are stored only if the endpoint accepts files and the caller may upload them; otherwise only
 * the fields of a form are read (protocol.md §3.2).
 */
async function receive(
  context: RequestContext,
  { declared: { files } }: BoundEndpoint,
  maxBodyBytes: number | undefined,
): Promise<Upload | undefined> {
  if (files !== undefined) return context.receive?.(context.actor.can(files));
  requireBodyWithinLimit(context.headers, maxBodyBytes);
  return context.method === 'POST' ? context.receive?.(false) : undefined;
}

/**
 * Executes a checked request: checks the permission, runs the operation, presents the result and adds `Allow`. Its errors become error
 * responses, except unexpected errors while files are discarded or `Allow` is computed.
 */
export async function execute(deps: ServeDeps, checked: CheckedRequest): Promise<ResponseDraft> {
  const { context, match, sources, targets, call } = checked;
  let draft: ResponseDraft;
  let isOwnAllowed: boolean | undefined;
  try {
    if ('error' in call) throw call.error;
    const target = await targets.of(match.endpoint.permission, call);
    const permissionError = match.endpoint.permission.permit(call, target);
    isOwnAllowed = permissionError === undefined;
    if (permissionError) throw permissionApiError(permissionError, context.actor);
    draft = await runOperation(deps, context, match.endpoint, call, target);
  } catch (error) {
    draft = errorDraft(withCredentialMessage(error, context.actor), deps, context.id);
  } finally {
    await checked.upload?.discard();
  }
  // A write may have changed the targets of permissions, including the one of its endpoint.
  if (context.method !== 'GET' && isOwnAllowed !== false) {
    targets.forget();
    isOwnAllowed = undefined;
  }
  const read = 'error' in call ? lenientArgs(deps, match.endpoint, sources) : call.args;
  const allow = await allowedMethods(
    match.route,
    targets,
    (endpoint) =>
      lenientCall(deps, context, match, endpoint, sources, { read, presentedContext: draft.presentedContext }),
    (endpoint) => (endpoint === match.endpoint ? isOwnAllowed : undefined),
  );
  if (allow.length > 0) draft.headers.Allow = allow.join(', ');
  draft.route = match.route.declared.path;
  // `_pretty` is accepted from any source; the edge handles it in the query (protocol.md §3.3).
  if ('_pretty' in { ...sources.json, ...sources.form }) draft.pretty = true;
  const { xml } = match.endpoint.declared;
  if (xml && sources.query[xml.parameter] === 'xml') draft.xml = xml.root;
  if (privateRequests.has(context) || 'Set-Cookie' in draft.headers) draft.uncached = true;
  const reads = queryUses.get(context)?.reads;
  if (reads) draft.queryReads = reads;
  if (context.method !== 'GET') reportIgnoredBody(draft, checked);
  return draft;
}

/**
 * Reports ignored parts of the body in response headers. If the whole body was ignored, the message of a 400 also contains the reason,
 * because it is the probable cause.
 */
function reportIgnoredBody(
  draft: ResponseDraft,
  { context, match: { endpoint, path }, sources }: CheckedRequest,
): void {
  const { method, headers, raw } = context;
  const reason = describeIgnoredBody({ method, headers, raw, takesFiles: endpoint.declared.files !== undefined });
  if (reason !== undefined) {
    draft.headers[ignoredBodyHeader] = reason;
    const body = draft.body as { message?: unknown } | null | undefined;
    if (draft.status === 400 && typeof body?.message === 'string')
      draft.body = { ...body, message: `${body.message} ${reason}` };
    return;
  }
  const read = undeclaredReads.get(context);
  const known = [endpoint.parameters, path];
  const isRead = (name: string) => known.some((names) => Object.hasOwn(names, name)) || read?.has(name) === true;
  const listed = listIgnoredProperties({ ...sources.form, ...sources.json }, isRead);
  if (listed !== undefined) draft.headers[ignoredPropertiesHeader] = listed;
}

/** Serves an identified request. Throws ApiError 404 `rest_no_route`. */
export async function serve(deps: ServeDeps, context: RequestContext): Promise<ResponseDraft> {
  return context.method === 'OPTIONS' ? describe(deps, context) : execute(deps, await check(deps, context));
}

/** Runs the operation and presents its outcome. */
async function runOperation(
  deps: ServeDeps,
  context: RequestContext,
  endpoint: BoundEndpoint,
  call: Call,
  target: unknown,
): Promise<ResponseDraft> {
  context.ended?.('authorise');
  const outcome = await endpoint.operation.run(call, target);
  context.ended?.('act');
  const { present, key } = deps;
  const { path, query, isInOnePiece = false } = context;
  const findArgument = makeFindArgument(endpoint, call);
  const { response } = endpoint.declared;
  const convertValue = response && schemaAnnotationsOf(response).convert;
  const outcomeOptions = {
    present,
    key,
    address: deps.rest + path,
    query,
    sentArgument: findArgument,
    convertValue,
    isInOnePiece,
  };
  const draft = await presentOutcome(outcomeOptions, call, outcome);
  context.ended?.('present');
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

/** Requests of which a header was read with `call.header`. Their responses are private to the caller. */
const privateRequests = new WeakSet<RequestContext>();

/** The recorded use of the query, by request. Only reads are recorded, because responses to writes are not cached. */
const queryUses = new WeakMap<RequestContext, QueryUse>();

function queryUseOf(context: RequestContext, { endpoint }: Match): QueryUse | undefined {
  if (context.method !== 'GET') return undefined;
  const use = queryUses.get(context) ?? new QueryUse(endpoint);
  queryUses.set(context, use);
  return use;
}

/** Parameters that were read with `call.submitted` while writes were served. They need not be declared. */
const undeclaredReads = new WeakMap<RequestContext, Set<string>>();

function undeclaredReadsOf(context: RequestContext): Set<string> {
  const known = undeclaredReads.get(context) ?? new Set<string>();
  undeclaredReads.set(context, known);
  return known;
}

const emptyBody = new Uint8Array();

/** Returns parameters keyed by their native names, in the same order. */
function withNativeNames({ nativeNames }: BoundEndpoint, args: Record<string, unknown>): Record<string, unknown> {
  if (!nativeNames) return args;
  const native: Record<string, unknown> = Object.create(null);
  for (const [name, value] of Object.entries(args)) native[nativeNames.get(name) ?? name] = value;
  return native;
}

function callOf(
  deps: ServeDeps,
  context: RequestContext,
  match: Match,
  sources: Sources,
  read: Pick<ParsedParameters, 'args' | 'nulls'>,
): Call {
  const use = queryUseOf(context, match);
  const call: Call = {
    actor: context.actor,
    resource: match.route.source,
    spelling: deps.spelling,
    rest: deps.rest,
    method: context.method,
    args: read.args,
    nulls: read.nulls,
    path: match.route.nativePath(match.path),
    from: context.from,
    work: context.work,
    userAgent: context.headers['user-agent'] ?? '',
    raw: context.raw ?? emptyBody,
    header: (name) => {
      privateRequests.add(context);
      return context.headers[name];
    },
    version: context.version,
    ...(context.bypassesCache && { bypassesCache: true }),
    ...(context.reserve && { reserve: context.reserve }),
    query: use?.recording(sources.query) ?? sources.query,
    submitted: (native) => {
      const name = deps.spelling.name(native);
      use?.record(name);
      if (!use) undeclaredReadsOf(context).add(name);
      return sources.json?.[name] ?? sources.form?.[name] ?? sources.query[name];
    },
    requireMatch: createPreconditionCheck(context.headers['if-match'], () => currentState(deps, context)),
    renew: () => reloadCallActor(deps, match.endpoint, call),
  };
  return call;
}

async function reloadCallActor(deps: ServeDeps, { permission }: BoundEndpoint, call: Call): Promise<Actor | undefined> {
  const actor = await deps.renew(call.actor);
  if (!actor) return undefined;
  const reloadedCall = { ...call, actor };
  return permission.permit(reloadedCall, await permission.load?.(reloadedCall)) ? undefined : actor;
}

/**
 * Returns the state of the item at the URL of the request, as it is presented to the caller; undefined if the response to a GET has none.
 */
async function currentState(deps: ServeDeps, context: RequestContext): Promise<string | undefined> {
  const queries: Record<string, string>[] = [{}, { context: 'edit' }];
  for (const query of queries) {
    const overrides = { method: 'GET', query, read: () => ({ query }), headers: {} };
    const { state } = await serve(deps, { ...context, ...overrides, version: deps.version(), bypassesCache: true });
    if (state !== undefined) return state;
  }
  return undefined;
}

/** Returns the valid parameters of a rejected request, with the defaults of its endpoint. */
const lenientArgs = (
  { maxTextBytes }: ServeDeps,
  endpoint: BoundEndpoint,
  sources: Sources,
): Readonly<Record<string, unknown>> =>
  withNativeNames(endpoint, {
    ...Object.fromEntries(planOf(endpoint.parameters).defaults),
    ...lenientParameters(endpoint.parameters, sources, maxTextBytes),
  });

/**
 * The parameter values of an executed request, and the value of `context` with which its response was presented, if it was not the
 * submitted one.
 */
interface ExecutedRequest {
  readonly read: Readonly<Record<string, unknown>>;
  readonly presentedContext: Context | undefined;
}

/**
 * Returns the call that another endpoint of the route would receive: with the parameters that are valid there, without defaults
 * (protocol.md §9.1). Parameters that the endpoint of an executed request has read keep their values: a list of IDs does not become the
 * single ID of a write. The parameter `context` gets the value with which the response to a write was presented.
 */
function lenientCall(
  deps: ServeDeps,
  context: RequestContext,
  match: Match,
  endpoint: BoundEndpoint,
  sources: Sources,
  executed?: ExecutedRequest,
): Call {
  const isSameEndpoint = executed !== undefined && endpoint === match.endpoint;
  const values = isSameEndpoint
    ? executed.read
    : withNativeNames(endpoint, lenientParameters(endpoint.parameters, sources, deps.maxTextBytes));
  const args = Object.fromEntries(
    Object.entries(values).map(([name, value]) => [
      name,
      executed && name in executed.read ? executed.read[name] : value,
    ]),
  );
  if (executed?.presentedContext && 'context' in endpoint.parameters) args.context = executed.presentedContext;
  return callOf(deps, context, match, sources, { args, nulls: new Set() });
}

/**
 * Serves OPTIONS. Invalid parameters are ignored, the item need not exist, and the body for an unknown route is an empty object
 * (protocol.md §13).
 */
async function describe(deps: ServeDeps, context: RequestContext): Promise<ResponseDraft> {
  const found = deps.table.find(context.path);
  if (!found) return { status: 200, headers: {}, body: {} };
  const [endpoint] = found.route.endpoints;
  if (!endpoint) throw new Error(`${found.route.declared.path} has no endpoints`);
  const match: Match = { ...found, endpoint };
  const sources: Sources = { query: context.query, path: found.path };
  const allow = await allowedMethods(found.route, makePermissionTargets(), (each) =>
    lenientCall(deps, context, match, each, sources),
  );
  const { _links, ...entry } = describeRoute(found.route, deps.rest, true);
  const named = namesOfFields(context.query._fields);
  const body = { ...narrow(entry, named), ...(_links && includesLinkFields(named) ? { _links } : {}) };
  return {
    status: 200,
    headers: allow.length > 0 ? { Allow: allow.join(', ') } : {},
    body,
    route: found.route.declared.path,
  };
}
