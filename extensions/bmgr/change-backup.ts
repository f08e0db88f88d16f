// PUT and PATCH /bmgr-api/v1/router: rename or restore a backup.
import type { Backups } from 'octavo/extension';
import { withApiErrors } from './api-errors.ts';
import type { BackupOperations } from './operations.ts';
import { invalid, readName, requireId } from './parameters.ts';

/**
 * With `name`, renames a backup and responds with its record. With `action: "restore"`, starts a restore in the background, which replaces
 * all data of the site with the backup, and responds 202 with the record. GET reports the progress.
 *
 * Throws ApiError 400 `rest_missing_callback_param`, `rest_invalid_param`, `bmgr_broken`, 404 `bmgr_unknown`, 409 `bmgr_busy`,
 * `bmgr_not_ready`, `bmgr_unfit`.
 */
export const changeBackup = (backups: Backups): BackupOperations['change-backup'] => ({
  async run(call) {
    const id = requireId(call);
    const [name, action] = [readName(call), call.submitted('action')];
    if (action !== undefined && action !== 'restore') throw invalid('action', 'action must be restore.');
    if ((name === undefined) === (action === undefined))
      throw invalid('name', 'Send name to rename the backup, or action=restore to restore it, but not both.');
    if (name !== undefined) return { kind: 'value', value: await withApiErrors(() => backups.rename(id, name)) };
    const { record } = await withApiErrors(() => backups.restore(id, call));
    return { kind: 'value', status: 202, value: record };
  },
});
