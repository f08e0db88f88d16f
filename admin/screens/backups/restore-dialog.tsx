// Shows what the restore of a backup would replace, and starts it.

import { useQuery } from '@tanstack/react-query';
import { __, sprintf } from '@wordpress/i18n';
import { type ReactNode, useState } from 'react';
import {
  type Backup,
  type Comparison,
  compareBackup,
  nameOfBackup,
  restoreBackup,
} from '../../data/resources/backups.ts';
import { AskDialog } from '../../ui/ask-dialog.tsx';
import { formatGmt } from '../../ui/format-date.ts';
import { useModal } from '../../ui/use-modal.ts';
import { ComparisonTable } from './comparison-table.tsx';
import { describeNewer } from './describe.ts';

interface Props {
  readonly backup: Backup;
  readonly close: () => void;
  /** Runs when the service has started the restore. */
  readonly onStarted: () => void;
}

/** The dialog. It asks for the password and for the name of the backup, unless the backup cannot be restored. */
export function RestoreDialog({ backup, close, onStarted }: Props) {
  const { data, error } = useQuery({
    queryKey: ['backups', backup.id, 'comparison'],
    queryFn: ({ signal }) => compareBackup(backup.id, signal),
    staleTime: 0,
    gcTime: 0,
  });
  if (error) return <Message close={close}>{<p className="error">{error.message}</p>}</Message>;
  if (!data) return <Message close={close}>{<p role="status">{__('Comparing the backup with the site…')}</p>}</Message>;
  // A backup of another site can be restored, unlike others with an obstacle.
  if (data.obstacle && data.obstacle.reason !== 'foreign')
    return (
      <Message close={close}>
        <p className="error">{data.obstacle.message}</p>
        <Command command={data.command} />
      </Message>
    );
  return <ConfirmRestore {...{ backup, comparison: data, close, onStarted }} />;
}

function ConfirmRestore({ backup, comparison, close, onStarted }: Props & { readonly comparison: Comparison }) {
  const [typed, setTyped] = useState('');
  const name = nameOfBackup(backup);
  const newer = describeNewer(comparison.newer);
  const isForeign = comparison.obstacle?.reason === 'foreign';
  const run = async (password: string) => {
    await restoreBackup(backup.id, { password, name: typed, foreign: isForeign });
    onStarted();
  };
  return (
    <AskDialog
      title={titleOf(backup)}
      asksFor="password"
      label={__('Replace the site')}
      isReady={typed.trim() === name.trim()}
      {...{ run, close }}
    >
      {isForeign && (
        <p className="error">
          {sprintf(
            /* translators: %s: URL of a site. */
            __('This backup belongs to another site, %s, which replaces this site completely, including its users.'),
            comparison.backup.home,
          )}
        </p>
      )}
      <ComparisonTable comparison={comparison} />
      {newer !== undefined && (
        <p className="error">
          {/* translators: %s: list of numbers of records, such as "2 new comments". */}
          {sprintf(__('Everything newer than the backup will disappear from the site: %s.'), newer)}
        </p>
      )}
      <ul>
        <li>{__('All entries, settings, users and files of the site are replaced by those of the backup.')}</li>
        <li>{__('A backup of the current site is created first, with which you can undo the restore.')}</li>
        <li>{__('Until the restore has finished, nobody can change anything. If it fails, nothing changes.')}</li>
        <li>
          {isForeign
            ? __('Your account is replaced, too: sign in again with an account of the other site.')
            : __('All users have to sign in again, with the passwords of that time.')}
        </li>
      </ul>
      <label>
        {/* translators: %s: name of a backup. */}
        {sprintf(__('To confirm, type %s'), name)}
        <input value={typed} autoComplete="off" required onChange={(event) => setTyped(event.target.value)} />
      </label>
    </AskDialog>
  );
}

const titleOf = ({ created }: Backup): string =>
  /* translators: %s: date and time. */
  sprintf(__('Restore the site of %s?'), formatGmt(created));

function Command({ command }: { readonly command: string }) {
  return (
    <>
      <p>{__('On the command line, this backup is restored as follows, in the folder of the site:')}</p>
      <pre className="differences">{command}</pre>
    </>
  );
}

function Message({ children, close }: { readonly children: ReactNode; readonly close: () => void }) {
  const dialog = useModal();
  return (
    <dialog ref={dialog} className="confirm" aria-label={__('Restore the site')} onCancel={close}>
      {children}
      <p className="buttons">
        <button type="button" className="button" onClick={close}>
          {__('Close')}
        </button>
      </p>
    </dialog>
  );
}
