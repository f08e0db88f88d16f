// Creates the pages that the edge serves besides API responses: the home page, the OpenAPI document and the API documentation.
import { makeOpenApi } from '../http/open-api/document.ts';
import { docsPolicy, renderDocsPage } from './docs-page.ts';
import { homePolicy, renderHomePage } from './home-page.ts';
import type { Mount, SiteUrls } from './mounts.ts';
import { type PreparedResponse, prepareResponse } from './response-cache.ts';

export interface Pages {
  /** The home page. */
  home(): HtmlPage;
  /** Returns the OpenAPI document of a mount as JSON, with an ETag. */
  openApi(mount: Mount): Promise<PreparedResponse>;
  /** Returns the API documentation of a mount as an HTML page. */
  docs(mount: Mount): Promise<PreparedResponse>;
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
  readonly siteInfo: () => { readonly title: string; readonly description: string };
}

/** Creates the pages of a service. Descriptions of the API are generated at the first request and cached: routes never change. */
export function makePages({ urls, mounts, version, siteInfo }: PagesDeps): Pages {
  const document = ({ table, spelling, root }: Mount) =>
    makeOpenApi(table ?? { routes: [], spelling }, root.url.replace(/\/$/, ''), version);
  return {
    home: () => ({
      html: renderHomePage(
        siteInfo(),
        mounts.map(({ root }) => root),
        new URL(urls.home).pathname.replace(/\/$/, ''),
      ),
      policy: homePolicy,
    }),
    openApi: memoized(async (mount) =>
      descriptionOf(JSON.stringify(await document(mount)), { 'Access-Control-Allow-Origin': '*' }),
    ),
    docs: memoized(async (mount) =>
      descriptionOf(renderDocsPage(await document(mount)), {
        'Content-Type': 'text/html; charset=UTF-8',
        'Content-Security-Policy': docsPolicy,
        'X-Content-Type-Options': 'nosniff',
      }),
    ),
  };
}

const descriptionOf = (body: string, headers: Record<string, string>): PreparedResponse =>
  prepareResponse({ status: 200, route: undefined, headers, body }, () => []);

/** Caches the result of a function for each mount. */
function memoized<T>(create: (mount: Mount) => Promise<T>): (mount: Mount) => Promise<T> {
  const cache = new Map<string, Promise<T>>();
  return (mount) => {
    const cached = cache.get(mount.path) ?? create(mount);
    cache.set(mount.path, cached);
    return cached;
  };
}
