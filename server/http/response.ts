// Runs the last stage: creates status, headers and body from the outcome or the error (protocol.md §5, §8, §9).
import type { Context } from '../../contract/grammar/schema.ts';
import type { Spelling } from '../../contract/names/spelling.ts';
import { type Actor, hasInvalidCredential, isSignedIn } from '../access/actor.ts';
import { ApiError } from '../api-error.ts';
import { errorBody } from './error-body.ts';
import { linkWithinLimits } from './header-size.ts';
import { type Json, joinProperties, serialize } from './json-text.ts';
import type { ApiResponse, OpenStream, QueryReads } from './request.ts';
import type { RestRoot } from './routes.ts';
import { xmlOf } from './xml.ts';

/** A response that is not yet complete. */
export interface ResponseDraft {
  status: number;
  /** Headers that not every response has, such as totals, `Link`, `Location` and `Allow`. */
  headers: Record<string, string>;
  /** A value that is serialized later, or serialized JSON. */
  body: unknown;
  /** The pattern of the matched route. */
  route?: string;
  /** The context in which the response to a write is presented. */
  presentedContext?: Context;
  /** Whether the response is private to the caller and must not be cached. */
  uncached?: boolean;
  /** Whether the body is a file instead of JSON. */
  isFile?: boolean;
  /** A stream that is sent instead of the body. */
  stream?: OpenStream;
  /** The name of the root element, if the response is sent as XML. */
  xml?: string;
  /** The state of the item in the response, if the caller may change the item. */
  state?: string;
  /** Whether the body of the request has `_pretty`, which requests indented JSON. */
  pretty?: boolean;
  /** Query parameters, besides the declared ones, that the response depends on. */
  queryReads?: QueryReads;
  /** Creates the `Link` header for the query of a request, if the header repeats the query. */
  linkFor?: (query: string) => string | undefined;
  /** The cache tags (cache-tags.ts), if they are collected and the response has any. */
  tags?: readonly string[] | undefined;
}

/** The request that has failed. */
export interface FailedRequest {
  readonly method: string;
  /** The pattern of the matched route; undefined if no route matches. */
  readonly route: string | undefined;
  /** The ID of the request, which becomes the error ID; absent for a new one. */
  readonly id?: string | undefined;
}

/** Logs an unexpected error with the ID that the caller gets, and the request, if it occurred in one. */
export type ReportError = (error: unknown, id: string, request?: FailedRequest) => void;

/** Returns the API error for an error of a lower layer; undefined for an unexpected error. */
export type TranslateError = (error: unknown) => ApiError | undefined;

/** The handling of errors that are no API errors. */
export interface ErrorHandling {
  readonly translate: TranslateError;
  readonly report: ReportError;
}

/** Creates the error response. An unexpected error is logged, and the caller only gets its ID: that of the request, or a new one. */
export function errorDraft(
  error: unknown,
  { report, translate }: ErrorHandling,
  spelling: Spelling,
  request?: FailedRequest,
): ResponseDraft {
  const apiError = error instanceof ApiError ? error : (translate(error) ?? internalError(error, report, request));
  const { retryAfter, headers: moreHeaders } = apiError.options;
  const headers = { ...moreHeaders, ...(retryAfter !== undefined && { 'Retry-After': String(retryAfter) }) };
  return {
    status: apiError.status,
    headers,
    body: errorBody(apiError, spelling),
    uncached: apiError.options.uncached === true,
  };
}

function internalError(error: unknown, report: ReportError, request: FailedRequest | undefined): ApiError {
  const id = request?.id ?? crypto.randomUUID();
  report(error, id, request);
  return internalErrorWithId(id);
}

/** Returns the error for an unexpected error that was logged with this ID. */
export const internalErrorWithId = (id: string): ApiError =>
  new ApiError(
    'internal_server_error',
    500,
    `Internal server error. The log has the details under the error ID ${id}.`,
    { data: { id } },
  );

/** Properties of the request that shape the response. */
export interface ResponseOptions {
  readonly actor: Actor;
  readonly envelope: boolean;
  readonly head: boolean;
  /** Whether the method differs from the one in the request line. */
  readonly overridden: boolean;
  /** Whether the request has a browser session. */
  readonly hasSession?: boolean;
  /** A new nonce for the page that sent the request. */
  readonly nonce?: string;
  /** Whether responses to the request method are cacheable by default (RFC 9110 §9.3). */
  readonly cacheable: boolean;
}

const commonHeaders: Readonly<Record<string, string>> = {
  'X-Content-Type-Options': 'nosniff',
  'X-Robots-Tag': 'noindex',
};

const noStoreHeaders = {
  'Cache-Control': 'no-cache, must-revalidate, max-age=0, no-store, private',
  Expires: 'Wed, 11 Jan 1984 05:00:00 GMT',
};

