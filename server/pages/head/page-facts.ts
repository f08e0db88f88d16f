// Derives what the metadata of all formats have in common from the data of a head.
import type { HeadData, HeadPage } from './head-data.ts';

/** Whether search engines may index a page. */
export const isIndexed = ({ kind }: HeadPage): boolean => kind !== 'search' && kind !== 'message';

/** Whether a page is the front page of the site. */
export const isFrontPage = (page: HeadPage): boolean =>
  page.kind === 'home' || (page.kind === 'entry' && page.isFront === true);

/** Returns the title of a page without that of the site; the title of the site for the home page. */
export function titleOf({ site, page }: HeadData): string {
  if (page.kind === 'home') return site.title;
  return (page.kind === 'entry' ? page.entry.title : page.title) || '(no title)';
}

/**
 * Returns the description of a page; that of the site for the front page; empty if there is none. It describes the first page of a list or entry,
 * so that the following pages have none.
 */
export function descriptionOf({ site, page, paging }: HeadData): string {
  if (paging && paging.number > 1) return '';
  const own = page.kind === 'entry' ? page.entry.description : page.kind === 'archive' ? page.description : '';
  return own === '' && isFrontPage(page) ? site.description : own;
}

/** Returns the canonical URL of a page, with its number; undefined for pages that have none, such as errors. */
export function canonicalUrlOf({ site, page, paging }: HeadData): string | undefined {
  if (paging && isIndexed(page)) return paging.url;
  if (page.kind === 'home') return site.home;
  if (page.kind === 'entry') return page.entry.link;
  return page.kind === 'archive' || page.kind === 'message' ? page.link : undefined;
}
