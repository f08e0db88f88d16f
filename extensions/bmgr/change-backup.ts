// PUT, PATCH router: a new name, or a restore.
import type { Backups, Operation } from 'octavo/extension';
import { refusing } from './refusals.ts';
import { invalid, nameIn, requireId } from './sent.ts';

/**
 * Calls a backup by another `name`, and answers with it; or, with `action: "restore"`, begins to put what is in it in the place
 * of everything that the site has, and answers 202. It is restored in the background; GET tells how far it is.
 *
 * Throws Refusal 400 `rest_missing_callback_param`, `rest_invalid_param`, `bmgr_broken`, 404 `bmgr_unknown`, 409 `bmgr_busy`,
 * `bmgr_not_ready`, `bmgr_unfit`.
 */
export const changeBackup = (backups: Backups): Operation => ({
  async run(call) {
    const id = requireId(call);
    const [name, action] = [nameIn(call), call.sent('action')];
    if (action !== undefined && action !== 'restore') throw invalid('action', 'action can be restore.');
    if ((name === undefined) === (action === undefined))
      throw invalid('name', 'Send either name, to call the backup by it, or action: restore.');
    if (name !== undefined) return { kind: 'value', value: await refusing(() => backups.rename(id, name)) };
    const { record } = await refusing(() => backups.restore(id, call));
    return { kind: 'value', status: 202, value: record };
  },
});
