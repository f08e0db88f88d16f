// Handles requests for the pages of archives: the latest posts, the entries of a term, an author, a format or a period, and search results.
import { resolveUrl } from '../cms-v2/entry-urls/resolve-url.ts';
import type { PageRequest, PageResponse } from '../page-layout/page.ts';
import { escapeLiteral } from '../rendering/blocks/text.ts';
import { type Archive, findArchive, postsArchive } from './archives.ts';
import { archiveHeadOf } from './head/archive-head.ts';
import { renderHead } from './head/render-head.ts';
import { loadHeadSite } from './head/site-head.ts';
import { loadListPage, numberedUrl } from './list-page.ts';
import { parseListPage } from './page-number.ts';
import { htmlResponse, type PageDeps, redirectOf } from './page-response.ts';
import { queryPagesOf } from './query-pages.ts';
import { noEntry, type SitePage } from './render-page.ts';

/** Responds to a request for a page of an archive; returns undefined if there is none. Throws ApiError as the API does. */
export async function handleArchive(deps: PageDeps, url: URL, request: PageRequest): Promise<PageResponse | undefined> {
  const numbered = request.method === 'GET' ? parseListPage(url) : undefined;
  const archive = numbered && (await findListedArchive(deps, numbered.url, request));
  if (!archive) return undefined;
  const { urls } = deps.entries.site;
  const to = numberedUrl(archive.link, numbered.page);
  const redirected = redirectOf(deps.entries.site.urls.pages, url, to);
  if (redirected) return redirected;
  const list = await loadListPage(deps, archive, numbered.page, request);
  if (!list) return undefined;
  const { label, title, description, search, term } = archive;
  const view = {
    ...{ url: escapeLiteral(archive.link), description, list, queryPages: queryPagesOf(url) },
    ...(label !== '' && { heading: { label, name: title } }),
    ...(search !== undefined && { search }),
    ...(term && { term }),
  };
  const classes = archive.templates.slice(-2, -1);
  const page: SitePage = {
    ...{ templates: archive.templates, entry: noEntry, view, classes },
    head: renderHead({
      site: await loadHeadSite(deps.entries.site, deps.dispatch, request),
      ...archiveHeadOf(urls, archive, list),
    }),
  };
  return htmlResponse(200, await deps.renderPage(page, request));
}

/** Returns the archive of entries at a URL. With a static front page, the latest posts are at the page that the settings name. */
async function findListedArchive(deps: PageDeps, url: URL, request: PageRequest): Promise<Archive | undefined> {
  const { settings, urls } = deps.entries.site;
  const { show_on_front, page_for_posts } = settings.values;
  const found = await findArchive(deps, url, request);
  const isPosts = found?.kind === 'entries' && found.link === `${urls.front}/`;
  if (show_on_front !== 'page') {
    const archive = found?.kind === 'entries' ? found : undefined;
    return archive && isPosts ? { ...archive, templates: ['front-page', ...archive.templates] } : archive;
  }
  if (found?.kind === 'entries') return isPosts ? undefined : found;
  const resolved = found && page_for_posts > 0 ? await resolveUrl(deps.entries, url) : undefined;
  return resolved?.row.id === page_for_posts
    ? { ...postsArchive(urls.front), link: resolved.link, title: resolved.row.title_rendered }
    : undefined;
}
