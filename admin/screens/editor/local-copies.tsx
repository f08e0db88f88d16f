// Stores what the user types in this browser, and offers to restore what was not saved when the editor was closed.
import { __, sprintf } from '@wordpress/i18n';
import { Differences } from '../../actions/unsaved-changes/differences.tsx';
import { RestoreDialog } from '../../actions/unsaved-changes/restore-dialog.tsx';
import type { LocalCopy } from '../../data/drafts/copy-store.ts';
import { useLocalCopies } from '../../data/drafts/use-local-copies.ts';
import { useBootstrap } from '../../data/use-bootstrap.ts';
import { formatDate } from '../../ui/format-date.ts';
import { useNotices } from '../../ui/notices.tsx';

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
      warning={
        isOutdated
          ? sprintf(
              /* translators: %s: date and time. */
              __(
                'The entry was changed meanwhile: another version was saved on %s. If you restore your changes and save them, they replace it.',
              ),
              formatDate(differences.modified),
            )
          : undefined
      }
      restore={() => void restore(copy).catch(report)}
      discard={() => void discard(copy).catch(report)}
      postpone={postpone}
    >
      <Differences {...differences} />
    </RestoreDialog>
  );
}
