// The view of the list of a content type, and the entries that it shows.
import { useMemo } from 'react';
import { type ListView, useListPage, useListView } from '../../data/lists/use-list-view.ts';
import { listEntries } from '../../data/resources/entries.ts';
import { paths } from '../../ui/paths.ts';
import { definitionOf, entryQueryOf, type ListedType } from './columns.ts';

/** Returns the view of the list of a content type. */
export function useEntryView(listed: ListedType): ListView {
  const { slug } = listed.type;
  const definition = useMemo(() => definitionOf(listed), [listed]);
  return useListView({ name: slug, path: paths.entries(slug), definition });
}

/** Reads the entries of a view. */
export function useEntries(listed: ListedType, list: ListView) {
  const { type } = listed;
  const query = entryQueryOf(list.view, listed);
  return useListPage(list, {
    queryKey: ['entries', type.slug, query],
    read: (signal) => listEntries(type, query, signal),
  });
}
