// The statuses and the filters of the list.
import { __, sprintf } from '@wordpress/i18n';
import { Link } from 'wouter';
import { type CommentView, type ListedStatus, pathOfView, statusTabs } from './view.ts';

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
