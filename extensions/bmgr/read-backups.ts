// GET /bmgr-api/v1/router: returns all backups, or one.
import type { Backups, Operation } from 'octavo/extension';
import { withApiErrors } from './api-errors.ts';

/** Responds with the backup with the given `id`, or, without `id`, with all backups, newest first. Throws ApiError 404 `bmgr_unknown`. */
export const readBackups = (backups: Backups): Operation => ({
  async run({ args }) {
    const { id } = args as { id?: string };
    const value = id === undefined ? { backups: await backups.list() } : await withApiErrors(() => backups.get(id));
    return { kind: 'value', value };
  },
});
