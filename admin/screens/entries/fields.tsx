// The columns of the list of entries, and its filters.

import type { Field } from '@wordpress/dataviews';
import { __ } from '@wordpress/i18n';
import { useMemo } from 'react';
import type { Taxonomy } from '../../data/bootstrap.ts';
import { createOptionFilter } from '../../data/lists/option-filter.tsx';
import { type OptionFilterSource, useOptionFilters } from '../../data/lists/use-option-filters.ts';
import type { ListedEntry } from '../../data/resources/entries.ts';
import { authorOptions, termOptions } from '../../data/resources/filter-options.ts';
import { statusColumn, titleColumn } from '../../ui/common-columns.tsx';
import { titleOf } from '../../ui/entry-title.ts';
import { formatDate } from '../../ui/format-date.ts';
import { Thumbnail } from '../../ui/media-preview.tsx';
import { textOf } from '../../ui/text-of.ts';
import { allColumns, columnOfTaxonomy, imageField, type ListedType } from './columns.ts';

type EntryField = Field<ListedEntry>;

/** Returns the columns of a list. `selected` returns the values that are selected in the filter of a column. */
export function useFields(listed: ListedType, selected: (column: string) => readonly string[]): EntryField[] {
  const sources = useMemo(() => optionFilters(listed), [listed]);
  const filters = useOptionFilters(sources, selected);
  return useMemo(() => {
    const shown = ['title', imageField, ...allColumns(listed)];
    return [...commonFields(), ...listed.taxonomies.map(termField)]
      .filter(({ id }) => shown.includes(id))
      .map((field) => ({ ...field, ...filters.get(field.id) }));
  }, [listed, filters]);
}

/** Returns the filters by users and terms. Their components are created once, so that they keep their state. */
const optionFilters = ({ taxonomies }: ListedType): OptionFilterSource<ListedEntry>[] =>
  [
    { column: 'author', options: authorOptions },
    ...taxonomies.map((taxonomy) => ({ column: columnOfTaxonomy(taxonomy), options: termOptions(taxonomy) })),
  ].map((source) => ({ ...source, Edit: createOptionFilter<ListedEntry>(source.options) }));

const termField = (taxonomy: Taxonomy): EntryField => ({
  id: columnOfTaxonomy(taxonomy),
  label: taxonomy.name,
  type: 'text',
  enableSorting: false,
  getValue: ({ item }) => termsOf(item, taxonomy.slug),
  render: ({ item }) => <>{termsOf(item, taxonomy.slug)}</>,
});

const termsOf = ({ _embedded }: ListedEntry, taxonomy: string): string =>
  (_embedded?.['wp:term']?.flat() ?? [])
    .filter((term) => term.taxonomy === taxonomy)
    .map(({ name = '' }) => textOf(name))
    .join(', ');

const authorOf = ({ _embedded }: ListedEntry): string => _embedded?.author?.[0]?.name ?? '';

function FeaturedImage({ entry: { _embedded, modified } }: { readonly entry: ListedEntry }) {
  const [image] = _embedded?.['wp:featuredmedia'] ?? [];
  const { source_url, media_type = 'image', mime_type = '', alt_text = '', media_details = {} } = image ?? {};
  // Images that the user may not read have no URL.
  if (source_url === undefined) return <span className="thumbnail file-type" data-type={__('No image')} />;
  return <Thumbnail file={{ source_url, media_type, mime_type, alt_text, media_details, modified }} />;
}

const parentOf = (entry: ListedEntry): string => {
  if (!entry.parent) return '';
  const [parent] = entry._embedded?.up ?? [];
  return parent?.title ? titleOf(parent) : `#${entry.parent}`;
};

/** Returns the columns that do not depend on taxonomies. The service filters and sorts the list, so no column does it in the browser. */
const commonFields = (): EntryField[] => [
  {
    id: imageField,
    label: __('Featured image'),
    type: 'media',
    enableSorting: false,
    enableHiding: false,
    filterBy: false,
    render: ({ item }) => <FeaturedImage entry={item} />,
  },
  titleColumn(),
  {
    id: 'parent',
    label: __('Parent'),
    type: 'text',
    filterBy: false,
    enableSorting: false,
    getValue: ({ item }) => parentOf(item),
    render: ({ item }) => <>{parentOf(item)}</>,
  },
  {
    id: 'author',
    label: __('Author'),
    type: 'text',
    getValue: ({ item }) => authorOf(item),
    render: ({ item }) => <>{authorOf(item)}</>,
  },
  statusColumn(),
  {
    id: 'date',
    label: __('Date'),
    type: 'date',
    filterBy: { operators: ['between', 'afterInc', 'beforeInc'] },
    getValue: ({ item }) => item.date ?? item.modified,
    render: ({ item }) => <time>{formatDate(item.date ?? item.modified)}</time>,
  },
  {
    id: 'modified',
    label: __('Modified'),
    type: 'datetime',
    filterBy: false,
    getValue: ({ item }) => item.modified,
    render: ({ item }) => <time>{formatDate(item.modified)}</time>,
  },
  {
    id: 'menu_order',
    label: __('Order'),
    type: 'integer',
    filterBy: false,
    getValue: ({ item }) => item.menu_order ?? 0,
  },
];
