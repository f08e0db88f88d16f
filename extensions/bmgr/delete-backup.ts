// DELETE router: removes a backup.
import type { Backups, Operation } from 'octavo/extension';
import { refusing } from './refusals.ts';
import { requireId } from './sent.ts';

/** Removes a backup for good; answers with what it was. Throws Refusal 400, 404 `bmgr_unknown`, 409 `bmgr_busy`. */
export const deleteBackup = (backups: Backups): Operation => ({
  async run(call) {
    const id = requireId(call);
    const previous = await refusing(() => backups.remove(id, call));
    return { kind: 'value', value: { deleted: true, previous } };
  },
});
