// GET router: all backups, or one.
import type { Backups, Operation } from 'octavo/extension';
import { refusing } from './refusals.ts';

/** Answers with all backups, the latest first, or with the one that `id` names. Throws Refusal 404 `bmgr_unknown`. */
export const readBackups = (backups: Backups): Operation => ({
  async run({ args }) {
    const { id } = args as { id?: string };
    const value = id === undefined ? { backups: await backups.list() } : await refusing(() => backups.get(id));
    return { kind: 'value', value };
  },
});
