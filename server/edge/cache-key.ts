// Computes the URL under which a response is cached: without the parameters that no response depends on.
import { dependsOn } from '../http/query-use.ts';
import type { Mount } from './mounts.ts';
import { type PreparedResponse, withQuery } from './response-cache.ts';

/** Cache key of the response to an anonymous read. */
export interface CacheKey {
  readonly url: string;
  /** Whether the request has parameters that are not part of the key. */
  readonly isReduced: boolean;
  /** Returns a response to this request in the form in which it is cached for all requests with this key. */
  toShared(response: PreparedResponse): PreparedResponse;
  /** Returns a cached response in the form for this request. */
  forRequest(cached: PreparedResponse): PreparedResponse;
}

/** Returns the key of a request below a mount. `url` is relative to the root of the mount and includes the query. */
export function cacheKeyOf({ path: root, findUsedQuery }: Mount, url: string): CacheKey {
  const at = url.indexOf('?');
  const plain = { url: root + url, isReduced: false, toShared: unchanged, forRequest: unchanged };
  if (at < 0 || !findUsedQuery) return plain;
  const [path, query] = [url.slice(0, at), url.slice(at + 1)];
  const used = findUsedQuery(path === '' ? '/' : path, query);
  if (!used) return plain;
  const relevantQuery = query
    .split('&')
    .filter((_, index) => used.isUsed[index])
    .join('&');
  return {
    url: root + path + (relevantQuery === '' ? '' : `?${relevantQuery}`),
    isReduced: true,
    toShared: (response) =>
      dependsOn(response.queryReads ?? 'all', used.ignored)
        ? { ...response, isPersonal: true }
        : withQuery(response, relevantQuery),
    forRequest: (cached) => (cached.isPersonal ? cached : withQuery(cached, query)),
  };
}

const unchanged = (response: PreparedResponse): PreparedResponse => response;
