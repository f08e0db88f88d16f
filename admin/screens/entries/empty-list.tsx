// The list without entries: either there are none yet, or none matches the search and the filters.
import { __ } from '@wordpress/i18n';
import type { ContentType } from '../../data/bootstrap.ts';
import { DocumentLink } from '../../ui/document-link.tsx';
import { paths } from '../../ui/paths.ts';

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
  return (
    <div className="empty">
      <p>{__('There is nothing here yet.')}</p>
      {type.can.create && (
        <DocumentLink path={paths.newEntry(type.slug)} className="button">
          {type.labels.add_new_item ?? __('Add')}
        </DocumentLink>
      )}
    </div>
  );
}
