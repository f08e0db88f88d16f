// Determines the mount that a request is for, before its body is read.
import type { IncomingMessage } from 'node:http';
import { isNativePath } from '../../contract/names/spelling.ts';
import type { Target } from './body-limits.ts';
import type { Mount } from './mounts.ts';
import type { ServedMount } from './rest.ts';

/** The mounts with their CORS headers. */
export interface ServedMounts {
  readonly native: ServedMount;
  /** Default: existing clients are not served. */
  readonly compatible?: ServedMount;
  /** The mount that only the admin uses; nothing refers to it. Default: the admin is not served. */
  readonly admin?: ServedMount;
}

/** Returns the mounts that clients discover. */
export const publicMounts = ({ native, compatible }: ServedMounts): readonly ServedMount[] =>
  compatible ? [native, compatible] : [native];

/** Returns all mounts. */
const allMounts = (mounts: ServedMounts): readonly ServedMount[] =>
  mounts.admin ? [...publicMounts(mounts), mounts.admin] : publicMounts(mounts);

/** Whether a URL is a REST root or below it. */
const isBelow = ({ path }: Mount, url: string): boolean =>
  url.startsWith(path) && (url.length === path.length || url[path.length] === '/' || url[path.length] === '?');

/** Returns the mount of a request, also of one with `rest_route`, and its URL below the mount; undefined outside the mounts. */
export function targetOf(servedMounts: ServedMounts, url = ''): (ServedMount & Target) | undefined {
  const servedMount = allMounts(servedMounts).find(({ mount }) => isBelow(mount, url));
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
export const servedMountOfRoute = ({ native, compatible }: ServedMounts, route: string): ServedMount =>
  (isNativePath(route) ? undefined : compatible) ?? native;

/**
 * Returns the `Link` header line of responses outside the mounts: clients discover the API from it (additions.md, "Discovery").
 */
export const rootLinkLine = (servedMounts: ServedMounts): readonly [string, string] => [
  'Link',
  publicMounts(servedMounts)
    .map(({ mount: { root } }) => `<${root.url}>; rel="${root.rel}"`)
    .join(', '),
];

/** Returns the CORS header lines of an error response that the edge sends by itself; outside the mounts, the `Link` header line. */
export const errorLinesOf = (servedMounts: ServedMounts, request: IncomingMessage): readonly string[] =>
  targetOf(servedMounts, request.url)?.crossOrigin(request, false) ?? rootLinkLine(servedMounts);
