// POST router: a new backup.
import type { Backups, Operation } from 'octavo/extension';
import { refusing } from './refusals.ts';
import { invalid, nameIn } from './sent.ts';

/**
 * Begins to make a backup, called `name`; answers 202 with what is known of it. It is made in the background; GET tells how far
 * it is.
 *
 * Throws Refusal 400 `rest_invalid_param`, 409 `bmgr_busy`, `bmgr_not_ready`.
 */
export const makeBackup = (backups: Backups): Operation => ({
  async run(call) {
    if ((call.args as { id?: string }).id !== undefined)
      throw invalid('id', 'A new backup is given its id; PUT and PATCH change one that is there.');
    const name = nameIn(call) ?? '';
    const { record } = await refusing(() => backups.make(name, call));
    return { kind: 'value', status: 202, value: record };
  },
});
