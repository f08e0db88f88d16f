// Loads the pages of archives from the API, as an anonymous caller.

import { escapeLiteral } from '../rendering/blocks/text.ts';
import type { PageList } from '../rendering/dynamic/page-view.ts';
import { type PageClient, readApiPage } from './api-reads.ts';
import type { Archive, ArchiveDeps } from './archives.ts';

/** Maximum number of entries on a page. */
const maxPerPage = 100;

/**
 * Returns a page of an archive of entries; undefined if there is no such page. The first page of most archives exists
 * even if it is empty. The latest posts of the site begin with the sticky ones. Throws ApiError as the API does.
 */
export async function loadListPage(
  { entries: { site }, dispatch }: ArchiveDeps,
  archive: Archive,
  page: number,
  client: PageClient,
): Promise<PageList | undefined> {
  const { posts_per_page: setting } = site.settings.values;
  const perPage = setting < 1 ? maxPerPage : Math.min(setting, maxPerPage);
  const query = { ...queryOf(archive, page), page: String(page), per_page: String(perPage), _fields: 'id' };
  const found = await readApiPage(dispatch, apiPathOf(archive), query, client);
  if (!found || (found.records.length === 0 && (page > 1 || archive.needsEntries))) return undefined;
  return {
    ids: found.records.map(({ id }) => id),
    total: found.total,
    perPage,
    page,
    urlOf: (number) => escapeLiteral(numberedUrl(archive.link, number)),
  };
}

/** A search finds entries of all types with pages, as the search of the API does. */
const apiPathOf = ({ apiPath, search }: Archive): string => (search === undefined ? apiPath : '/cms/v2/search');

function queryOf({ query, search, templates }: Archive, page: number): Readonly<Record<string, string>> {
  if (search !== undefined) return { search, type: 'post', subtype: 'any' };
  // Sticky posts precede the others on the first page only.
  return templates.includes('home') && page === 1 ? { ...query, ignore_sticky: 'false' } : query;
}

/** Returns the URL of a page of an archive, from 1. */
export function numberedUrl(link: string, page: number): string {
  if (page === 1) return link;
  const [path = '', query] = link.split('?');
  return `${path}page/${page}/${query === undefined ? '' : `?${query}`}`;
}
