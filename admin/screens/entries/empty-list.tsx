// The list without entries: either there are none yet, or none matches the search and the filters.
import { __ } from '@wordpress/i18n';
import { newEntryAction } from '../../actions/site-actions.ts';
import type { ContentType } from '../../data/bootstrap.ts';
import { DocumentLink } from '../../ui/document-link.tsx';
import { NothingMatches } from '../../ui/nothing-matches.tsx';

interface Props {
  readonly type: ContentType;
  readonly isFiltered: boolean;
  readonly clearFilters: () => void;
}

/** Says why the list is empty, and what the user can do. */
export function EmptyList({ type, isFiltered, clearFilters }: Props) {
  if (isFiltered)
    return <NothingMatches text={__('Nothing matches the search and the filters.')} clear={clearFilters} />;
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
