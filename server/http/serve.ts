// The stages between identifying and answering: match → read parameters → load and authorise → act → present. In two steps,
// because a batch checks all its requests before it carries out the first (protocol.md §14).
import { type Context, notesOf } from '../../contract/grammar/schema.ts';
import type { Spelling } from '../../contract/names/spelling.ts';
import type { Actor } from '../access/actor.ts';
import { Refusal } from '../refusal.ts';
import type { WorkScope } from '../workers/work-scope.ts';
import { type Draft, draftOfError, type Report, type Translate } from './answer.ts';
import { describeRoute } from './describe.ts';
import { describeIgnoredBody, ignoredBody, ignoredProperties, listIgnoredProperties } from './ignored-body.ts';
import { readFieldsInTurns } from './parameters/body.ts';
import { planOf } from './parameters/plan.ts';
import {
  lenientParameters,
  type OwnCheck,
  type Read,
  readParameters,
  type Sources,
} from './parameters/read-parameters.ts';
import { allowedMethods, makeSubjects, refusalOf, type Subjects, withCredentialMessage } from './permit.ts';
import { matcher } from './precondition.ts';
import { presentOutcome, wantsLinks } from './present-outcome.ts';
import type { Present } from './presenting.ts';
import { namesOfFields, narrow } from './projection.ts';
import { QueryUse } from './query-use.ts';
import type { HoldBytes } from './request.ts';
import type { Call, CheckMaker } from './room.ts';
import type { BoundEndpoint, Match, RouteTable } from './routes.ts';
import { requireReadable, type Upload } from './upload.ts';

/** What serving is made of. */
export interface ServeParts {
  readonly table: RouteTable;
  /** How the names of the table are spelled. */
  readonly spelling: Spelling;
  /** The REST root's address, without a slash at its end. */
  readonly rest: string;
  /** The present moment in the order of changes. */
  readonly mark: () => number;
  readonly checks: Readonly<Record<string, CheckMaker>>;
  readonly present: Present;
  /** The key that states of items are made with. */
  readonly key: string;
  /** The largest body that is read into memory, and the longest text in it. Bytes; absent: as usual. */
  readonly maxBodyBytes?: number | undefined;
  readonly maxTextBytes?: number | undefined;
  readonly report: Report;
  readonly translate: Translate;
  /** The same actor with the rights it has now; undefined where its credentials hold no longer. */
  readonly renew: (actor: Actor) => Promise<Actor | undefined>;
}

/** Finds what requests are served with at the mount that a call came through; known once all modules are joined. */
export type FindServeParts = (call: Pick<Call, 'spelling'>) => ServeParts;

/** A request by somebody known. */
export interface Way {
  readonly method: string;
  /** Below the REST root, without a slash at its end. */
  readonly path: string;
  readonly query: Readonly<Record<string, unknown>>;
  /** Everything that was sent. Throws Refusal where it cannot be read. */
  readonly read: () => Omit<Sources, 'path'> | Promise<Omit<Sources, 'path'>>;
  /** Receives the files that came with the request, keeping them or not; absent where the body cannot carry any. */
  readonly receive?: (keep: boolean) => Promise<Upload>;
  /** Names in lower case. */
  readonly headers: Readonly<Record<string, string | undefined>>;
  /** The body as it was sent. */
  readonly raw?: Uint8Array;
  /** The sender's address. */
  readonly from: string;
  /** For whom long reads of the request are done, and what they may use. */
  readonly work: WorkScope;
  readonly mark: number;
  /** Nothing that is kept ready counts: it may be behind what another transaction has committed a moment ago. */
  readonly isFresh?: boolean;
  /** As in the request. */
  readonly hold?: HoldBytes;
  /** The response becomes a part of another one, for which it is written in one piece. */
  readonly isInOnePiece?: boolean;
  readonly actor: Actor;
  /** Notes that a stage has ended, for who asks how long each took. */
  readonly ended?: (stage: string) => void;
}

/** A request whose route is known, and whose parameters were checked: they are in the call, or what is wrong with them. */
export interface Checked {
  readonly way: Way;
  readonly match: Match;
  readonly sources: Sources;
  readonly subjects: Subjects;
  readonly call: Call | { readonly error: unknown };
  /** What was received, to be discarded in the end. */
  readonly upload: Upload | undefined;
}

