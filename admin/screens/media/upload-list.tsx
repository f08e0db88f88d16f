// The files that are being uploaded, with their progress, and those that have failed.
import { __, _n, sprintf } from '@wordpress/i18n';
import { Link } from 'wouter';
import { isActive, type UploadItem, type UploadQueue } from '../../data/uploads/upload-queue.ts';
import { formatBytes } from '../../ui/format-bytes.ts';
import { paths } from '../../ui/paths.ts';

interface Props {
  readonly queue: UploadQueue;
  readonly items: readonly UploadItem[];
}

/** Lists the uploads. Renders nothing if there are none. */
export function UploadList({ queue, items }: Props) {
  const active = items.filter(isActive).length;
  return (
    <>
      {/* The region always exists, because screen readers announce only what is added to a region that they know. */}
      <p role="status" className="visually-hidden">
        {items.length > 0 && summaryOf(items)}
      </p>
      {items.length > 0 && (
        <section className="uploads" aria-label={__('Uploads')}>
          <p className="uploads-title">
            <strong>{summaryOf(items)}</strong>
            {active < items.length && (
              <button type="button" className="button plain" onClick={() => queue.clear()}>
                {__('Clear finished uploads')}
              </button>
            )}
          </p>
          <ul>
            {items.map((item) => (
              <Upload key={item.id} item={item} queue={queue} />
            ))}
          </ul>
        </section>
      )}
    </>
  );
}

/** Says how many files are being uploaded, or what happened to all of them. */
function summaryOf(items: readonly UploadItem[]): string {
  const count = (state: UploadItem['state']) => items.filter((item) => item.state === state).length;
  const active = items.filter(isActive).length;
  if (active > 0)
    /* translators: %d: number of files. */
    return sprintf(_n('Uploading %d file…', 'Uploading %d files…', active), active);
  /* translators: %d: number of files. */
  const done = sprintf(_n('%d file was uploaded.', '%d files were uploaded.', count('done')), count('done'));
  if (count('failed') === 0) return done;
  /* translators: %d: number of files. */
  const failed = sprintf(_n('%d upload failed.', '%d uploads failed.', count('failed')), count('failed'));
  return count('done') === 0 ? failed : `${done} ${failed}`;
}

function Upload({ item, queue }: { readonly item: UploadItem; readonly queue: UploadQueue }) {
  const { id, file, state, progress, error, canRetry, mediaId } = item;
  return (
    <li className={state}>
      <span className="name">
        {mediaId === undefined ? file.name : <Link href={paths.mediaItem(mediaId)}>{file.name}</Link>}{' '}
        <span className="quiet">{formatBytes(file.size)}</span>
      </span>
      <span className="buttons">
        {state === 'failed' && canRetry && (
          <button
            type="button"
            className="button"
            onClick={() => queue.retry(id)}
            /* translators: %s: name of a file. */
            aria-label={sprintf(__('Try again: %s'), file.name)}
          >
            {__('Try again')}
          </button>
        )}
        {state !== 'done' && (
          <button
            type="button"
            className="button"
            onClick={() => queue.cancel(id)}
            /* translators: %s: name of a file. */
            aria-label={sprintf(isActive(item) ? __('Cancel: %s') : __('Remove: %s'), file.name)}
          >
            {isActive(item) ? __('Cancel') : __('Remove')}
          </button>
        )}
        {state === 'done' && <span className="done-mark">{__('Uploaded')}</span>}
      </span>
      {isActive(item) && (
        /* translators: %s: name of a file. */
        <progress value={progress} max={1} aria-label={sprintf(__('Progress of %s'), file.name)} />
      )}
      {error !== undefined && (
        <span role="alert" className="error">
          {error}
        </span>
      )}
    </li>
  );
}
