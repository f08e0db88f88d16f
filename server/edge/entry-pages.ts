// Prepares the pages of entries for sending and caching.
import type { IncomingMessage } from 'node:http';
import { linkWithinLimits } from '../http/header-size.ts';
import { type PageHandler, type PageRequest, pageParameters } from '../page-layout/page.ts';
import type { Mount } from './mounts.ts';
import { type PreparedResponse, prepareResponse } from './response-cache.ts';

export interface EntryPageDeps {
  readonly servePage?: PageHandler;
  readonly mounts: readonly Mount[];
}

/** Placeholder status for a URL without an entry. */
export const noEntry = 0;

/** Maximum size of a form that is read, in bytes. */
const maxFormBytes = 4096;

/** Maximum length of a URL whose page is cached under a shorter URL, without irrelevant parameters. */
const maxUrlLength = 2000;

/** Returns the URL under which a page is cached: without parameters that no page depends on. */
export function pageCacheUrlOf(url: string): string {
  const at = url.indexOf('?');
  if (at < 0 || url.length > maxUrlLength) return url;
  const pairs = url.slice(at + 1).split('&');
  const relevant = pairs.filter((pair) => new URLSearchParams(pair).keys().some((name) => pageParameters.has(name)));
  return url.slice(0, at) + (relevant.length > 0 ? `?${relevant.join('&')}` : '');
}

/** Prepares the page of the entry at the URL of a request; its status is `noEntry` if there is none. */
export async function preparePage(
  { servePage, mounts }: EntryPageDeps,
  { method, url = '', headers }: IncomingMessage,
  { from, id }: Pick<PageRequest, 'from' | 'id'>,
  body: Uint8Array,
  signal: AbortSignal,
): Promise<PreparedResponse> {
  const isRead = method === 'GET' || method === 'HEAD';
  const form = body.length <= maxFormBytes ? new TextDecoder().decode(body) : '';
  const page =
    servePage && (isRead || method === 'POST')
      ? await servePage({
          method: isRead ? 'GET' : 'POST',
          address: url,
          cookie: headers.cookie,
          isBrowser: headers.accept?.includes('text/html') === true,
          fields: new URLSearchParams(isRead ? '' : form),
          from,
          id,
          roots: mounts.map(({ root }) => root),
          signal,
        })
      : undefined;
  if (!page) return prepareResponse({ status: noEntry, route: undefined, headers: {}, body: undefined }, noCrossOrigin);
  const { status, html, apiPath } = page;
  const links = mounts.flatMap(({ root, spelling }) => [
    `<${root.url}>; rel="${root.rel}"`,
    ...(apiPath === undefined ? [] : [alternateLink(root.url.replace(/\/$/, '') + spelling.path(apiPath))]),
  ]);
  const link = linkWithinLimits(links.join(', '));
  const responseHeaders = { ...page.headers, ...(link !== undefined && { Link: link }) };
  return prepareResponse({ status, route: 'page', headers: responseHeaders, body: html }, noCrossOrigin);
}

const alternateLink = (url: string): string => `<${url}>; rel="alternate"; title="JSON"; type="application/json"`;

/** Pages have no CORS headers. */
const noCrossOrigin = (): readonly string[] => [];
