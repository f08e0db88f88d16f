// Builds the responses of pages, and declares what their handlers need.
import type { Roles } from '../access/roles.ts';
import type { ApiError } from '../api-error.ts';
import type { EntryDeps } from '../cms-v2/entries/deps.ts';
import type { Dispatch } from '../http/pipeline.ts';
import type { ReportError } from '../http/response.ts';
import type { PageRequest, PageResponse } from '../page-layout/page.ts';
import { headSiteOf } from './head/site-head.ts';
import type { PageMode } from './page-mode.ts';
import type { RenderedPage, RenderPage } from './render-page.ts';
import type { PageContext } from './simple-page.ts';

/** Dependencies of the pages. */
export interface PageDeps {
  readonly entries: EntryDeps;
  readonly dispatch: Dispatch;
  readonly renderPage: RenderPage;
  readonly roles: Pick<Roles, 'capabilitiesOf'>;
  /** Maps a storage error to an API error; returns undefined for any other error. */
  readonly translate: (error: unknown) => ApiError | undefined;
  readonly report: ReportError;
}

/** Headers of error pages and of pages that are not public. They forbid caching, referrers and indexing. */
export const privateHeaders = {
  'Cache-Control': 'no-store, private',
  'Referrer-Policy': 'no-referrer',
  'X-Robots-Tag': 'noindex',
} as const;

/** Returns the response with an HTML page. `headers` override the default ones. */
export const htmlResponse = (
  status: number,
  { html, csp }: RenderedPage,
  headers: Readonly<Record<string, string>> = {},
): PageResponse => ({
  status,
  body: html,
  headers: {
    'Content-Type': 'text/html; charset=UTF-8',
    'Content-Security-Policy': csp,
    'X-Content-Type-Options': 'nosniff',
    'Referrer-Policy': 'strict-origin-when-cross-origin',
    ...headers,
  },
});

/** Returns a redirect, which is not cached. */
export const redirect = (
  status: 301 | 302 | 303,
  to: string,
  headers: Readonly<Record<string, string>> = {},
): PageResponse => ({ status, body: '', headers: { Location: to, 'Cache-Control': 'no-store', ...headers } });

/**
 * Returns the redirect of a request for a public page whose canonical URL is `to`: to the same path and query at the front end, or to the
 * canonical URL if the path is another one. Returns undefined if the service displays the page.
 *
 * The redirect to a front end is temporary: a permanent one would remain in the caches of browsers when the site changes its front end, and would have no
 * advantage for search engines, which robots.txt excludes.
 */
export function redirectOf(mode: PageMode, url: URL, to: string): PageResponse | undefined {
  const isCanonical = url.origin + url.pathname === to.split('?', 1)[0];
  if (mode === 'redirect') return redirect(302, isCanonical ? url.href : to);
  return isCanonical ? undefined : redirect(301, to);
}

/** Returns the properties of the site that simple pages use. They need no database, and have no icon. */
export const pageContextOf = ({ site }: EntryDeps, { roots }: PageRequest): PageContext => ({
  site: site.settings.values.title,
  home: site.urls.front,
  head: headSiteOf(site, roots),
});
