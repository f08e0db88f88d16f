// The progress of an upload, which may run in this tab, or may have to be continued.
import { __, sprintf } from '@wordpress/i18n';
import { useSyncExternalStore } from 'react';
import {
  currentUpload,
  onUploadChange,
  retryUpload,
  stopUpload,
  type UploadedFile,
  type UploadTarget,
} from '../../data/resumable-uploads.ts';
import { formatBytes } from '../../ui/format-bytes.ts';

interface Props {
  readonly target: Pick<UploadTarget<never>, 'path'>;
  readonly file: Pick<UploadedFile, 'id' | 'size' | 'received'>;
}

/** The progress, with buttons that pause and continue the upload. */
export function UploadProgress({ target, file: { id, received, size } }: Props) {
  const upload = useSyncExternalStore(onUploadChange, () => currentUpload(target, id));
  const sent = Math.min(upload?.sent ?? received, size);
  /* translators: 1: size that was uploaded. 2: size of the file. */
  const text = sprintf(__('%1$s of %2$s uploaded'), formatBytes(sent), formatBytes(size));
  return (
    <div className="upload-progress">
      <progress max={size} value={sent} aria-label={__('Upload')} />
      <p>{text}</p>
      <p role="status">
        {upload?.isWaiting && __('The service cannot be reached. The upload continues by itself when it can.')}
        {!upload && __('This upload is not complete. Choose the same file again above; it continues where it stopped.')}
      </p>
      {upload && (
        <p className="buttons">
          {upload.isWaiting && (
            <button type="button" className="button" onClick={() => retryUpload(target, id)}>
              {__('Try again now')}
            </button>
          )}
          <button type="button" className="button" onClick={() => stopUpload(target, id)}>
            {__('Pause the upload')}
          </button>
        </p>
      )}
    </div>
  );
}