/**
 * Matches a request and checks its parameters. `fits` may refuse an endpoint that was matched.
 *
 * Throws Refusal 404 `rest_no_route`.
 */
export async function check(
  parts: ServeParts,
  way: Way,
  fits: (endpoint: BoundEndpoint) => void = () => {},
): Promise<Checked> {
  const match = parts.table.match(way.method, way.path);
  if (!match) throw new Refusal('rest_no_route', 404, 'No route fits this address and method.');
  const { endpoint, route, path } = match;
  let upload: Upload | undefined;
  const checkOf = (name: string): OwnCheck => {
    const make = parts.checks[name];
    if (!make) throw new Error(`no check is named ${name}`);
    return make({
      actor: way.actor,
      spelling: parts.spelling,
      resource: route.source,
      path: route.nativePath(path),
      ...(upload && { upload }),
    });
  };
  const common = { way, match, subjects: makeSubjects() };
  let sources: Sources = { query: way.query, path };
  try {
    fits(endpoint);
    upload = await receive(way, endpoint, parts.maxBodyBytes);
    const form = upload?.fields === undefined ? {} : { form: await readFieldsInTurns(upload.fields) };
    sources = { ...(await way.read()), ...form, path };
    const read = await readParameters(endpoint.parameters, sources, checkOf, parts.maxTextBytes);
    const plain = callOf(parts, way, match, sources, {
      args: withNativeNames(endpoint, read.args),
      nulls: new Set([...read.nulls].map((name) => endpoint.nativeNames?.get(name) ?? name)),
    });
    const call = upload ? { ...plain, upload } : plain;
    way.ended?.('read');
    return { ...common, sources, call, upload };
  } catch (error) {
    return { ...common, sources, call: { error }, upload };
  }
}

/**
 * Files are kept of those alone who may bring any; of others, and where none are taken, a form is read for its fields
 * (protocol.md §3.2).
 */
async function receive(
  way: Way,
  { declared: { files } }: BoundEndpoint,
  maxBodyBytes: number | undefined,
): Promise<Upload | undefined> {
  if (files !== undefined) return way.receive?.(way.actor.can(files));
  requireReadable(way.headers, maxBodyBytes);
  return way.method === 'POST' ? way.receive?.(false) : undefined;
}

/** Carries out a request that was checked: asks the rule, acts, presents, and tells the methods allowed. Never throws. */
export async function carryOut(parts: ServeParts, checked: Checked): Promise<Draft> {
  const { way, match, sources, subjects, call } = checked;
  let draft: Draft;
  let own: boolean | undefined;
  try {
    if ('error' in call) throw call.error;
    const subject = await subjects.of(match.endpoint.permission, call);
    const denial = match.endpoint.permission.permit(call, subject);
    own = denial === undefined;
    if (denial) throw refusalOf(denial, way.actor);
    draft = await act(parts, way, match.endpoint, call, subject);
  } catch (error) {
    draft = draftOfError(withCredentialMessage(error, way.actor), parts);
  } finally {
    await checked.upload?.discard();
  }
  // A write that was let through may have changed what its own rule said, and what other rules look at.
  if (way.method !== 'GET' && own !== false) {
    subjects.forget();
    own = undefined;
  }
  const read = 'error' in call ? asRead(parts, match.endpoint, sources) : call.args;
  const allow = await allowedMethods(
    match.route,
    subjects,
    (endpoint) => lenientCall(parts, way, match, endpoint, sources, { read, shown: draft.shown }),
    (endpoint) => (endpoint === match.endpoint ? own : undefined),
  );
  if (allow.length > 0) draft.headers.Allow = allow.join(', ');
  draft.route = match.route.declared.path;
  // `_pretty` counts from any source; in the query the edge sees to it (protocol.md §3.3).
  if ('_pretty' in { ...sources.json, ...sources.form }) draft.pretty = true;
  const { xml } = match.endpoint.declared;
  if (xml && sources.query[xml.parameter] === 'xml') draft.xml = xml.root;
  if (personal.has(way) || 'Set-Cookie' in draft.headers) draft.unkept = true;
  const reads = queryUses.get(way)?.reads;
  if (reads) draft.queryReads = reads;
  if (way.method !== 'GET') nameIgnored(draft, checked);
  return draft;
}

