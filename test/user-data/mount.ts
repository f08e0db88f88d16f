// Sends requests to the two mounts of a test site. Callers use native paths.
import type { Spelling } from '../../contract/names/spelling.ts';
import type { Api } from '../../server/http/api.ts';
import type { BoundEndpoint } from '../../server/http/routes.ts';
import type { TestResponse, TestSite } from '../site.ts';

/** Values of path parameters by name. */
export type PathValues = Readonly<Record<string, string | number>>;

export interface Mount {
  readonly spelling: Spelling;
  /** Returns a name of the contract in the spelling of this mount. */
  readonly name: (native: string) => string;
  /** Sends a request as the administrator. `path` is the native path of the route. */
  request(method: string, path: string, values: PathValues, json?: unknown): Promise<TestResponse>;
  /** Requests the target of a link in a response, as the administrator. */
  follow(href: string): Promise<TestResponse>;
  /** Returns the endpoint of a route; undefined if there is none. `path` is the native path of the route. */
  endpointOf(method: string, path: string): BoundEndpoint | undefined;
}

/** Returns both mounts of a site. */
export function openMounts(site: TestSite): { readonly native: Mount; readonly compatible: Mount } {
  const { native, openCompatible } = site.service;
  return { native: openMount(site.request, native), compatible: openMount(site.requestCompatible, openCompatible()) };
}

function openMount(request: TestSite['request'], { spelling, table, rest }: Api): Mount {
  return {
    spelling,
    name: spelling.name,
    request: (method, path, values, json) =>
      request('administrator', method, fillPath(spelling.path(path), values), json),
    follow(href) {
      if (!href.startsWith(rest)) throw new Error(`${href} is not a URL of the mount ${rest}.`);
      return request('administrator', 'GET', href.slice(rest.length));
    },
    endpointOf: (method, path) =>
      table.routes.find(({ declared }) => declared.path === spelling.path(path))?.endpointOf(method) ??
      table.match(method, spelling.path(path))?.endpoint,
  };
}

/** Fills the parameters of a path. Slashes are not encoded, because IDs of templates contain them. */
const fillPath = (path: string, values: PathValues): string =>
  path.replace(/<(\w+)>/g, (_, name) => {
    if (!(name in values)) throw new Error(`There is no value for ${name} in ${path}.`);
    return encodeURIComponent(String(values[name])).replaceAll('%2F', '/');
  });
