// Handles requests for the public pages of the site, its feeds and its sitemaps.
import { ApiError } from '../api-error.ts';
import { apiRootLinks, feedLink } from '../page-layout/document.ts';
import type { PageHandler, PageRequest, PageResponse } from '../page-layout/page.ts';
import { escapeLiteral } from '../rendering/blocks/text.ts';
import { handleFeed, siteFeedUrl } from './feeds/handle-feed.ts';
import { handleArchive } from './handle-archive.ts';
import { handleEntryUrl } from './handle-entry.ts';
import { handleSitemap } from './handle-sitemap.ts';
import { htmlResponse, type PageDeps, pageContextOf, privateHeaders } from './page-response.ts';
import { noEntry, renderPage } from './render-page.ts';
import { messageCsp, messagePage } from './simple-page.ts';

/** Returns the handler for requests to the pages of the site. */
export function createPageHandler(deps: PageDeps): PageHandler {
  return async (request) => {
    try {
      await deps.entries.site.settings.refresh();
      return await handlePage(deps, request);
    } catch (error) {
      return errorPage(deps, request, error);
    }
  };
}

/** Maximum length of a path with its query. */
const maxAddressLength = 2000;

async function handlePage(deps: PageDeps, request: PageRequest): Promise<PageResponse | undefined> {
  const address = deps.entries.site.urls.front + request.address;
  const url = request.address.length <= maxAddressLength && URL.canParse(address) ? new URL(address) : undefined;
  const found =
    url &&
    ((await handleSitemap(deps, pathOf(request), request)) ??
      (await handleFeed(deps, url, request)) ??
      (await handleEntryUrl(deps, url, request)) ??
      (await handleArchive(deps, url, request)));
  return found ?? notFoundPage(deps, request);
}

const pathOf = ({ address }: PageRequest): string => address.split('?', 1)[0] ?? '';

/**
 * Returns the 404 page for browsers; undefined for other clients, and for the home page of a site with a front end. The response is the same
 * for an entry that is not public and for one that does not exist.
 */
async function notFoundPage({ entries }: PageDeps, request: PageRequest): Promise<PageResponse | undefined> {
  const { urls, settings } = entries.site;
  const isHome = /^\/(?:$|\?(?!(?:.*&)?(?:p|page_id|attachment_id)=))/.test(request.address);
  if (!request.isBrowser || (isHome && urls.front !== urls.home)) return undefined;
  const page = {
    ...{ templates: ['404', 'index'], entry: noEntry, classes: ['error404'] },
    view: { url: escapeLiteral(`${urls.front}/`), description: '', queryPages: new Map<string, number>() },
    head: `<title>${escapeLiteral(`Page not found – ${settings.values.title}`)}</title>
<link rel="icon" href="data:,">
<meta name="robots" content="noindex, follow">
${apiRootLinks(request.roots)}${feedLink(settings.values.title, siteFeedUrl(urls))}`,
  };
  return htmlResponse(404, await renderPage(entries, page, request), privateHeaders);
}

function errorPage({ entries, translate, report }: PageDeps, request: PageRequest, error: unknown): PageResponse {
  const apiError = error instanceof ApiError ? error : translate(error);
  const { id = crypto.randomUUID() } = request;
  if (!apiError) report(error, id);
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
