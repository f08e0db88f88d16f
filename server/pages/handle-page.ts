// Handles requests for the public pages of the site, its feeds and its sitemaps.
import { ApiError } from '../api-error.ts';
import { findRedirect } from '../cms-v2/entry-urls/find-redirect.ts';
import { contentTag } from '../http/cache-tags.ts';
import type { PageHandler, PageRequest, PageResponse } from '../page-layout/page.ts';
import { handleDesignPreview } from './design-preview/handle-design-preview.ts';
import { handleFeed } from './feeds/handle-feed.ts';
import { handleArchive } from './handle-archive.ts';
import { handleEntryUrl } from './handle-entry.ts';
import { handleSitemap } from './handle-sitemap.ts';
import { NotFoundPage } from './not-found-page.ts';
import { actionFor, excludeFromIndex, isHomeAddress, kindOfRequest } from './page-mode.ts';
import { htmlResponse, type PageDeps, pageContextOf, privateHeaders, redirect } from './page-response.ts';
import { createPageRenderer } from './render-page.ts';
import { messageCsp, messagePage } from './simple-page.ts';

/** Returns the handler for requests to the pages of the site. */
export function createPageHandler(options: Omit<PageDeps, 'renderPage'>): PageHandler {
  const deps = { ...options, renderPage: createPageRenderer(options.entries) };
  const notFoundPage = new NotFoundPage(deps);
  return async (request) => {
    try {
      await deps.entries.site.settings.refresh();
      const page = (await findPage(deps, request)) ?? (await notFoundPage.respond(request));
      return page && excludeFromIndex(deps.entries.site.urls, page);
    } catch (error) {
      return errorPage(deps, request, error);
    }
  };
}

/** Maximum length of a path with its query. */
const maxAddressLength = 2000;

async function findPage(deps: PageDeps, request: PageRequest): Promise<PageResponse | undefined> {
  const address = deps.entries.site.urls.front + request.address;
  const url = request.address.length <= maxAddressLength && URL.canParse(address) ? new URL(address) : undefined;
  const mode = deps.entries.site.urls.pages;
  const path = pathOf(request);
  const kind = url && kindOfRequest(request, url, path);
  if (!url || !kind || actionFor(mode, kind) === 'reject') return undefined;
  if (kind === 'design-preview') return handleDesignPreview(deps, url, request, findPage);
  // Clients that are no browsers look for the API at the home page.
  if (mode === 'redirect' && isHomeAddress(request.address) && !request.isBrowser) return undefined;
  return (
    listPage(request, await handleSitemap(deps, path, request)) ??
    listPage(request, await handleFeed(deps, url, request)) ??
    (await handleEntryUrl(deps, url, request)) ??
    (mode === 'off' ? undefined : listPage(request, await handleArchive(deps, url, request))) ??
    (mode === 'off' ? undefined : await redirectOldUrl(deps, url, request))
  );
}

/** Returns the response with a list. It depends on more than the records in it, so it gets the tag of all public data. */
function listPage({ tags }: PageRequest, response: PageResponse | undefined): PageResponse | undefined {
  if (response) tags?.add(contentTag);
  return response;
}

/** Redirects an old URL of an entry, a file or a term to the current one; returns undefined for other URLs. */
async function redirectOldUrl(
  { entries }: PageDeps,
  url: URL,
  { method }: PageRequest,
): Promise<PageResponse | undefined> {
  const link = method === 'GET' ? await findRedirect(entries, url) : undefined;
  if (link === undefined) return undefined;
  // A redirect to a front end is temporary (page-response.ts).
  return redirect(entries.site.urls.pages === 'redirect' ? 302 : 301, link);
}

const pathOf = ({ address }: PageRequest): string => address.split('?', 1)[0] ?? '';

function errorPage({ entries, translate, report }: PageDeps, request: PageRequest, error: unknown): PageResponse {
  const apiError = error instanceof ApiError ? error : translate(error);
  const { id = crypto.randomUUID() } = request;
  if (!apiError) report(error, id, { method: request.method, route: 'page' });
  const message = apiError?.message ?? `An unexpected error occurred; it was logged with the ID ${id}.`;
  const wait = apiError?.options.retryAfter;
  const html = messagePage('This page is unavailable', message, pageContextOf(entries, request));
  return htmlResponse(
    apiError?.status ?? 500,
    { html, csp: messageCsp },
    {
      ...privateHeaders,
      ...(wait !== undefined && { 'Retry-After': String(wait) }),
    },
  );
}
