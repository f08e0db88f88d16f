// The columns of the list of entries, and its filters.

import { useQueries } from '@tanstack/react-query';
import type { Field } from '@wordpress/dataviews';
import { __ } from '@wordpress/i18n';
import { useMemo } from 'react';
import type { Taxonomy } from '../../data/bootstrap.ts';
import type { ListedEntry } from '../../data/resources/entries.ts';
import { authorOptions, type FilterOptions, termOptions } from '../../data/resources/filter-options.ts';
import { titleOf } from '../../ui/entry-title.ts';
import { formatDate } from '../../ui/format-date.ts';
import { statusLabels } from '../../ui/status-labels.ts';
import { textOf } from '../../ui/text-of.ts';
import { allColumns, columnOfTaxonomy, type ListedType } from './columns.ts';
import { createOptionFilter } from './option-filter.tsx';

type EntryField = Field<ListedEntry>;

/** The selected values of a filter by records. `names` has the names of those that are loaded, by their IDs. */
interface OptionNames {
  readonly names: ReadonlyMap<string, string>;
}

/** Returns the columns of a list. `selected` returns the values that are selected in the filter of a column. */
export function useFields(listed: ListedType, selected: (column: string) => readonly string[]): EntryField[] {
  const sources = useMemo(() => optionFilters(listed), [listed]);
  const names = useQueries({
    queries: sources.map(({ column, options }) => {
      const ids = [...selected(column)].sort();
      return {
        queryKey: ['filter-options', options.key, 'names', ids],
        queryFn: ({ signal }: { signal: AbortSignal }) => options.find(ids, signal),
        enabled: ids.length > 0,
      };
    }),
    combine: (results) => results.map(({ data = [] }) => new Map(data.map(({ value, label }) => [value, label]))),
  });
  return useMemo(() => {
    const shown = ['title', ...allColumns(listed)];
    const filters = new Map(
      sources.map(({ column, Edit }, at) => [column, optionFilter(Edit, names[at] ?? new Map())]),
    );
    return [...commonFields(), ...listed.taxonomies.map(termField)]
      .filter(({ id }) => shown.includes(id))
      .map((field) => ({ ...field, ...filters.get(field.id) }));
  }, [listed, sources, names]);
}

interface OptionFilterSource {
  readonly column: string;
  readonly options: FilterOptions;
  readonly Edit: ReturnType<typeof createOptionFilter>;
}

/** Returns the filters by users and terms. Their components are created once, so that they keep their state. */
const optionFilters = ({ taxonomies }: ListedType): OptionFilterSource[] =>
  [
    { column: 'author', options: authorOptions },
    ...taxonomies.map((taxonomy) => ({ column: columnOfTaxonomy(taxonomy), options: termOptions(taxonomy) })),
  ].map((source) => ({ ...source, Edit: createOptionFilter(source.options) }));

/** Returns the properties of a column that is filtered by records. The chip of the filter displays their names. */
const optionFilter = (
  Edit: OptionFilterSource['Edit'],
  names: OptionNames['names'],
): Pick<EntryField, 'Edit' | 'filterBy' | 'getValueFormatted'> => ({
  Edit,
  filterBy: { operators: ['isAny'] },
  getValueFormatted: ({ item, field }) => {
    const value = String(field.getValue({ item }));
    return names.get(value) ?? value;
  },
});

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

const parentOf = (entry: ListedEntry): string => {
  if (!entry.parent) return '';
  const [parent] = entry._embedded?.up ?? [];
  return parent?.title ? titleOf(parent) : `#${entry.parent}`;
};

/** Returns the columns that do not depend on taxonomies. The service filters and sorts the list, so no column does it in the browser. */
const commonFields = (): EntryField[] => [
  {
    id: 'title',
    label: __('Title'),
    type: 'text',
    filterBy: false,
    enableHiding: false,
    enableGlobalSearch: true,
    getValue: ({ item }) => titleOf(item),
  },
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
  {
    id: 'status',
    label: __('Status'),
    type: 'text',
    enableSorting: false,
    elements: Object.entries(statusLabels()).map(([value, label]) => ({ value, label })),
    filterBy: { operators: ['isAny'], isPrimary: true },
    getValue: ({ item }) => item.status,
    render: ({ item }) => <>{statusLabels()[item.status] ?? item.status}</>,
  },
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
