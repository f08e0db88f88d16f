// A backup in the list, with its state and its actions.

import { __, sprintf } from '@wordpress/i18n';
import { type Backup, isInProgress, nameOfBackup } from '../../data/resources/backups.ts';
import { formatGmt } from '../../ui/format-date.ts';
import { describeCounts, describeOrigin } from './describe.ts';
import { Progress } from './progress.tsx';

/** The actions of a backup. */
export interface BackupActions {
  readonly download: (backup: Backup) => void;
  readonly check: (backup: Backup) => void;
  readonly restore: (backup: Backup) => void;
  /** Absent on sites that cannot rename backups. */
  readonly rename: ((backup: Backup) => void) | undefined;
  readonly remove: (backup: Backup) => void;
}

interface Props {
  readonly backup: Backup;
  /** Whether any backup is being created or restored, so that none can be restored or deleted. */
  readonly isBusy: boolean;
  readonly actions: BackupActions;
}

/** A backup. */
export function BackupItem({ backup, isBusy, actions }: Props) {
  return (
    <li className="card backup">
      <h2>
        {nameOfBackup(backup)}
        {backup.automatic && <span className="count">{__('Automatic')}</span>}
      </h2>
      <p className="quiet">{describeOrigin(backup)}</p>
      <Contents backup={backup} />
      <CheckState backup={backup} />
      <RestoreState backup={backup} />
      {!isInProgress(backup) && <Buttons {...{ backup, isBusy, actions }} />}
    </li>
  );
}

function Contents({ backup: { state, progress, error, contents, obstacle } }: { readonly backup: Backup }) {
  if (state === 'creating') return <Progress label={__('Creating the backup…')} done={progress} />;
  if (state === 'failed')
    /* translators: %s: reason of the failure. */
    return <p className="error">{sprintf(__('The backup failed: %s'), error ?? __('The reason is unknown.'))}</p>;
  return (
    <>
      {contents && <p>{describeCounts(contents)}</p>}
      {obstacle && <p className={obstacle.reason === 'foreign' ? 'quiet' : 'error'}>{obstacle.message}</p>}
    </>
  );
}

function CheckState({ backup: { check } }: { readonly backup: Backup }) {
  if (!check) return null;
  const { state, started, finished, progress, error } = check;
  if (state === 'checking') return <Progress label={__('Checking the backup…')} done={progress} />;
  const time = formatGmt(finished ?? started);
  if (state === 'failed')
    return (
      <p className="error">
        {sprintf(
          /* translators: 1: date and time, 2: reason of the failure. */
          __('The check of %1$s failed: %2$s'),
          time,
          error ?? __('The reason is unknown.'),
        )}
      </p>
    );
  /* translators: %s: date and time. */
  return <p>{sprintf(__('Complete and undamaged on %s.'), time)}</p>;
}

function RestoreState({ backup: { restore } }: { readonly backup: Backup }) {
  if (!restore) return null;
  const { state, started, finished, progress, error } = restore;
  if (state === 'restoring') return <Progress label={__('Restoring the site…')} done={progress} />;
  const time = formatGmt(finished ?? started);
  if (state === 'failed')
    return (
      <p className="error">
        {sprintf(
          /* translators: 1: date and time, 2: reason of the failure. */
          __('The restore of %1$s failed, and the site was not changed: %2$s'),
          time,
          error ?? __('The reason is unknown.'),
        )}
      </p>
    );
  /* translators: %s: date and time. */
  return <p>{sprintf(__('The site was restored from this backup on %s.'), time)}</p>;
}

function Buttons({ backup, isBusy, actions }: Props) {
  const isReady = backup.state === 'ready';
  const name = nameOfBackup(backup);
  return (
    <p className="buttons">
      {isReady && (
        <button
          type="button"
          className="button"
          /* translators: %s: name of a backup. */
          aria-label={sprintf(__('Download %s'), name)}
          onClick={() => actions.download(backup)}
        >
          {__('Download')}
        </button>
      )}
      {isReady && (
        <button
          type="button"
          className="button"
          disabled={isBusy}
          /* translators: %s: name of a backup. */
          aria-label={sprintf(__('Check %s'), name)}
          onClick={() => actions.check(backup)}
        >
          {__('Check')}
        </button>
      )}
      {isReady && (
        <button
          type="button"
          className="button"
          disabled={isBusy}
          /* translators: %s: name of a backup. */
          aria-label={sprintf(__('Restore %s'), name)}
          onClick={() => actions.restore(backup)}
        >
          {__('Restore')}
        </button>
      )}
      {actions.rename && (
        <button
          type="button"
          className="button"
          disabled={isBusy}
          /* translators: %s: name of a backup. */
          aria-label={sprintf(__('Rename %s'), name)}
          onClick={() => actions.rename?.(backup)}
        >
          {__('Rename')}
        </button>
      )}
      <button
        type="button"
        className="button plain"
        disabled={isBusy}
        /* translators: %s: name of a backup. */
        aria-label={sprintf(__('Delete %s'), name)}
        onClick={() => actions.remove(backup)}
      >
        {__('Delete')}
      </button>
    </p>
  );
}
