// The way of every request, in seven stages: identify → match → read parameters → load and authorise → act → present →
// answer (docs/a-request.md). Nothing here names a resource.
import type { Context } from '../../contract/grammar/schema.ts';
import type { Actor } from '../access/actor.ts';
import { Refusal } from '../refusal.ts';
import { type Draft, draftOfError, finish, type Manner, type Report, type Translate } from './answer.ts';
import { describeRoute } from './describe.ts';
import { etagOf, jsonOf, listOf, type Piece, piecesOf, textOf, Written, withMember } from './json-text.ts';
import { pagingHeaders } from './paging.ts';
import { readBody } from './parameters/body.ts';
import { parseQuery } from './parameters/query-string.ts';
import {
  lenientParameters,
  type OwnCheck,
  type Read,
  readParameters,
  type Sources,
} from './parameters/read-parameters.ts';
import { allowedMethods, makeSubjects, refusalOf, type Subjects } from './permit.ts';
import { matcher } from './precondition.ts';
import { embedWish, type LinkWish, type Present } from './presenting.ts';
import { namesOfFields, narrow } from './projection.ts';
import type { Answer, Request } from './request.ts';
import type { Call, CheckMaker, Outcome } from './room.ts';
import type { BoundEndpoint, Match, RouteTable } from './routes.ts';

/** Who sent a request. */
export interface Identified {
  readonly actor: Actor;
  /** Credentials were sent and fit nobody (contract/README.md, decision 16). */
  readonly credentialRefused: boolean;
}

export interface PipelineParts {
  readonly table: RouteTable;
  /** The REST root's address, without a slash at its end. */
  readonly rest: string;
  /** The present moment in the order of changes. */
  readonly mark: () => number;
  readonly identify: (request: Request) => Promise<Identified>;
  readonly checks: Readonly<Record<string, CheckMaker>>;
  readonly present: Present;
  readonly report: Report;
  readonly translate: Translate;
}

/** Answers a request; never throws. */
export type Dispatch = (request: Request) => Promise<Answer>;

/** Joins the stages. */
export function makeDispatch(parts: PipelineParts): Dispatch {
  return async (request) => {
    const query = readQuery(request.query);
    const { method, overridden } = methodOf(request, query);
    const mark = parts.mark();
    let manner: Manner = {
      actor: nobody,
      envelope: '_envelope' in query,
      head: method === 'HEAD',
      overridden,
      credentialRefused: false,
    };
    let draft: Draft;
    try {
      const identified = await parts.identify(request);
      manner = { ...manner, ...identified };
      const path = request.path.replace(/(.)\/+$/, '$1');
      draft = await answerTo({ parts, request, method, path, query, mark, actor: identified.actor });
    } catch (error) {
      draft = draftOfError(error, parts);
    }
    return finish(draft, manner, parts.rest);
  };
}

const nobody: Actor = { id: 0, login: '', roles: [], credential: { kind: 'none' }, can: () => false };

/** One request between identifying and answering. */
interface Way {
  readonly parts: PipelineParts;
  readonly request: Request;
  readonly method: string;
  readonly path: string;
  readonly query: Readonly<Record<string, unknown>>;
  readonly mark: number;
  readonly actor: Actor;
}

function readQuery(text: string): Readonly<Record<string, unknown>> {
  try {
    return parseQuery(text);
  } catch {
    // Too many or too deep: the request is refused when its parameters are read; what disguises it is not looked at.
    return {};
  }
}

/** `_method` in the query goes before the header (protocol.md §8.2). */
function methodOf(request: Request, query: Readonly<Record<string, unknown>>): { method: string; overridden: boolean } {
  const asked = query._method ?? request.headers['x-http-method-override'];
  const method = typeof asked === 'string' && asked !== '' ? asked.toUpperCase() : request.method;
  return { method, overridden: method !== request.method };
}

