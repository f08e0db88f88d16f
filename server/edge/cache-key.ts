// Under which address a response is cached: without the parameters that no response depends on.
import { dependsOn } from '../http/query-use.ts';
import { type Ready, withQuery } from './kept-answers.ts';
import type { Mount } from './mounts.ts';

/** The address that a response to an anonymous read is cached under. */
export interface CacheKey {
  readonly address: string;
  /** Whether the request has parameters that are not part of the address. */
  readonly isReduced: boolean;
  /** A response that was made for the request, as it is cached for all requests with this key. */
  shared(made: Ready): Ready;
  /** A cached response as the request itself has it. */
  own(cached: Ready): Ready;
}

/** The key of a request below a mount. `url` is the address below the mount's root, with its query. */
export function cacheKeyOf({ path: root, findUsedQuery }: Mount, url: string): CacheKey {
  const at = url.indexOf('?');
  const plain = { address: root + url, isReduced: false, shared: same, own: same };
  if (at < 0 || !findUsedQuery) return plain;
  const [path, query] = [url.slice(0, at), url.slice(at + 1)];
  const used = findUsedQuery(path === '' ? '/' : path, query);
  if (!used) return plain;
  const counting = query
    .split('&')
    .filter((_, place) => used.counts[place])
    .join('&');
  return {
    address: root + path + (counting === '' ? '' : `?${counting}`),
    isReduced: true,
    shared: (made) =>
      dependsOn(made.queryReads ?? 'all', used.ignored) ? { ...made, isPersonal: true } : withQuery(made, counting),
    own: (cached) => (cached.isPersonal ? cached : withQuery(cached, query)),
  };
}

const same = (ready: Ready): Ready => ready;
