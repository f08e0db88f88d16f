// A search field whose value is part of the URL.
import { useEffect, useRef, useState } from 'react';
import { useDebounced } from './use-debounced.ts';

/** Time between the last key press and the search, in milliseconds. */
const searchDelayMs = 300;

interface Props {
  /** The name of the field. */
  readonly label: string;
  /** The search of the URL. */
  readonly value: string;
  /** Called with the trimmed text when the user stops typing. */
  readonly change: (search: string) => void;
}

/** A search field. What it searches follows when the user stops typing. */
export function SearchField({ label, value, change }: Props) {
  const [text, setText] = useState(value);
  const settled = useDebounced(text, searchDelayMs);
  // The search that this field has caused. Another one, such as that of the browser's Back button, replaces the text.
  const own = useRef(value);
  // biome-ignore lint/correctness/useExhaustiveDependencies: only what the user has typed changes the list.
  useEffect(() => {
    const search = settled.trim();
    if (search === own.current) return;
    own.current = search;
    change(search);
  }, [settled]);
  useEffect(() => {
    if (value === own.current) return;
    own.current = value;
    setText(value);
  }, [value]);
  return (
    <input
      type="search"
      className="search-field"
      aria-label={label}
      placeholder={label}
      value={text}
      onChange={(event) => setText(event.target.value)}
    />
  );
}