async function answerTo(way: Way): Promise<Draft> {
  if (way.method === 'OPTIONS') return answerToOptions(way);
  const match = way.parts.table.match(way.method, way.path);
  if (!match) throw new Refusal('rest_no_route', 404, 'No route fits this address and method.');
  const subjects = makeSubjects();
  const read: { sources: Sources } = { sources: { query: way.query, path: match.path } };
  let draft: Draft;
  try {
    read.sources = {
      ...read.sources,
      ...readBody(way.method, way.request.headers['content-type'], way.request.body),
      query: parseQuery(way.request.query),
    };
    draft = await serve(way, match, read.sources, subjects);
  } catch (error) {
    draft = draftOfError(error, way.parts);
  }
  if (way.method !== 'GET' && way.method !== 'HEAD') subjects.forget();
  const allow = await allowedMethods(match.route, subjects, (endpoint) =>
    lenientCall(way, match, endpoint, read.sources, draft.shown),
  );
  if (allow.length > 0) draft.headers.Allow = allow.join(', ');
  return draft;
}

/** Reads parameters, asks the rule, acts, presents. */
async function serve(way: Way, match: Match, sources: Sources, subjects: Subjects): Promise<Draft> {
  const { parts, actor } = way;
  const { endpoint, route } = match;
  const checkOf = (name: string): OwnCheck => {
    const make = parts.checks[name];
    if (!make) throw new Error(`no check is named ${name}`);
    return make({ actor, resource: route.resource, path: match.path });
  };
  const call = callOf(way, match, sources, await readParameters(endpoint.parameters, sources, checkOf));
  const subject = await subjects.of(endpoint.permission, call);
  const denial = endpoint.permission.permit(call, subject);
  if (denial) throw refusalOf(denial, actor);
  const outcome = await endpoint.operation.run(call, subject);
  return presentOutcome(way, call, outcome, namesOfFields(call.sent('_fields')));
}

function callOf(way: Way, match: Match, sources: Sources, read: Pick<Read, 'args' | 'nulls'>): Call {
  return {
    actor: way.actor,
    resource: match.route.resource,
    args: read.args,
    nulls: read.nulls,
    path: match.path,
    from: way.request.from,
    mark: way.mark,
    query: sources.query,
    sent: (name) => sources.json?.[name] ?? sources.form?.[name] ?? sources.query[name],
    requireMatch: matcher(way.request.headers['if-match'], () => presentTags(way)),
  };
}

/** The validators of what a plain GET of the request's address answers to its sender, with and without raw fields. */
async function presentTags(way: Way): Promise<string[]> {
  const contexts: Record<string, unknown>[] = [{}, { context: 'edit' }];
  const drafts = contexts.map(async (query) => {
    const text = new URLSearchParams(query as Record<string, string>).toString();
    const { body } = await answerTo({
      ...way,
      request: { ...way.request, method: 'GET', query: text, headers: {}, body: new Uint8Array() },
      method: 'GET',
      query,
      mark: way.parts.mark(),
    });
    return etagOf(piecesOf(jsonOf(body)));
  });
  return Promise.all(drafts);
}

/**
 * The call as another endpoint of the route would see it: what fits its parameters, no defaults (protocol.md §9.1). What a
 * write has answered counts as asked for in the context in which it is shown.
 */
function lenientCall(way: Way, match: Match, endpoint: BoundEndpoint, sources: Sources, shown?: Context): Call {
  const given = lenientParameters(endpoint.parameters, sources);
  const args = shown && 'context' in endpoint.parameters ? { ...given, context: shown } : given;
  return callOf(way, match, sources, { args, nulls: new Set() });
}

async function presentOutcome(
  way: Way,
  call: Call,
  outcome: Outcome,
  named: readonly string[] | undefined,
): Promise<Draft> {
  switch (outcome.kind) {
    case 'record':
      return presentRecord(way, call, outcome, named);
    case 'list':
      return presentList(way, call, outcome, named);
    case 'deleted':
      return presentDeleted(way, call, outcome, named);
    case 'value': {
      const value = narrow(outcome.value, named);
      return {
        status: 200,
        headers: {},
        body:
          outcome.links && (outcome.alwaysLinked || wantsLinks(named)) ? { ...value, _links: outcome.links } : value,
      };
    }
  }
}

const contextOf = (call: Call): Context => (call.args.context as Context | undefined) ?? 'view';

