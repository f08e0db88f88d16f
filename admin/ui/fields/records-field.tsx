// A field for any number of records, such as terms: the user searches them, so that it does not matter how many there are.
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { _n, sprintf } from '@wordpress/i18n';
import { useId, useState } from 'react';
import { SearchHead, useTypedSearch } from '../search-head.tsx';
import { describedBy, FieldNotes } from './labelled.tsx';

/** A record to choose. */
interface Option {
  /** The ID, as text. */
  readonly value: string;
  readonly label: string;
}

/** A source of records. */
interface Source {
  /** Identifies the source in caches. */
  readonly key: string;
  readonly search: (text: string, signal: AbortSignal) => Promise<readonly Option[]>;
  readonly find: (ids: readonly string[], signal: AbortSignal) => Promise<readonly Option[]>;
}

interface Props {
  readonly label: string;
  readonly help?: string | undefined;
  readonly error?: string | undefined;
  /** The IDs of the chosen records. */
  readonly value: readonly number[];
  readonly onChange: (ids: readonly number[]) => void;
  readonly source: Source;
}

/** A search field, with the chosen records and those that the search has found as checkboxes. */
export function RecordsField({ label, help, error, value, onChange, source }: Props) {
  const id = useId();
  const search = useTypedSearch();
  const { text } = search;
  const [initial] = useState(() => value.map(String));
  const ids = [...new Set([...initial, ...value.map(String)])].sort();
  const chosen = useQuery({
    queryKey: ['filter-options', source.key, 'names', ids],
    queryFn: ({ signal }) => source.find(ids, signal),
    placeholderData: keepPreviousData,
    enabled: ids.length > 0,
  });
  const found = useQuery({
    queryKey: ['filter-options', source.key, 'search', text],
    queryFn: ({ signal }) => source.search(text, signal),
    placeholderData: keepPreviousData,
  });
  const options = text === '' ? withChosen(initial, chosen.data ?? [], found.data ?? []) : (found.data ?? []);
  const select = (option: number, isSelected: boolean) =>
    onChange(
      isSelected ? [...value, option].sort((one, other) => one - other) : value.filter((each) => each !== option),
    );
  return (
    <fieldset className="field records-field" aria-describedby={describedBy(id, help, error)}>
      <legend>
        {label}
        {value.length > 0 && <span className="quiet"> {chosenText(value.length)}</span>}
      </legend>
      <SearchHead {...{ label, search }} count={found.data?.length} error={found.error ?? chosen.error} />
      <div className="options">
        {options.map((option) => (
          <label key={option.value}>
            <input
              type="checkbox"
              checked={value.includes(Number(option.value))}
              onChange={({ target }) => select(Number(option.value), target.checked)}
            />
            {option.label}
          </label>
        ))}
      </div>
      <FieldNotes {...{ id, help, error }} />
    </fieldset>
  );
}

/** Returns the options: first those that were chosen at the beginning, so that no option moves while the user chooses. */
function withChosen(
  initial: readonly string[],
  chosen: readonly Option[],
  others: readonly Option[],
): readonly Option[] {
  const first = chosen.filter(({ value }) => initial.includes(value));
  const options = [...first, ...others, ...chosen];
  return [...new Map(options.map((option) => [option.value, option])).values()];
}

const chosenText = (count: number): string =>
  /* translators: %d: number of chosen records, such as terms. */
  sprintf(_n('(%d chosen)', '(%d chosen)', count), count);