/**
 * Completes a response for a mount, whose REST root has the URL `rest`. In an envelope, the specific headers are in the body
 * (protocol.md §8.1); files have no envelope.
 */
export function finish(draft: ResponseDraft, options: ResponseOptions, { rest, spelling }: RestRoot): ApiResponse {
  const isWrapped = options.envelope && !draft.isFile;
  const { status, headers } = isWrapped ? { status: 200, headers: {} } : options.head ? withoutStream(draft) : draft;
  const root = `<${rest}/>; rel="${spelling.rootRelation}"`;
  const { queryReads, linkFor } = draft;
  const cacheHeaders = isCacheable(draft, options) ? {} : noStoreHeaders;
  const credentialHeaders = hasInvalidCredential(options.actor) ? { 'X-CMS-Credential': 'refused' } : {};
  const nonce = options.nonce === undefined ? {} : { 'X-CMS-Nonce': options.nonce };
  return {
    status,
    route: draft.route,
    ...(isSignedIn(options.actor) && { userId: options.actor.id }),
    headers: spellHeaders(
      withinLimits(
        {
          ...commonHeaders,
          Link: root,
          ...cacheHeaders,
          ...credentialHeaders,
          ...nonce,
          ...headers,
          ...(draft.xml && asXml),
        },
        root,
      ),
      spelling,
    ),
    body: options.head || draft.stream ? undefined : bodyOf(draft, isWrapped, spelling),
    ...(draft.stream && !options.head && { stream: draft.stream }),
    ...(draft.state !== undefined && { state: draft.state }),
    ...(draft.pretty && { pretty: true }),
    ...(draft.tags && { tags: draft.tags }),
    // In an envelope, the body repeats the query.
    ...(queryReads && !(isWrapped && linkFor) && { queryReads }),
    ...(linkFor && !isWrapped && { linkFor: (query) => linkWithinLimits(linkFor(query)) ?? root }),
  };
}

/** Returns a response to HEAD without the headers that describe a stream, because the stream is omitted. */
function withoutStream(draft: ResponseDraft): Pick<ResponseDraft, 'status' | 'headers'> {
  if (!draft.stream) return draft;
  const { 'Content-Length': _length, ETag: _etag, ...headers } = draft.headers;
  return { status: draft.status, headers };
}

function spellHeaders(headers: Record<string, string>, { isNative, header }: Spelling): Record<string, string> {
  if (isNative) return headers;
  const spelled: Record<string, string> = {};
  for (const name in headers) spelled[header(name)] = headers[name] as string;
  return spelled;
}

/** Replaces a `Link` header that is too long with the link to the root. */
function withinLimits({ Link, ...headers }: Record<string, string>, root: string): Record<string, string> {
  return { ...headers, Link: linkWithinLimits(Link) ?? root };
}

/**
 * Whether a response needs no `no-store`. It needs one if the caller is signed in or has a browser session, if the response is private or a
 * server error, if the method was overridden, and for any other error that caches may store by default.
 */
function isCacheable(
  { status, uncached }: ResponseDraft,
  { actor, hasSession, overridden, cacheable }: ResponseOptions,
): boolean {
  const isPrivate = isSignedIn(actor) || hasSession === true || uncached === true;
  return !isPrivate && !overridden && (status < 400 || (status < 500 && !cacheable));
}

const numericHeaders = new Set(['X-CMS-Total', 'X-CMS-TotalPages']);

const asXml = { 'Content-Type': 'text/xml; charset=UTF-8' };

/** Serializes the body as JSON, or as XML if `draft.xml` is set. */
function bodyOf(draft: ResponseDraft, isWrapped: boolean, spelling: Spelling): Json {
  const { xml, body } = draft;
  if (xml === undefined) return isWrapped ? enveloped(draft, spelling) : serialize(body);
  return xmlOf(isWrapped ? { body, ...statusAndHeaders(draft, spelling) } : body, xml);
}

/** Returns a response as JSON: its body, status and headers (protocol.md §8.1, §14). */
export function enveloped(draft: Pick<ResponseDraft, 'status' | 'headers' | 'body'>, spelling: Spelling): string {
  const { status, headers } = statusAndHeaders(draft, spelling);
  return joinProperties({ body: serialize(draft.body), status: String(status), headers: JSON.stringify(headers) });
}

/** Returns status and headers in the format of an envelope, which has an empty array if there are no headers. */
function statusAndHeaders({ status, headers }: Pick<ResponseDraft, 'status' | 'headers'>, { header }: Spelling) {
  const headerEntries = Object.entries(headers).map(([name, value]) => [
    header(name),
    numericHeaders.has(name) ? Number(value) : value,
  ]);
  return { status, headers: headerEntries.length === 0 ? [] : Object.fromEntries(headerEntries) };
}
