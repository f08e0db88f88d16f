// Determines the mount that a request is for, before its body is read.
import type { IncomingMessage } from 'node:http';
import { isNativePath } from '../../contract/names/spelling.ts';
import type { Target } from './body-limits.ts';
import type { Mount } from './mounts.ts';
import type { ServedMount } from './rest.ts';

/** Whether a URL is a REST root or below it. */
const isBelow = ({ path }: Mount, url: string): boolean =>
  url.startsWith(path) && (url.length === path.length || url[path.length] === '/' || url[path.length] === '?');

/** Returns the mount of a request, also of one with `rest_route`, and its URL below the mount; undefined outside the mounts. */
export function targetOf(servedMounts: readonly ServedMount[], url = ''): (ServedMount & Target) | undefined {
  const servedMount = servedMounts.find(({ mount }) => isBelow(mount, url));
  if (servedMount) return { ...servedMount, url: url.slice(servedMount.mount.path.length) };
  const route = /^\/(?:index\.php)?\?/.test(url) ? routeInQuery(url) : undefined;
  return route === undefined ? undefined : { ...servedMountOfRoute(servedMounts, route), url: route };
}

/** Returns the route in `/?rest_route=/…`, with the rest of the query; undefined if there is none (protocol.md §2). */
export function routeInQuery(url = ''): string | undefined {
  const query = new URLSearchParams(url.slice(url.indexOf('?') + 1));
  const route = url.includes('?') ? query.get('rest_route') : null;
  if (route === null || route === '') return undefined;
  query.delete('rest_route');
  const rest = query.toString();
  return rest === '' ? route : `${route}?${rest}`;
}

/**
 * Returns the mount whose spelling a route uses. The root belongs to the compatible mount, if there is one, because only existing
 * clients request it through `rest_route`.
 */
export const servedMountOfRoute = (servedMounts: readonly ServedMount[], route: string): ServedMount =>
  (isNativePath(route) ? undefined : servedMounts[1]) ?? (servedMounts[0] as ServedMount);

/** Returns the CORS header lines of an error response that the edge sends by itself. */
export const crossOriginLinesOf = (servedMounts: readonly ServedMount[], request: IncomingMessage): readonly string[] =>
  targetOf(servedMounts, request.url)?.crossOrigin(request, false) ?? [];
