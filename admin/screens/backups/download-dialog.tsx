// Asks for the password, and starts the download of a backup.
import { __ } from '@wordpress/i18n';
import { type Backup, requestDownload } from '../../data/resources/backups.ts';
import { AskDialog } from '../../ui/ask-dialog.tsx';

interface Props {
  readonly backup: Backup;
  readonly close: () => void;
}

/** The dialog. The browser downloads the file by itself, also after the page is closed. */
export function DownloadDialog({ backup, close }: Props) {
  const run = async (password: string) => startDownload(await requestDownload(backup.id, password));
  return (
    <AskDialog title={__('Download the backup')} asksFor="password" label={__('Download')} run={run} close={close}>
      <p>
        {__(
          'The archive contains all secrets of the site, such as password hashes. Store it where nobody else can read it. The download must begin within 15 minutes.',
        )}
      </p>
    </AskDialog>
  );
}

/** Downloads a file as if the user had followed a link, so that an error does not replace the page. */
function startDownload(url: string): void {
  const link = document.createElement('a');
  link.href = url;
  link.download = '';
  link.click();
}
