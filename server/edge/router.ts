// Matches the paths of requests with the routes of the edge. Routes below a REST root are matched by the API (server/http/routes.ts).
import type { Exchange } from './connection.ts';

/** A request with its body, and its response. The body is empty if the request has none or if it may contain files. */
export interface ReceivedExchange extends Exchange {
  readonly body: Uint8Array;
}

/** Handles a request: sends a response, or rejects before the headers of a response have been sent. */
export type Handler = (exchange: ReceivedExchange) => void | Promise<void>;

export interface Route {
  /** Default: all methods, including those that are not in `standardMethods`. */
  readonly methods?: ReadonlySet<string>;
  /** An exact path, or a prefix followed by `*`. */
  readonly path: string;
  readonly handle: Handler;
}

/** The methods of a resource that can only be read. */
export const readMethods: ReadonlySet<string> = new Set(['GET', 'HEAD']);

/** The methods of RFC 9110 without CONNECT, of RFC 5789 (PATCH) and of RFC 10008 (QUERY). */
export const standardMethods: ReadonlySet<string> = new Set(
  'GET HEAD POST PUT DELETE OPTIONS TRACE PATCH QUERY'.split(' '),
);

/** Returns the route for a method and a decoded path: one with this exact path, otherwise the first one with a matching prefix. */
export type FindRoute = (method: string, path: string) => Route | undefined;

/** Returns a function that finds the route of a path. Exact paths take precedence over prefixes (`…*`). */
export function makeRouter(routes: readonly Route[]): FindRoute {
  const isPrefix = ({ path }: Route) => path.endsWith('*');
  const exact = Map.groupBy(
    routes.filter((route) => !isPrefix(route)),
    ({ path }) => path,
  );
  const prefixes = routes.filter(isPrefix).map((route) => ({ route, prefix: route.path.slice(0, -1) }));
  const allows = ({ methods }: Route, method: string) => methods === undefined || methods.has(method);
  return (method, path) =>
    exact.get(path)?.find((route) => allows(route, method)) ??
    prefixes.find(({ route, prefix }) => path.startsWith(prefix) && allows(route, method))?.route;
}

/**
 * Returns a request target as a path with its query: `http://site.test/rest?x` as `/rest?x` (RFC 9112 §3.2.2), `*` as `/`. Other targets are
 * returned unchanged, also malformed ones.
 */
export function relativeTargetOf(target: string): string {
  if (target.startsWith('/')) return target;
  if (target === '' || target === '*') return '/';
  const authority = /^https?:\/\/([^/?]*)/i.exec(target);
  if (!authority || authority[1] === '' || target.includes('#') || !URL.canParse(target)) return target;
  const relative = target.slice(authority[0].length);
  return relative.startsWith('/') ? relative : `/${relative}`;
}

/**
 * Returns the path of a request target, without its query. Escapes are decoded, except those of reserved characters such as `%2F`. Returns
 * undefined if the target is malformed.
 */
export function pathOfTarget(target: string): string | undefined {
  if (!target.startsWith('/')) return undefined;
  const end = target.search(/[?#]/);
  const path = end < 0 ? target : target.slice(0, end);
  if (!path.includes('%')) return path;
  try {
    return decodeURI(path);
  } catch {
    return undefined;
  }
}
