// DELETE /bmgr-api/v1/router: deletes a backup.
import type { Backups } from 'octavo/extension';
import { withApiErrors } from './api-errors.ts';
import type { BackupOperations } from './operations.ts';
import { requireId } from './parameters.ts';

/** Deletes a backup and responds with its record. Throws ApiError 400 if `id` is missing, 404 `bmgr_unknown`, 409 `bmgr_busy`. */
export const deleteBackup = (backups: Backups): BackupOperations['delete-backup'] => ({
  async run(call) {
    const id = requireId(call);
    const previous = await withApiErrors(() => backups.delete(id, call));
    return { kind: 'value', value: { deleted: true, previous } };
  },
});
