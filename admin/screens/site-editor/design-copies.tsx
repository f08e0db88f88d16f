// Stores unsaved changes in this browser, and offers to restore what was not saved when the site editor was closed.
import { __ } from '@wordpress/i18n';
import { Differences } from '../../actions/unsaved-changes/differences.tsx';
import { RestoreDialog } from '../../actions/unsaved-changes/restore-dialog.tsx';
import type { LocalCopy } from '../../data/drafts/copy-store.ts';
import { useDesignCopies } from '../../data/drafts/use-design-copies.ts';
import { useBootstrap } from '../../data/use-bootstrap.ts';
import { useNotices } from '../../ui/notices.tsx';

interface Props {
  /** The copies whose tabs are closed, the newest first. */
  readonly copies: readonly LocalCopy[];
}

/** Stores copies. Displays a dialog if there is a copy with changes that were not saved. */
export function DesignCopies({ copies }: Props) {
  const { user } = useBootstrap();
  const notify = useNotices();
  const { offered, restore, discard, postpone } = useDesignCopies({
    ...{ user: user.id, copies },
    onFailure: () =>
      notify({
        kind: 'error',
        text: __(
          'This browser cannot store your changes until they are saved. Save often, and before you close the page.',
        ),
      }),
  });
  if (!offered) return null;
  const { copy, records } = offered;
  const report = (error: unknown) => notify({ kind: 'error', text: String(error) });
  return (
    <RestoreDialog
      key={copy.tab}
      storedAt={copy.storedAt}
      warning={__('If the design was changed meanwhile and you save your changes, they replace the other ones.')}
      restore={() => void restore(copy).catch(report)}
      discard={() => void discard(copy).catch(report)}
      postpone={postpone}
    >
      {records.map(({ key, title, differences }) => (
        <div key={key}>
          {title !== '' && <h3>{title}</h3>}
          <Differences {...differences} />
        </div>
      ))}
    </RestoreDialog>
  );
}
