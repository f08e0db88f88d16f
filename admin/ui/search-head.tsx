// The head of a field whose options are searched: the search field, the number of results, and why the search has failed.
import { __, sprintf } from '@wordpress/i18n';
import { useState } from 'react';
import { countText } from './count-text.ts';
import { useDebounced } from './use-debounced.ts';

/** Time between the last key press and the search, in milliseconds. */
const delayMs = 250;

/** The text in a search field. */
interface TypedSearch {
  readonly typed: string;
  readonly setTyped: (typed: string) => void;
  /** The text to search, without spaces around it. It follows when the user stops typing. */
  readonly text: string;
}

/** Returns the state of a search, which is empty at first. */
export function useTypedSearch(): TypedSearch {
  const [typed, setTyped] = useState('');
  return { typed, setTyped, text: useDebounced(typed.trim(), delayMs) };
}

interface Props {
  /** The label of the field whose options are searched. */
  readonly label: string;
  readonly search: TypedSearch;
  /** The number of results; undefined before the first ones are known. */
  readonly count: number | undefined;
  readonly error: Error | null;
}

/** The head. Screen readers announce the number of results; if there are none, everyone sees it. */
export function SearchHead({ label, search, count, error }: Props) {
  return (
    <>
      <input
        type="search"
        value={search.typed}
        onChange={({ target }) => search.setTyped(target.value)}
        // A form around it must not be submitted.
        onKeyDown={(event) => event.key === 'Enter' && event.preventDefault()}
        /* translators: %s: label of a field or a filter, such as "Categories". */
        aria-label={sprintf(__('Search: %s'), label)}
        placeholder={__('Search')}
      />
      <p role="status" className={count === 0 ? 'quiet' : 'visually-hidden'}>
        {count !== undefined && countText(count)}
      </p>
      {error && (
        <p role="alert" className="error">
          {error.message}
        </p>
      )}
    </>
  );
}
