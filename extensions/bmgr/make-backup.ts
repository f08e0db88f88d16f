// POST /bmgr-api/v1/router: creates a backup.
import type { Backups } from 'octavo/extension';
import { withApiErrors } from './api-errors.ts';
import type { BackupOperations } from './operations.ts';
import { invalid, readName } from './parameters.ts';

/**
 * Starts a backup in the background, with an optional `name`, and responds 202 with its record. GET reports the progress.
 *
 * Throws ApiError 400 `rest_invalid_param`, 409 `bmgr_busy`, `bmgr_not_ready`.
 */
export const makeBackup = (backups: Backups): BackupOperations['make-backup'] => ({
  async run(call) {
    if (call.args.id !== undefined)
      throw invalid('id', 'id is not allowed in POST; use PUT or PATCH to change an existing backup.');
    const name = readName(call) ?? '';
    const { record } = await withApiErrors(() => backups.create(name, call));
    return { kind: 'value', status: 202, value: record };
  },
});
