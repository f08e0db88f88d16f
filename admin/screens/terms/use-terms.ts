// The list of the terms of a taxonomy: a tree if the taxonomy has one, otherwise, and for searches, pages of the service.
import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import type { View } from '@wordpress/dataviews';
import type { ListedTerm } from '../../actions/terms.ts';
import type { Taxonomy } from '../../data/bootstrap.ts';
import type { Page } from '../../data/client.ts';
import { type ListView, useListPage, useListView } from '../../data/lists/use-list-view.ts';
import { apiQueryOf, type ListDefinition } from '../../data/lists/view.ts';
import { listTerms, readAllTerms } from '../../data/resources/terms.ts';
import { paths } from '../../ui/paths.ts';
import { treeOf } from './tree.ts';

/** The columns and the sort keys of lists of terms. */
const definition: ListDefinition = {
  titleField: 'name',
  columns: ['description', 'slug', 'count'],
  defaultColumns: ['description', 'slug', 'count'],
  orders: { name: 'name', slug: 'slug', count: 'count' },
  defaultSort: { field: 'name', direction: 'asc' },
  filters: [],
  hasDateFilter: false,
};

/** Returns the view of the list of a taxonomy. */
export const useTermView = ({ slug }: Taxonomy): ListView =>
  useListView({ name: `terms-${slug}`, path: paths.terms(slug), definition });

/** Whether a view shows the tree: without a search, in the order of the names. */
export const isTree = ({ hierarchical }: Taxonomy, { search = '', sort }: View): boolean =>
  hierarchical && search === '' && sort?.field === 'name' && sort.direction === 'asc';

/** Reads the terms of a view. */
export function useTerms(taxonomy: Taxonomy, list: ListView) {
  const { view } = list;
  const queries = useQueryClient();
  const query = apiQueryOf(view, definition);
  return useListPage(list, {
    queryKey: ['terms', taxonomy.slug, 'page', query],
    read: async (signal): Promise<Page<ListedTerm>> => {
      const tree = isTree(taxonomy, view) ? await readTree(queries, taxonomy) : undefined;
      if (tree) return pageOf(tree, view);
      const { items, ...page } = await listTerms(taxonomy, query, signal);
      return { ...page, items: items.map((term) => ({ ...term, level: 0 })) };
    },
  });
}

/** Reads the whole tree, once for all its pages; undefined if it is too large. */
const readTree = (queries: QueryClient, taxonomy: Taxonomy): Promise<readonly ListedTerm[] | undefined> =>
  queries
    .fetchQuery({
      queryKey: ['terms', taxonomy.slug, 'tree'],
      queryFn: async () => (await readAllTerms(taxonomy)) ?? null,
      staleTime: 60_000,
    })
    .then((terms) => terms && treeOf(terms))
    .then((tree) => tree ?? undefined);

function pageOf(tree: readonly ListedTerm[], { page = 1, perPage = 20 }: View): Page<ListedTerm> {
  const pages = Math.max(1, Math.ceil(tree.length / perPage));
  const start = (Math.min(page, pages) - 1) * perPage;
  return { items: tree.slice(start, start + perPage), total: tree.length, pages };
}
