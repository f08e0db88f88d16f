// A filter by records, such as terms: the user searches them, so that it does not matter how many there are.
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import type { DataFormControlProps } from '@wordpress/dataviews';
import { SearchHead, useTypedSearch } from '../../ui/search-head.tsx';
import type { FilterOption, FilterOptions } from '../resources/filter-options.ts';

/** Returns a component with which the user selects the values of a filter. It must be created once for each source. */
export const createOptionFilter = <T,>(options: FilterOptions) =>
  function OptionFilter({ data, field, onChange }: DataFormControlProps<T>) {
    const search = useTypedSearch();
    const { text } = search;
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
        <SearchHead {...{ label: field.label, search }} count={found.data?.length} error={found.error} />
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
