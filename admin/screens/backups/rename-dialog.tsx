// Renames a backup, which the extension bmgr can.
import { __ } from '@wordpress/i18n';
import { type Backup, renameBackup } from '../../data/resources/backups.ts';
import { AskDialog } from '../../ui/ask-dialog.tsx';

interface Props {
  readonly backup: Backup;
  readonly close: () => void;
  readonly onRenamed: () => void;
}

/** The dialog. */
export function RenameDialog({ backup, close, onRenamed }: Props) {
  const run = async (name: string) => {
    await renameBackup(backup.id, name);
    onRenamed();
  };
  return (
    <AskDialog
      title={__('Rename the backup')}
      asksFor="name"
      initial={backup.name}
      label={__('Rename')}
      run={run}
      close={close}
    />
  );
}
