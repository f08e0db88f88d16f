// Creates the home page and the OpenAPI document.
import type { OpenApi } from '../http/open-api/document.ts';
import { EventLoopYielder } from '../workers/event-loop.ts';
import { homePolicy, renderHomePage } from './home-page.ts';
import type { Mount, SiteUrls } from './mounts.ts';
import { type PreparedResponse, prepareResponse } from './response-cache.ts';

export interface Pages {
  /** The home page. */
  home(): HtmlPage;
  /** Returns the OpenAPI document of a mount as JSON, with an ETag. */
  openApi(mount: Mount): Promise<PreparedResponse>;
}

/** A page of HTML with its content security policy. */
export interface HtmlPage {
  readonly html: string;
  readonly policy: string;
}

/** Dependencies of the pages. */
export interface PagesDeps {
  readonly urls: SiteUrls;
  readonly mounts: readonly Mount[];
  readonly version: string;
  /** Whether the service serves feeds. */
  readonly hasFeeds: boolean;
  readonly siteInfo: () => { readonly title: string; readonly description: string };
}

/** Creates the pages of a service. OpenAPI documents are generated at the first request and cached: routes never change. */
export function makePages({ urls, mounts, version, hasFeeds, siteInfo }: PagesDeps): Pages {
  const document = async ({ table, spelling, root }: Mount) => {
    // The generator is loaded with the first request for the document.
    const { makeOpenApi } = await import('../http/open-api/document.ts');
    return makeOpenApi(table ?? { routes: [], spelling }, root.url.replace(/\/$/, ''), version);
  };
  return {
    home: () => ({
      html: renderHomePage(
        siteInfo(),
        mounts.map(({ root }) => root),
        { ...urls, feed: hasFeeds ? `${urls.home}/feed/` : undefined },
      ),
      policy: homePolicy,
    }),
    openApi: memoized(async (mount) => {
      const headers = { 'Access-Control-Allow-Origin': '*' };
      const body = await serialize(await document(mount));
      return prepareResponse({ status: 200, route: undefined, headers, body }, () => []);
    }),
  };
}

/** Serializes the OpenAPI document in slices, between which other requests are served. */
async function serialize({ paths, components, ...rest }: OpenApi): Promise<string> {
  const yielder = new EventLoopYielder();
  const properties = async (values: Readonly<Record<string, unknown>>): Promise<string> => {
    const parts: string[] = [];
    for (const [name, value] of Object.entries(values)) {
      parts.push(`${JSON.stringify(name)}:${JSON.stringify(value)}`);
      await yielder.turn();
    }
    return `{${parts.join()}}`;
  };
  const groups: string[] = [];
  for (const [kind, values] of Object.entries(components))
    groups.push(`${JSON.stringify(kind)}:${await properties(values)}`);
  return `${JSON.stringify(rest).slice(0, -1)},"paths":${await properties(paths)},"components":{${groups.join()}}}`;
}

/** Caches the result of a function for each mount, unless the function fails. */
function memoized<T>(create: (mount: Mount) => Promise<T>): (mount: Mount) => Promise<T> {
  const cache = new Map<string, Promise<T>>();
  return (mount) => {
    const cached = cache.get(mount.path);
    if (cached) return cached;
    const created = create(mount);
    cache.set(mount.path, created);
    created.catch(() => cache.delete(mount.path));
    return created;
  };
}
