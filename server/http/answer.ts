// The last stage: from what was done, or why not, to status, headers and body (protocol.md §5, §8, §9).
import type { Context } from '../../contract/grammar/schema.ts';
import type { Spelling } from '../../contract/names/spelling.ts';
import { type Actor, isCredentialRefused, isSignedIn } from '../access/actor.ts';
import { Refusal } from '../refusal.ts';
import { errorBody } from './error-body.ts';
import { linkWithinLimits } from './header-size.ts';
import { type Json, jsonOf, objectOf } from './json-text.ts';
import type { Answer, OpenStream, QueryReads } from './request.ts';
import { xmlOf } from './xml.ts';

/** An answer still being made. */
export interface Draft {
  status: number;
  /** Headers of this answer alone: totals, Link, Location, Allow. */
  headers: Record<string, string>;
  /** What becomes JSON, or is Written already. */
  body: unknown;
  /** The pattern of the route that was asked for. */
  route?: string;
  /** The context in which a write answers with what it has written. */
  shown?: Context;
  /** It is for the sender alone, and nobody may keep it. */
  unkept?: boolean;
  /** The body is a file and no JSON. */
  isFile?: boolean;
  /** What is sent in place of a body. */
  stream?: OpenStream;
  /** It is sent as XML below a root element of this name. */
  xml?: string;
  /** The state of the item that it shows, for a sender who may change it. */
  state?: string;
  /** Its body asks for an answer that people read. */
  pretty?: boolean;
  /** The names of the query that it depends on, beside the declared ones. */
  queryReads?: QueryReads;
  /** Makes `Link` for the query of a request, where it repeats that. */
  linkFor?: (query: string) => string | undefined;
}

/** Tells the operator of what should not have happened; the id is told to the caller. */
export type Report = (error: unknown, id: string) => void;

/** The refusal that an error from below means to callers; undefined for what should not have happened. */
export type Translate = (error: unknown) => Refusal | undefined;

/** The answer to a request that was refused; what nothing translates is a fault of ours, reported and told by its id only. */
export function draftOfError(
  error: unknown,
  {
    report,
    translate,
    spelling,
  }: { readonly report: Report; readonly translate: Translate; readonly spelling: Spelling },
): Draft {
  const refusal = error instanceof Refusal ? error : (translate(error) ?? faultOf(error, report));
  const { retryAfter, headers: more } = refusal.parts;
  const headers = { ...more, ...(retryAfter !== undefined && { 'Retry-After': String(retryAfter) }) };
  return { status: refusal.status, headers, body: errorBody(refusal, spelling), unkept: refusal.parts.unkept === true };
}

function faultOf(error: unknown, report: Report): Refusal {
  const id = crypto.randomUUID();
  report(error, id);
  return new Refusal('internal_server_error', 500, `Something went wrong here; it was noted under ${id}.`, {
    data: { id },
  });
}

/** What shapes an answer beside what was done. */
export interface Manner {
  readonly actor: Actor;
  readonly envelope: boolean;
  readonly head: boolean;
  /** The method was not the one of the request line. */
  readonly overridden: boolean;
  /** The request came with a browser's session. */
  readonly inSession?: boolean;
  /** A fresh nonce for the page that has sent the request. */
  readonly nonce?: string;
  /** It was asked for by a method whose answers caches may keep without being told to (RFC 9110 §9.3). */
  readonly cacheable: boolean;
}

const always: Readonly<Record<string, string>> = {
  'X-Content-Type-Options': 'nosniff',
  'X-Robots-Tag': 'noindex',
};

const uncached = {
  'Cache-Control': 'no-cache, must-revalidate, max-age=0, no-store, private',
  Expires: 'Wed, 11 Jan 1984 05:00:00 GMT',
};

/**
 * Returns the finished answer, with the address of a mount's REST root and its spelling. In an envelope the answer's own headers are
 * inside the body (protocol.md §8.1); files have none.
 */
export function finish(
  draft: Draft,
  manner: Manner,
  { rest, spelling }: { readonly rest: string; readonly spelling: Spelling },
): Answer {
  const isWrapped = manner.envelope && !draft.isFile;
  const { status, headers } = isWrapped ? { status: 200, headers: {} } : draft;
  const root = `<${rest}/>; rel="${spelling.rootRelation}"`;
  const { queryReads, linkFor } = draft;
  const kept = mayBeKept(draft, manner) ? {} : uncached;
  const refused = isCredentialRefused(manner.actor) ? { 'X-CMS-Credential': 'refused' } : {};
  const nonce = manner.nonce === undefined ? {} : { 'X-CMS-Nonce': manner.nonce };
  return {
    status,
    route: draft.route,
    headers: spellHeaders(
      withinLimits({ ...always, Link: root, ...kept, ...refused, ...nonce, ...headers, ...(draft.xml && asXml) }, root),
      spelling,
    ),
    body: manner.head || draft.stream ? undefined : bodyOf(draft, isWrapped, spelling),
    ...(draft.stream && !manner.head && { stream: draft.stream }),
    ...(draft.state !== undefined && { state: draft.state }),
    ...(draft.pretty && { pretty: true }),
    // In an envelope the query is repeated in the body.
    ...(queryReads && !(isWrapped && linkFor) && { queryReads }),
    ...(linkFor && !isWrapped && { linkFor: (query) => linkWithinLimits(linkFor(query)) ?? root }),
  };
}

function spellHeaders(headers: Record<string, string>, { isNative, header }: Spelling): Record<string, string> {
  if (isNative) return headers;
  const spelled: Record<string, string> = {};
  for (const [name, value] of Object.entries(headers)) spelled[header(name)] = value;
  return spelled;
}

/** Headers without a `Link` that is too long to be sent; what names the root takes its place. */
function withinLimits({ Link, ...headers }: Record<string, string>, root: string): Record<string, string> {
  return { ...headers, Link: linkWithinLimits(Link) ?? root };
}

/** Answers to somebody, in disguise or for once are nobody else's; of refusals those that a cache would keep are told of. */
function mayBeKept({ status, unkept }: Draft, { actor, inSession, overridden, cacheable }: Manner): boolean {
  const isOwn = isSignedIn(actor) || inSession === true || unkept === true;
  return !isOwn && !overridden && (status < 400 || (status < 500 && !cacheable));
}

const numbers = new Set(['X-CMS-Total', 'X-CMS-TotalPages']);

const asXml = { 'Content-Type': 'text/xml; charset=UTF-8' };

/** The body as it is sent: as JSON, or as XML, which is made of the value itself. */
function bodyOf(draft: Draft, isWrapped: boolean, spelling: Spelling): Json {
  const { xml, body } = draft;
  if (xml === undefined) return isWrapped ? enveloped(draft, spelling) : jsonOf(body);
  return xmlOf(isWrapped ? { body, ...besideBody(draft, spelling) } : body, xml);
}

/** Returns an answer as JSON: its body, status and headers (protocol.md §8.1, §14). */
export function enveloped(draft: Pick<Draft, 'status' | 'headers' | 'body'>, spelling: Spelling): string {
  const { status, headers } = besideBody(draft, spelling);
  return objectOf({ body: jsonOf(draft.body), status: String(status), headers: JSON.stringify(headers) });
}

/** The status and headers as they stand in an envelope; no headers are an empty list. */
function besideBody({ status, headers }: Pick<Draft, 'status' | 'headers'>, { header }: Spelling) {
  const inside = Object.entries(headers).map(([name, value]) => [
    header(name),
    numbers.has(name) ? Number(value) : value,
  ]);
  return { status, headers: inside.length === 0 ? [] : Object.fromEntries(inside) };
}
