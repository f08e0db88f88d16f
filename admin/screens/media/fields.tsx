// The columns of the media library, and its filters.
import type { Field } from '@wordpress/dataviews';
import { __ } from '@wordpress/i18n';
import { useMemo } from 'react';
import { createOptionFilter } from '../../data/lists/option-filter.tsx';
import { useOptionFilters } from '../../data/lists/use-option-filters.ts';
import { authorOptions } from '../../data/resources/filter-options.ts';
import type { ListedMedia } from '../../data/resources/media.ts';
import { titleColumn } from '../../ui/common-columns.tsx';
import { formatBytes } from '../../ui/format-bytes.ts';
import { formatDate } from '../../ui/format-date.ts';
import { Thumbnail } from '../../ui/media-preview.tsx';
import { mediaTypeLabels, nameOfMediaType } from '../../ui/media-type.ts';

const optionFilters = [
  { column: 'author', options: authorOptions, Edit: createOptionFilter<ListedMedia>(authorOptions) },
];

/** Returns the columns. `selected` returns the values that are selected in the filter of a column. */
export function useFields(selected: (column: string) => readonly string[]): Field<ListedMedia>[] {
  const filters = useOptionFilters(optionFilters, selected);
  return useMemo(() => commonFields().map((field) => ({ ...field, ...filters.get(field.id) })), [filters]);
}

const authorOf = ({ _embedded }: ListedMedia): string => _embedded?.author?.[0]?.name ?? '';

const dimensionsOf = ({ media_details: { width, height } }: ListedMedia): string =>
  width && height ? `${width} × ${height}` : '';

const sizeOf = ({ filesize }: ListedMedia): string => (filesize === null ? '' : formatBytes(filesize));

/** Returns the columns without the filters by records. The service filters and sorts the list, so no column does it in the browser. */
const commonFields = (): Field<ListedMedia>[] => [
  {
    id: 'preview',
    label: __('Preview'),
    type: 'media',
    enableSorting: false,
    filterBy: false,
    render: ({ item }) => <Thumbnail file={item} />,
  },
  titleColumn(),
  {
    id: 'media_type',
    label: __('Type'),
    type: 'text',
    enableSorting: false,
    elements: Object.entries(mediaTypeLabels()).map(([value, label]) => ({ value, label })),
    filterBy: { operators: ['isAny'], isPrimary: true },
    getValue: ({ item }) => item.mime_type.slice(0, item.mime_type.indexOf('/')),
    render: ({ item }) => <>{nameOfMediaType(item.mime_type)}</>,
  },
  {
    id: 'author',
    label: __('Author'),
    type: 'text',
    getValue: ({ item }) => authorOf(item),
    render: ({ item }) => <>{authorOf(item)}</>,
  },
  {
    id: 'date',
    label: __('Date'),
    type: 'date',
    filterBy: { operators: ['between', 'afterInc', 'beforeInc'] },
    getValue: ({ item }) => item.date,
    render: ({ item }) => <time>{formatDate(item.date)}</time>,
  },
  {
    id: 'filesize',
    label: __('Size'),
    type: 'text',
    enableSorting: false,
    filterBy: false,
    getValue: ({ item }) => sizeOf(item),
  },
  {
    id: 'dimensions',
    label: __('Dimensions'),
    type: 'text',
    enableSorting: false,
    filterBy: false,
    getValue: ({ item }) => dimensionsOf(item),
  },
  {
    id: 'modified',
    label: __('Modified'),
    type: 'datetime',
    filterBy: false,
    getValue: ({ item }) => item.modified,
    render: ({ item }) => <time>{formatDate(item.modified)}</time>,
  },
];
