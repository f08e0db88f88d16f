// The list without entries: either there are none yet, or none matches the search and the filters.
import { __ } from '@wordpress/i18n';
import { newEntryAction } from '../../actions/site-actions.ts';
import type { ContentType } from '../../data/bootstrap.ts';
import { DocumentLink } from '../../ui/document-link.tsx';

interface Props {
  readonly type: ContentType;
  readonly isFiltered: boolean;
  readonly clearFilters: () => void;
}

/** Says why the list is empty, and what the user can do. */
export function EmptyList({ type, isFiltered, clearFilters }: Props) {
  if (isFiltered)
    return (
      <div className="empty">
        <p>{__('Nothing matches the search and the filters.')}</p>
        <button type="button" className="button" onClick={clearFilters}>
          {__('Clear search and filters')}
        </button>
      </div>
    );
  const action = newEntryAction(type);
  return (
    <div className="empty">
      <p>{__('There is nothing here yet.')}</p>
      {action && (
        <DocumentLink path={action.path} className="button">
          {action.label}
        </DocumentLink>
      )}
    </div>
  );
}
