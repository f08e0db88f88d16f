// The two mounts of a test site, asked with addresses in native names.
import type { Spelling } from '../../contract/names/spelling.ts';
import type { Api } from '../../server/http/api.ts';
import type { BoundEndpoint } from '../../server/http/routes.ts';
import type { Answered, TestSite } from '../site.ts';

/** What stands in an address for the parameters of its path. */
export type PathValues = Readonly<Record<string, string | number>>;

export interface Mount {
  readonly spelling: Spelling;
  /** A name of the contract as this mount spells it. */
  readonly name: (native: string) => string;
  /** Asks for a route, named by its native path, as the administrator. */
  ask(method: string, path: string, values: PathValues, json?: unknown): Promise<Answered>;
  /** Asks for what a link of a response leads to. */
  follow(href: string): Promise<Answered>;
  /** The endpoint of a route, named by its native path. */
  endpointOf(method: string, path: string): BoundEndpoint | undefined;
}

/** Both mounts of a site. */
export function openMounts(site: TestSite): { readonly native: Mount; readonly compatible: Mount } {
  const { native, openCompatible } = site.service;
  return { native: mountOf(site.ask, native), compatible: mountOf(site.askCompatible, openCompatible()) };
}

function mountOf(ask: TestSite['ask'], { spelling, table, rest }: Api): Mount {
  return {
    spelling,
    name: spelling.name,
    ask: (method, path, values, json) => ask('administrator', method, addressOf(spelling.path(path), values), json),
    follow(href) {
      if (!href.startsWith(rest)) throw new Error(`${href} is not below ${rest}`);
      return ask('administrator', 'GET', href.slice(rest.length));
    },
    endpointOf: (method, path) =>
      table.routes.find(({ declared }) => declared.path === spelling.path(path))?.endpointOf(method) ??
      table.match(method, spelling.path(path))?.endpoint,
  };
}

/** Slashes stay: names of templates have them. */
const addressOf = (path: string, values: PathValues): string =>
  path.replace(/<(\w+)>/g, (_, name) => {
    if (!(name in values)) throw new Error(`${path} has no ${name}`);
    return encodeURIComponent(String(values[name])).replaceAll('%2F', '/');
  });
