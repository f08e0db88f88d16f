// GET /bmgr-api/v1/router: returns all backups, or one.
import type { Backups } from 'octavo/extension';
import { withApiErrors } from './api-errors.ts';
import type { BackupOperations } from './operations.ts';

/** Responds with the backup with the given `id`, or, without `id`, with all backups, newest first. Throws ApiError 404 `bmgr_unknown`. */
export const readBackups = (backups: Backups): BackupOperations['read-backups'] => ({
  async run({ args: { id } }) {
    const value = id === undefined ? { backups: await backups.list() } : await withApiErrors(() => backups.get(id));
    return { kind: 'value', value };
  },
});