/** On a single item any mention of links brings them all (protocol.md §6). */
const wantsLinks = (named: readonly string[] | undefined): boolean =>
  named === undefined || named.some((name) => name === '_links' || name.startsWith('_links.') || name === '_embedded');

async function presentRecord(
  { parts, query }: Way,
  call: Call,
  outcome: Outcome & { kind: 'record' },
  named: readonly string[] | undefined,
): Promise<Draft> {
  const context = outcome.context ?? contextOf(call);
  const wanted = wantsLinks(named);
  const created = outcome.status === 201;
  const embeds = wanted ? embedWish(query._embed) : undefined;
  const wish = { context, named, links: wanted ? 'all' : 'none', embeds, self: created } as const;
  const [record] = await parts.present({ rows: [outcome.row] }, call.resource, call, wish);
  if (!record) throw new Error('nothing was presented');
  const headers: Record<string, string> = created ? { Location: record.self ?? '' } : {};
  if (outcome.alternate) headers.Link = `<${outcome.alternate}>; rel="alternate"; type=text/html`;
  const json = Object.entries(outcome.more ?? {}).reduce<string | Piece>(
    (text, [name, value]) => withMember(textOf(text), name, JSON.stringify(value)),
    record.json,
  );
  const body = new Written(typeof json === 'string' ? json : [json]);
  return { status: outcome.status ?? 200, headers, body, ...(outcome.context ? { shown: outcome.context } : {}) };
}

/** What is gone is shown a last time, then erased. */
async function presentDeleted(
  { parts }: Way,
  call: Call,
  outcome: Outcome & { kind: 'deleted' },
  named: readonly string[] | undefined,
): Promise<Draft> {
  const wish = { context: outcome.context, links: 'none' } as const;
  const [previous] = await parts.present({ rows: [outcome.previous] }, call.resource, call, wish);
  await outcome.erase?.();
  const text = `{"deleted":true,"previous":${textOf(previous?.json ?? 'null')}}`;
  return { status: 200, headers: {}, body: named ? narrow(JSON.parse(text), named) : new Written(text) };
}

async function presentList(
  way: Way,
  call: Call,
  outcome: Outcome & { kind: 'list' },
  named: readonly string[] | undefined,
): Promise<Draft> {
  const { parts } = way;
  const embeds = embedWish(way.query._embed);
  const links = listLinks(named);
  const wish = {
    context: contextOf(call),
    named,
    links,
    embeds: links !== 'none' || named?.includes('_embedded') ? embeds : undefined,
  };
  const presented = await parts.present(outcome, call.resource, call, wish);
  const shown = { ...way.query };
  for (const name of Object.keys(shown)) if (name in call.args) shown[name] = call.args[name];
  const headers = outcome.page ? pagingHeaders(outcome.page, parts.rest + way.path, shown) : {};
  return { status: 200, headers, body: new Written(listOf(presented.map(({ json }) => json))) };
}

/** In a list links are picked like other members (protocol.md §6). */
function listLinks(named: readonly string[] | undefined): LinkWish {
  if (named === undefined || named.includes('_links')) return 'all';
  const relations = new Set(
    named.filter((name) => name.startsWith('_links.')).map((name) => name.slice('_links.'.length)),
  );
  return relations.size > 0 ? (rel) => relations.has(rel) : 'none';
}

/** Nothing is checked, the item need not exist; an unknown route is an empty answer (protocol.md §13). */
async function answerToOptions(way: Way): Promise<Draft> {
  const found = way.parts.table.find(way.path);
  if (!found) return { status: 200, headers: {}, body: {} };
  const [endpoint] = found.route.endpoints;
  if (!endpoint) throw new Error(`${found.route.declared.path} has no endpoints`);
  const match: Match = { ...found, endpoint };
  const sources: Sources = { query: way.query, path: found.path };
  const allow = await allowedMethods(found.route, makeSubjects(), (each) => lenientCall(way, match, each, sources));
  const { _links, ...entry } = describeRoute(found.route, way.parts.rest, true);
  const named = namesOfFields(way.query._fields);
  const body = { ...narrow(entry, named), ...(_links && wantsLinks(named) ? { _links } : {}) };
  return { status: 200, headers: allow.length > 0 ? { Allow: allow.join(', ') } : {}, body };
}
