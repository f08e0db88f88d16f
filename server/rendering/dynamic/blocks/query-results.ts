// The results of the query that encloses a block: those of the query itself, or the list of the page of the site.
import type { BlockContext } from '../dynamic-block.ts';
import type { LoadedData, Need } from '../needs.ts';
import type { EntryView } from '../views.ts';

/** Returns the needs of a block that renders the entries of the enclosing query. */
export const needsEntriesOfQuery = ({ query }: BlockContext): Need[] => {
  if (query?.list) return query.list.ids.map((id) => ({ kind: 'entry', id }));
  return query ? [{ kind: 'entries', query: query.query }] : [];
};

/** Returns the entries of the enclosing query; none outside of a query. */
export const entriesOfQuery = ({ query }: BlockContext, found: LoadedData): readonly EntryView[] => {
  if (query?.list) return query.list.ids.flatMap((id) => found.entry(id) ?? []);
  return query ? found.entries(query.query) : [];
};

/** Returns the needs of a block that renders the number of results of the enclosing query. */
export const needsTotalOfQuery = ({ query }: BlockContext): Need[] =>
  query && !query.list ? [{ kind: 'total', query: query.query }] : [];

/** Returns the number of results of the enclosing query on all its pages. */
export const totalOfQuery = ({ query }: BlockContext, found: LoadedData): number =>
  query?.list?.total ?? (query ? found.total(query.query) : 0);

/** Returns the number of pages of the enclosing query. */
export function pagesOfQuery(context: BlockContext, found: LoadedData): number {
  const { query } = context;
  if (!query) return 0;
  const { list, pages, skipped } = query;
  const total = Math.max(0, totalOfQuery(context, found) - (list ? 0 : skipped));
  const all = Math.ceil(total / (list?.perPage ?? query.query.limit));
  return pages > 0 && !list ? Math.min(pages, all) : all;
}

/** Returns the URL of a page of the enclosing query, escaped for an attribute. */
export function urlOfQueryPage({ entry, page: sitePage, query }: BlockContext, page: number): string {
  if (query?.list) return query.list.urlOf(page);
  const url = sitePage?.url ?? entry.url;
  if (page === 1 && sitePage) return url;
  return `${url}${url.includes('?') ? '&amp;' : '?'}query-${query?.number ?? 0}-page=${page}`;
}
