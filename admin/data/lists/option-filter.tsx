// A filter by records, such as terms: the user searches them, so that it does not matter how many there are.
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import type { DataFormControlProps } from '@wordpress/dataviews';
import { __, sprintf } from '@wordpress/i18n';
import { useState } from 'react';
import { countText } from '../../ui/count-text.ts';
import { useDebounced } from '../../ui/use-debounced.ts';
import type { FilterOption, FilterOptions } from '../resources/filter-options.ts';

/** Time between the last key press and the search, in milliseconds. */
const delayMs = 250;

/** Returns a component with which the user selects the values of a filter. It must be created once for each source. */
export const createOptionFilter = <T,>(options: FilterOptions) =>
  function OptionFilter({ data, field, onChange }: DataFormControlProps<T>) {
    const [search, setSearch] = useState('');
    const text = useDebounced(search.trim(), delayMs);
    const found = useQuery({
      queryKey: ['filter-options', options.key, 'search', text],
      queryFn: ({ signal }) => options.search(text, signal),
      placeholderData: keepPreviousData,
    });
    const value: unknown = field.getValue({ item: data });
    const selected = Array.isArray(value) ? value.map(String) : [];
    const toggle = (id: string) => {
      const changed = selected.includes(id) ? selected.filter((each) => each !== id) : [...selected, id];
      onChange(field.setValue({ item: data, value: changed.length > 0 ? changed : undefined }));
    };
    return (
      <div className="option-filter">
        <input
          type="search"
          value={search}
          onChange={({ target }) => setSearch(target.value)}
          /* translators: %s: name of a filter, such as "Author". */
          aria-label={sprintf(__('Search: %s'), field.label)}
          placeholder={__('Search')}
        />
        <p role="status" className={found.data?.length === 0 ? 'quiet' : 'visually-hidden'}>
          {found.data && countText(found.data.length)}
        </p>
        {found.error && (
          <p role="alert" className="error">
            {found.error.message}
          </p>
        )}
        <OptionList label={field.label} options={found.data ?? []} selected={selected} toggle={toggle} />
      </div>
    );
  };

interface OptionListProps {
  readonly label: string;
  readonly options: readonly FilterOption[];
  readonly selected: readonly string[];
  readonly toggle: (id: string) => void;
}

function OptionList({ label, options, selected, toggle }: OptionListProps) {
  return (
    <fieldset>
      <legend className="visually-hidden">{label}</legend>
      {options.map(({ value, label: name }) => (
        <label key={value}>
          <input type="checkbox" checked={selected.includes(value)} onChange={() => toggle(value)} />
          {name}
        </label>
      ))}
    </fieldset>
  );
}
