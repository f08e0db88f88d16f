// The statuses, the search and the filters of the list.
import { __, sprintf } from '@wordpress/i18n';
import { useEffect, useRef, useState } from 'react';
import { Link } from 'wouter';
import { useDebounced } from '../../ui/use-debounced.ts';
import { type CommentView, type ListedStatus, pathOfView, statusTabs } from './view.ts';

/** Time between the last key press and the search, in milliseconds. */
const searchDelayMs = 300;

interface TabsProps {
  readonly view: CommentView;
  readonly counts: Readonly<Partial<Record<ListedStatus, number>>>;
}

/** Links to the lists of the statuses, with the numbers of comments. */
export function StatusTabs({ view, counts }: TabsProps) {
  return (
    <nav className="comment-tabs" aria-label={__('Status')}>
      <ul>
        {statusTabs().map(({ status, label }) => (
          <li key={status}>
            <Link
              href={pathOfView({ ...view, status, page: 1 })}
              aria-current={view.status === status ? 'page' : undefined}
            >
              {label} <span className="count">{counts[status] ?? '–'}</span>
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  );
}

interface SearchProps {
  readonly value: string;
  readonly change: (search: string) => void;
}

/** The search field. The list follows when the user stops typing. */
export function Search({ value, change }: SearchProps) {
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
      className="comment-search"
      aria-label={__('Search comments')}
      placeholder={__('Search comments')}
      value={text}
      onChange={(event) => setText(event.target.value)}
    />
  );
}

interface FiltersProps {
  readonly view: CommentView;
  /** The title of the entry to which the list is limited, if it is known. */
  readonly entryTitle: string | undefined;
}

/** The filters by entry and author, with links that remove them. Renders nothing if there are none. */
export function ActiveFilters({ view, entryTitle }: FiltersProps) {
  if (view.post === 0 && view.email === '') return null;
  return (
    <p className="active-filters">
      {view.post !== 0 && (
        <span>
          {/* translators: %s: title of an entry. */}
          {sprintf(__('On: %s'), entryTitle ?? String(view.post))}{' '}
          <Link href={pathOfView({ ...view, post: 0, page: 1 })}>{__('Show all entries')}</Link>
        </span>
      )}
      {view.email !== '' && (
        <span>
          {/* translators: %s: email address. */}
          {sprintf(__('By: %s'), view.email)}{' '}
          <Link href={pathOfView({ ...view, email: '', page: 1 })}>{__('Show all authors')}</Link>
        </span>
      )}
    </p>
  );
}
