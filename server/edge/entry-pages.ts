// Prepares the pages of entries for sending and caching.
import type { IncomingMessage } from 'node:http';
import { linkWithinLimits } from '../http/header-size.ts';
import { kindOfBody } from '../http/parameters/body.ts';
import { isPageParameter, type PageHandler, type PageRequest } from '../page-layout/page.ts';
import { withDisconnectSignal } from './callers.ts';
import type { Mount } from './mounts.ts';
import { type PreparedResponse, prepareResponse } from './response-cache.ts';
import { isCacheable, type RestDeps } from './rest.ts';
import type { ReceivedExchange } from './router.ts';

export interface EntryPageDeps {
  readonly rest: Pick<RestDeps, 'cache' | 'clientAddressOf' | 'sender' | 'accessLog'>;
  readonly mounts: readonly Mount[];
  readonly servePage: PageHandler | undefined;
}

/** Placeholder status for a URL without an entry. */
const noEntry = 0;

/** Maximum number of fields of a form. Forms with more fields are read as empty. */
const maxFormFields = 20;

/** Maximum length of a URL whose page is cached under a shorter URL, without irrelevant parameters. */
const maxUrlLength = 2000;

/** Serves the page of the entry at the URL of a request; returns false if there is none. */
export async function serveEntryPage(deps: EntryPageDeps, exchange: ReceivedExchange): Promise<boolean> {
  const startedAt = performance.now();
  const { request, response } = exchange;
  const { cache, sender } = deps.rest;
  // Most URLs without an entry are requested once; only pages are cached.
  const url = isCacheable(request) ? pageCacheUrlOf(request.url ?? '') : undefined;
  const tags = cache.isShared && url !== undefined ? new Set<string>() : undefined;
  const make = (signal: AbortSignal) => preparePage(deps, exchange, { signal, tags });
  const cached = url === request.url || url === undefined ? undefined : cache.find(url);
  const prepared =
    cached ??
    (await (url === undefined ? withDisconnectSignal(request.socket, make) : cache.produce(url, request.socket, make)));
  if (prepared.status === noEntry) return false;
  sender.sendNew(request, response, prepared, startedAt);
  return true;
}

/** Returns the URL under which a page is cached: without parameters that no page depends on. */
function pageCacheUrlOf(url: string): string {
  const at = url.indexOf('?');
  if (at < 0 || url.length > maxUrlLength) return url;
  const pairs = url.slice(at + 1).split('&');
  const relevant = pairs.filter((pair) => new URLSearchParams(pair).keys().some(isPageParameter));
  return url.slice(0, at) + (relevant.length > 0 ? `?${relevant.join('&')}` : '');
}

/** Prepares the page of the entry at the URL of a request; its status is `noEntry` if there is none. */
async function preparePage(
  { rest: { clientAddressOf, accessLog }, mounts, servePage }: EntryPageDeps,
  { request, body }: ReceivedExchange,
  { signal, tags }: Pick<PageRequest, 'signal' | 'tags'>,
): Promise<PreparedResponse> {
  const { method, url = '', headers } = request;
  const isRead = method === 'GET' || method === 'HEAD';
  const page =
    servePage && (isRead || method === 'POST')
      ? await servePage({
          method: isRead ? 'GET' : 'POST',
          address: url,
          cookie: headers.cookie,
          isBrowser: headers.accept?.includes('text/html') === true,
          headers: singleValues(headers),
          fields: isRead ? new URLSearchParams() : readForm(request, body),
          from: clientAddressOf(request),
          id: accessLog?.idOf(request),
          roots: mounts.map(({ root }) => root),
          ...{ signal, tags },
        })
      : undefined;
  // Concurrent browsers may get a page at the same URL.
  if (!page)
    return {
      ...prepareResponse({ status: noEntry, route: undefined, headers: {}, body: undefined }, noCrossOrigin),
      isPersonal: true,
    };
  const { status, body: pageBody, apiPath, shortlink } = page;
  const links = [
    ...mounts.flatMap(({ root, spelling }) => [
      `<${root.url}>; rel="${root.rel}"`,
      ...(apiPath === undefined ? [] : [alternateLink(root.url.replace(/\/$/, '') + spelling.path(apiPath))]),
    ]),
    ...(shortlink === undefined ? [] : [`<${shortlink}>; rel="shortlink"`]),
  ];
  const link = linkWithinLimits(links.join(', '));
  // Like responses of the API, pages depend on the credentials of a request.
  const vary = tags && { Vary: 'Authorization, Cookie' };
  const responseHeaders = { ...page.headers, ...vary, ...(link !== undefined && { Link: link }) };
  const response = {
    status,
    route: 'page',
    headers: responseHeaders,
    body: pageBody,
    ...(tags && { tags: [...tags] }),
  };
  return prepareResponse(response, noCrossOrigin);
}

/**
 * Reads the fields of a form; undefined if the body is not a URL-encoded form. Bytes that are not UTF-8 are replaced with U+FFFD, as in
 * the API. Forms with too many fields are read as empty.
 */
function readForm({ method = '', headers }: IncomingMessage, body: Uint8Array): URLSearchParams | undefined {
  if (kindOfBody(method, headers['content-type']) !== 'form') return undefined;
  const text = new TextDecoder().decode(body);
  return new URLSearchParams(text.split('&', maxFormFields + 1).length > maxFormFields ? '' : text);
}

/** Returns the headers that have a single value. */
const singleValues = (headers: IncomingMessage['headers']): Record<string, string | undefined> =>
  Object.fromEntries(
    Object.entries(headers).flatMap(([name, value]) => (typeof value === 'string' ? [[name, value]] : [])),
  );

const alternateLink = (url: string): string => `<${url}>; rel="alternate"; title="JSON"; type="application/json"`;

/** Pages have no CORS headers. */
const noCrossOrigin = (): readonly string[] => [];