/** Names what of the body had no effect: in headers, and in the message of a 400, where it is the likely reason. */
function nameIgnored(draft: Draft, { way, match: { endpoint, path }, sources }: Checked): void {
  const { method, headers, raw } = way;
  const reason = describeIgnoredBody({ method, headers, raw, takesFiles: endpoint.declared.files !== undefined });
  if (reason !== undefined) {
    draft.headers[ignoredBody] = reason;
    const body = draft.body as { message?: unknown } | null | undefined;
    if (draft.status === 400 && typeof body?.message === 'string')
      draft.body = { ...body, message: `${body.message} ${reason}` };
    return;
  }
  const read = readBesides.get(way);
  const known = [endpoint.parameters, path];
  const isRead = (name: string) => known.some((names) => Object.hasOwn(names, name)) || read?.has(name) === true;
  const listed = listIgnoredProperties({ ...sources.form, ...sources.json }, isRead);
  if (listed !== undefined) draft.headers[ignoredProperties] = listed;
}

/** Answers a request by somebody known. Throws Refusal 404 `rest_no_route`. */
export async function serve(parts: ServeParts, way: Way): Promise<Draft> {
  return way.method === 'OPTIONS' ? describe(parts, way) : carryOut(parts, await check(parts, way));
}

/** Does what was allowed, and presents what came of it. */
async function act(parts: ServeParts, way: Way, endpoint: BoundEndpoint, call: Call, subject: unknown): Promise<Draft> {
  way.ended?.('authorise');
  const outcome = await endpoint.operation.run(call, subject);
  way.ended?.('act');
  const { present, key } = parts;
  const { path, query, isInOnePiece = false } = way;
  const sentArgument = sentArgumentOf(endpoint, call);
  const { response } = endpoint.declared;
  const convertValue = response && notesOf(response).convert;
  const showing = { present, key, address: parts.rest + path, query, sentArgument, convertValue, isInOnePiece };
  const draft = await presentOutcome(showing, call, outcome);
  way.ended?.('present');
  return draft;
}

/** Finds a checked parameter by the name it was sent under, with its names as they are sent. */
const sentArgumentOf =
  ({ parameters, nativeNames }: BoundEndpoint, { args }: Call) =>
  (name: string): { readonly value: unknown } | undefined => {
    const native = nativeNames?.get(name) ?? name;
    const schema = parameters[name];
    if (!(native in args)) return undefined;
    return { value: (schema && notesOf(schema).convert?.(args[native])) ?? args[native] };
  };

/** Requests whose headers were looked into: what is answered to them is for nobody else. */
const personal = new WeakSet<Way>();

/** What reads look at of their queries. Responses to writes are shared by nobody. */
const queryUses = new WeakMap<Way, QueryUse>();

function queryUseOf(way: Way, { endpoint }: Match): QueryUse | undefined {
  if (way.method !== 'GET') return undefined;
  const use = queryUses.get(way) ?? new QueryUse(endpoint);
  queryUses.set(way, use);
  return use;
}

/** Undeclared names that writes look for in their bodies. */
const readBesides = new WeakMap<Way, Set<string>>();

function readBesidesOf(way: Way): Set<string> {
  const known = readBesides.get(way) ?? new Set<string>();
  readBesides.set(way, known);
  return known;
}

const nothing = new Uint8Array();

/** Returns parameters by their native names, in their order. */
function withNativeNames({ nativeNames }: BoundEndpoint, args: Record<string, unknown>): Record<string, unknown> {
  if (!nativeNames) return args;
  const native: Record<string, unknown> = Object.create(null);
  for (const [name, value] of Object.entries(args)) native[nativeNames.get(name) ?? name] = value;
  return native;
}

