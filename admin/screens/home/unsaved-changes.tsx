// A section of the home screen with changes that only this browser has stored, such as those of a new entry whose tab was closed.
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { __, sprintf } from '@wordpress/i18n';
import { findLeftCopies } from '../../data/drafts/copies.ts';
import { deleteCopy, designCopies, type LocalCopy } from '../../data/drafts/copy-store.ts';
import { useBootstrap } from '../../data/use-bootstrap.ts';
import { useConfirm } from '../../ui/confirm.tsx';
import { DocumentLink } from '../../ui/document-link.tsx';
import { formatTime } from '../../ui/format-date.ts';
import { paths } from '../../ui/paths.ts';
import { Card } from './card.tsx';

/** The changes that were not saved. Displays nothing if there are none. */
export function UnsavedChanges() {
  const { user } = useBootstrap();
  const queries = useQueryClient();
  const { confirm, dialog } = useConfirm();
  const queryKey = ['unsaved-changes', user.id];
  const { data: copies = [] } = useQuery({ queryKey, queryFn: () => findLeftCopies(user.id), staleTime: 0 });
  const discard = async (copy: LocalCopy) => {
    if (!(await confirm(__('Discard these changes? They cannot be restored.'), __('Discard')))) return;
    await deleteCopy(copy);
    await queries.invalidateQueries({ queryKey });
  };
  if (copies.length === 0) return null;
  return (
    <Card title={__('Not saved yet')} total={copies.length} error={null} isLoading={false}>
      <ul className="items">
        {copies.map((copy) => (
          <li key={copy.tab}>
            <DocumentLink path={pathOf(copy)}>{titleOf(copy)}</DocumentLink>
            <span className="quiet">
              {/* translators: %s: date and time. */}
              {sprintf(__('Stored in this browser on %s'), formatTime(copy.storedAt))}
              <button
                type="button"
                className="button plain"
                /* translators: %s: title of an entry. */
                aria-label={sprintf(__('Discard the changes of %s'), titleOf(copy))}
                onClick={() => void discard(copy)}
              >
                {__('Discard')}
              </button>
            </span>
          </li>
        ))}
      </ul>
      {dialog}
    </Card>
  );
}

const isOfDesign = ({ type }: LocalCopy): boolean => type === designCopies;

const pathOf = (copy: LocalCopy): string => (isOfDesign(copy) ? paths.siteEditor : paths.entry(copy.type, copy.entry));

const titleOf = (copy: LocalCopy): string => (isOfDesign(copy) ? __('Site editor') : copy.title || __('(no title)'));
