// Filters by records, such as users and terms.
import { useQueries } from '@tanstack/react-query';
import type { Field } from '@wordpress/dataviews';
import { useMemo } from 'react';
import type { FilterOptions } from '../resources/filter-options.ts';
import type { createOptionFilter } from './option-filter.tsx';

/** A column that is filtered by records. */
export interface OptionFilterSource<T> {
  readonly column: string;
  readonly options: FilterOptions;
  /** The component that selects the records. It must be created once, so that it keeps its state. */
  readonly Edit: ReturnType<typeof createOptionFilter<T>>;
}

/** The properties of a column that is filtered by records. */
export type OptionFilter<T> = Pick<Field<T>, 'Edit' | 'filterBy' | 'getValueFormatted'>;

/**
 * Returns the properties of the columns that are filtered by records, by the names of the columns. The chips of the filters display the names
 * of the records. `selected` returns the values that are selected in the filter of a column.
 */
export function useOptionFilters<T>(
  sources: readonly OptionFilterSource<T>[],
  selected: (column: string) => readonly string[],
): ReadonlyMap<string, OptionFilter<T>> {
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
  return useMemo(
    () => new Map(sources.map(({ column, Edit }, at) => [column, optionFilter(Edit, names[at] ?? new Map())])),
    [sources, names],
  );
}

const optionFilter = <T>(Edit: OptionFilterSource<T>['Edit'], names: ReadonlyMap<string, string>): OptionFilter<T> => ({
  Edit,
  filterBy: { operators: ['isAny'] },
  getValueFormatted: ({ item, field }) => {
    const value = String(field.getValue({ item }));
    return names.get(value) ?? value;
  },
});
