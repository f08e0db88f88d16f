// Uploads archives of other machines.
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { __, sprintf } from '@wordpress/i18n';
import { useCallback, useState } from 'react';
import { ChooseFile } from '../../actions/uploads/choose-file.tsx';
import { UploadProgress } from '../../actions/uploads/upload-progress.tsx';
import { useUpload } from '../../actions/uploads/use-upload.ts';
import { type BackupUpload, backupUploads, deleteBackupUpload } from '../../data/resources/backups.ts';
import { stopUpload } from '../../data/resumable-uploads.ts';
import { useConfirm } from '../../ui/confirm.tsx';
import { useNotices } from '../../ui/notices.tsx';
import { ReadError } from '../../ui/read-error.tsx';

const queryKey = ['backup-uploads'];

interface Props {
  /** Runs when an archive was received completely, and is a backup. */
  readonly onUploaded: () => void;
}

/** A place for an archive, and the uploads that are not complete. */
export function UploadBackup({ onUploaded }: Props) {
  const notify = useNotices();
  const { confirm, dialog } = useConfirm();
  // The setup of a new site leads here for a restore.
  const [isOpen, setOpen] = useState(() => new URLSearchParams(location.search).has('upload'));
  const client = useQueryClient();
  const uploads = useQuery({ queryKey, queryFn: ({ signal }) => backupUploads.list(signal) });
  const open = uploads.data?.filter(backupUploads.isOpen) ?? [];
  const refresh = useCallback(() => client.invalidateQueries({ queryKey }), [client]);
  const { start, error } = useUpload(backupUploads, refresh);
  const upload = async (file: File) => {
    if (!(await start(file))) return;
    notify({ kind: 'success', text: __('The backup was uploaded. You can restore it now.') });
    onUploaded();
  };
  const remove = async ({ id, file_name: name }: BackupUpload) => {
    /* translators: %s: name of a file. */
    const question = sprintf(__('Delete what was uploaded of “%s”? This cannot be undone.'), name);
    if (!(await confirm(question, __('Delete the upload')))) return;
    stopUpload(backupUploads, id);
    await deleteBackupUpload(id).catch((reason: Error) => notify({ kind: 'error', text: reason.message }));
    await refresh();
  };
  return (
    <details
      className="upload-backup"
      open={isOpen || open.length > 0 || uploads.isError}
      onToggle={({ currentTarget }) => setOpen(currentTarget.open)}
    >
      <summary>{__('Upload a backup')}</summary>
      <ChooseFile
        label={__('Choose a backup')}
        accept=".tar,application/x-tar"
        hint={__('Or drop the file here. The site is not changed until you restore the backup.')}
        error={error}
        onChoose={(file) => void upload(file)}
      >
        <p>
          {__(
            'Upload an archive that you have downloaded, to restore it here: after the loss of a machine, or to move a site.',
          )}
        </p>
      </ChooseFile>
      {uploads.error && <ReadError error={uploads.error} retry={() => void uploads.refetch()} />}
      {open.map((each) => (
        <section key={each.id} className="card" aria-label={each.file_name}>
          <h2>{each.file_name}</h2>
          <UploadProgress target={backupUploads} file={each} />
          <p className="buttons">
            <button
              type="button"
              className="button plain"
              /* translators: %s: name of a file. */
              aria-label={sprintf(__('Delete the upload %s'), each.file_name)}
              onClick={() => void remove(each)}
            >
              {__('Delete the upload')}
            </button>
          </p>
        </section>
      ))}
      {dialog}
    </details>
  );
}
