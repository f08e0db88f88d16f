// The list of media items: its columns, filters and order, for its screen and for those of the items, which lead to their neighbors.
import type { View } from '@wordpress/dataviews';
import { paths } from '../../ui/paths.ts';
import { listMedia, mediaKey } from '../resources/media.ts';
import { type ListView, useListPage, useListView } from './use-list-view.ts';
import { apiQueryOf, type ListDefinition } from './view.ts';

/** The columns, filters and orders of the list. */
export const mediaDefinition: ListDefinition = {
  titleField: 'title',
  columns: ['media_type', 'author', 'date', 'filesize', 'dimensions', 'modified'],
  defaultColumns: ['media_type', 'author', 'date', 'filesize'],
  orders: { title: 'title', date: 'date', author: 'author', modified: 'modified' },
  defaultSort: { field: 'date', direction: 'desc' },
  filters: ['media_type', 'author'],
  hasDateFilter: true,
  grid: { mediaField: 'preview', fields: [], isDefault: true },
};

/** Returns the view of the list. */
export const useMediaView = (): ListView =>
  useListView({ name: 'attachment', path: paths.media, definition: mediaDefinition });

/** Returns the key and the request of the page of a view. */
export function mediaPageOf(view: View) {
  const query = apiQueryOf(view, mediaDefinition);
  return { queryKey: [mediaKey, 'list', query], read: (signal: AbortSignal) => listMedia(query, signal) };
}

/** Reads the media items of a view. */
export const useMediaPage = (list: ListView) => useListPage(list, mediaPageOf(list.view));
