// The backups of the site: create, download, restore and delete them.

import { __, sprintf } from '@wordpress/i18n';
import { type ReactNode, useRef, useState } from 'react';
import {
  type Backup,
  backupManagerName,
  checkBackup,
  deleteBackup,
  isInProgress,
  nameOfBackup,
} from '../../data/resources/backups.ts';
import { useBootstrap } from '../../data/use-bootstrap.ts';
import { useConfirm } from '../../ui/confirm.tsx';
import { Failure } from '../../ui/failure.tsx';
import { formatGmt } from '../../ui/format-date.ts';
import { Loading } from '../../ui/loading.tsx';
import { useNotices } from '../../ui/notices.tsx';
import { messageOf } from '../../ui/to-error.ts';
import { type BackupActions, BackupItem } from './backup-item.tsx';
import { CreateBackup } from './create-backup.tsx';
import { DownloadDialog } from './download-dialog.tsx';
import { RenameDialog } from './rename-dialog.tsx';
import { RestoreDialog } from './restore-dialog.tsx';
import { UploadBackup } from './upload-backup.tsx';
import { useBackups } from './use-backups.ts';

/** The screen. */
export default function BackupsScreen() {
  const { data, error, refetch } = useBackups();
  const list = useRef<HTMLUListElement>(null);
  const { actions, dialogs } = useBackupActions(data ?? [], refetch, () => list.current?.focus());
  const isBusy = data?.some(isInProgress) === true;
  return (
    <>
      <h1>{__('Backups')}</h1>
      <p className="intro">
        {__(
          'A backup contains everything on the site at one moment: entries, settings, users and files. Download backups and keep them on another machine, because the disk of the site can fail.',
        )}
      </p>
      <CreateBackup isBusy={isBusy} onCreated={refetch} />
      <UploadBackup onUploaded={refetch} />
      {!data && error && <Failure error={error} retry={refetch} />}
      {!data && !error && <Loading label={__('Loading the backups…')} />}
      {data && <BackupList backups={data} {...{ list, isBusy, actions }} />}
      {dialogs}
    </>
  );
}

interface ListProps {
  readonly backups: readonly Backup[];
  readonly list: React.RefObject<HTMLUListElement>;
  readonly isBusy: boolean;
  readonly actions: BackupActions;
}

/** The number of backups that are displayed at first, and further ones with each click. */
const pageSize = 20;

function BackupList({ backups, list, isBusy, actions }: ListProps) {
  const [count, setCount] = useState(pageSize);
  if (backups.length === 0)
    return <p className="quiet">{__('There are no backups yet. Create the first one with the button above.')}</p>;
  return (
    <>
      <ul className="backups" ref={list} tabIndex={-1} aria-label={__('Backups')}>
        {backups.slice(0, count).map((backup) => (
          <BackupItem key={backup.id} {...{ backup, isBusy, actions }} />
        ))}
      </ul>
      {backups.length > count && (
        <button type="button" className="button" onClick={() => setCount(count + pageSize)}>
          {__('Show older backups')}
        </button>
      )}
    </>
  );
}

/** Returns the actions and the dialogs that they open. `keepFocus` runs when the button that opened a dialog may have disappeared. */
function useBackupActions(backups: readonly Backup[], refetch: () => void, keepFocus: () => void) {
  const notify = useNotices();
  const { extensions } = useBootstrap();
  const { confirm, dialog } = useConfirm();
  const [open, setOpen] = useState<ReactNode>();
  const close = () => setOpen(undefined);
  const onStarted = () => {
    refetch();
    keepFocus();
  };
  const remove = async (backup: Backup) => {
    if (!(await confirm(questionOf(backup, backups), __('Delete permanently')))) return;
    try {
      await deleteBackup(backup.id);
      /* translators: %s: name of a backup. */
      notify({ kind: 'success', text: sprintf(__('The backup “%s” was deleted.'), nameOfBackup(backup)) });
      keepFocus();
    } catch (error) {
      notify({ kind: 'error', text: messageOf(error) });
    }
    refetch();
  };
  const check = async ({ id }: Backup) => {
    await checkBackup(id).catch((error: Error) => notify({ kind: 'error', text: error.message }));
    refetch();
    keepFocus();
  };
  const actions: BackupActions = {
    check: (backup) => void check(backup),
    download: (backup) => setOpen(<DownloadDialog {...{ backup, close }} />),
    restore: (backup) => setOpen(<RestoreDialog {...{ backup, close, onStarted }} />),
    rename: extensions.includes(backupManagerName)
      ? (backup) => setOpen(<RenameDialog {...{ backup, close }} onRenamed={refetch} />)
      : undefined,
    remove: (backup) => void remove(backup),
  };
  return {
    actions,
    dialogs: (
      <>
        {open}
        {dialog}
      </>
    ),
  };
}

/** Returns the question before a backup is deleted, which says what is lost. */
function questionOf(backup: Backup, backups: readonly Backup[]): string {
  const { state, created } = backup;
  const name = nameOfBackup(backup);
  if (state !== 'ready')
    /* translators: %s: name of a backup. */
    return sprintf(
      __('Delete the failed backup “%s”? It is not complete, so the site cannot be restored from it.'),
      name,
    );
  const isOnly = backups.filter((each) => each.state === 'ready').length === 1;
  const question = sprintf(
    /* translators: 1: name of a backup, 2: date and time. */
    __('Delete the backup “%1$s”? The site of %2$s cannot be restored from it any more. This cannot be undone.'),
    name,
    formatGmt(created),
  );
  return isOnly ? `${question} ${__('It is the only backup on this machine.')}` : question;
}
