// Stores what the user types in this browser, and offers to restore what was not saved when the editor was closed.
import { __, sprintf } from '@wordpress/i18n';
import { useEffect, useRef } from 'react';
import type { LocalCopy } from '../../data/drafts/copy-store.ts';
import { useLocalCopies } from '../../data/drafts/use-local-copies.ts';
import { useBootstrap } from '../../data/use-bootstrap.ts';
import { formatDate, formatTime } from '../../ui/format-date.ts';
import { useNotices } from '../../ui/notices.tsx';
import { Differences } from './differences.tsx';

interface Props {
  readonly type: string;
  readonly entry: number;
  /** The copies of this entry whose tabs are closed, the newest first. */
  readonly copies: readonly LocalCopy[];
}

/** Stores copies. Displays a dialog if there is a copy with changes that were not saved. */
export function LocalCopies({ type, entry, copies }: Props) {
  const { user } = useBootstrap();
  const notify = useNotices();
  const { offered, restore, discard, postpone } = useLocalCopies({
    ...{ user: user.id, type, entry, copies },
    onFailure: () =>
      notify({
        kind: 'error',
        text: __(
          'This browser cannot store what you write until it is saved. Save often, and before you close the page.',
        ),
      }),
  });
  if (!offered) return null;
  const { copy, differences, isOutdated } = offered;
  const report = (error: unknown) => notify({ kind: 'error', text: String(error) });
  return (
    <RestoreDialog
      key={copy.tab}
      storedAt={copy.storedAt}
      modified={isOutdated ? differences.modified : undefined}
      restore={() => void restore(copy).catch(report)}
      discard={() => void discard(copy).catch(report)}
      postpone={postpone}
    >
      <Differences {...differences} />
    </RestoreDialog>
  );
}

interface DialogProps {
  readonly storedAt: number;
  /** The time at which another version was saved after the one that the copy is based on. */
  readonly modified: string | undefined;
  readonly children: React.ReactNode;
  readonly restore: () => void;
  readonly discard: () => void;
  readonly postpone: () => void;
}

function RestoreDialog({ storedAt, modified, children, restore, discard, postpone }: DialogProps) {
  const dialog = useRef<HTMLDialogElement>(null);
  useEffect(() => dialog.current?.showModal(), []);
  return (
    <dialog ref={dialog} className="confirm wide" aria-labelledby="restore-title" onCancel={postpone}>
      <h2 id="restore-title">{__('Restore unsaved changes?')}</h2>
      <p>
        {/* translators: %s: date and time. */}
        {sprintf(__('This browser has stored changes from %s that were not saved.'), formatTime(storedAt))}
      </p>
      {modified !== undefined && (
        <p className="error">
          {sprintf(
            /* translators: %s: date and time. */
            __(
              'The entry was changed meanwhile: another version was saved on %s. If you restore your changes and save them, they replace it.',
            ),
            formatDate(modified),
          )}
        </p>
      )}
      {children}
      <p className="buttons">
        <button type="button" className="button primary" onClick={restore}>
          {__('Restore')}
        </button>
        <button type="button" className="button" onClick={postpone}>
          {__('Decide later')}
        </button>
        <button type="button" className="button" onClick={discard}>
          {__('Discard')}
        </button>
      </p>
    </dialog>
  );
}