function callOf(parts: ServeParts, way: Way, match: Match, sources: Sources, read: Pick<Read, 'args' | 'nulls'>): Call {
  const use = queryUseOf(way, match);
  const call: Call = {
    actor: way.actor,
    resource: match.route.source,
    spelling: parts.spelling,
    rest: parts.rest,
    method: way.method,
    args: read.args,
    nulls: read.nulls,
    path: match.route.nativePath(match.path),
    from: way.from,
    work: way.work,
    agent: way.headers['user-agent'] ?? '',
    raw: way.raw ?? nothing,
    header: (name) => {
      personal.add(way);
      return way.headers[name];
    },
    mark: way.mark,
    ...(way.isFresh && { isFresh: true }),
    ...(way.hold && { hold: way.hold }),
    query: use?.recording(sources.query) ?? sources.query,
    sent: (native) => {
      const name = parts.spelling.name(native);
      use?.record(name);
      if (!use) readBesidesOf(way).add(name);
      return sources.json?.[name] ?? sources.form?.[name] ?? sources.query[name];
    },
    requireMatch: matcher(way.headers['if-match'], () => presentState(parts, way)),
    renew: () => renewed(parts, match.endpoint, call),
  };
  return call;
}

async function renewed(parts: ServeParts, { permission }: BoundEndpoint, call: Call): Promise<Actor | undefined> {
  const actor = await parts.renew(call.actor);
  if (!actor) return undefined;
  const later = { ...call, actor };
  return permission.permit(later, await permission.load?.(later)) ? undefined : actor;
}

/** The state of what the request's address shows to its sender; undefined where it shows no item. */
async function presentState(parts: ServeParts, way: Way): Promise<string | undefined> {
  const queries: Record<string, string>[] = [{}, { context: 'edit' }];
  for (const query of queries) {
    const plain = { method: 'GET', query, read: () => ({ query }), headers: {} };
    const { state } = await serve(parts, { ...way, ...plain, mark: parts.mark(), isFresh: true });
    if (state !== undefined) return state;
  }
  return undefined;
}

/** A request's parameters as far as the endpoint that was asked for can read them, with its defaults. */
const asRead = (
  { maxTextBytes }: ServeParts,
  endpoint: BoundEndpoint,
  sources: Sources,
): Readonly<Record<string, unknown>> =>
  withNativeNames(endpoint, {
    ...Object.fromEntries(planOf(endpoint.parameters).defaults),
    ...lenientParameters(endpoint.parameters, sources, maxTextBytes),
  });

/** What is known of a request that was carried out: its parameters, and the context its answer is shown in. */
interface Done {
  readonly read: Readonly<Record<string, unknown>>;
  readonly shown: Context | undefined;
}

/**
 * The call as another endpoint of the route would see it: what fits its parameters, no defaults (protocol.md §9.1). Of a
 * request that was carried out they stand as its own endpoint has read them: the entries of a list are not the one entry of a
 * write. What a write has answered counts as asked for in the context in which it is shown.
 */
function lenientCall(
  parts: ServeParts,
  way: Way,
  match: Match,
  endpoint: BoundEndpoint,
  sources: Sources,
  done?: Done,
): Call {
  const isOwn = done !== undefined && endpoint === match.endpoint;
  const given = isOwn
    ? done.read
    : withNativeNames(endpoint, lenientParameters(endpoint.parameters, sources, parts.maxTextBytes));
  const args = Object.fromEntries(
    Object.entries(given).map(([name, value]) => [name, done && name in done.read ? done.read[name] : value]),
  );
  if (done?.shown && 'context' in endpoint.parameters) args.context = done.shown;
  return callOf(parts, way, match, sources, { args, nulls: new Set() });
}

/** Nothing is checked, the item need not exist; an unknown route is an empty answer (protocol.md §13). */
async function describe(parts: ServeParts, way: Way): Promise<Draft> {
  const found = parts.table.find(way.path);
  if (!found) return { status: 200, headers: {}, body: {} };
  const [endpoint] = found.route.endpoints;
  if (!endpoint) throw new Error(`${found.route.declared.path} has no endpoints`);
  const match: Match = { ...found, endpoint };
  const sources: Sources = { query: way.query, path: found.path };
  const allow = await allowedMethods(found.route, makeSubjects(), (each) =>
    lenientCall(parts, way, match, each, sources),
  );
  const { _links, ...entry } = describeRoute(found.route, parts.rest, true);
  const named = namesOfFields(way.query._fields);
  const body = { ...narrow(entry, named), ...(_links && wantsLinks(named) ? { _links } : {}) };
  return {
    status: 200,
    headers: allow.length > 0 ? { Allow: allow.join(', ') } : {},
    body,
    route: found.route.declared.path,
  };
}
