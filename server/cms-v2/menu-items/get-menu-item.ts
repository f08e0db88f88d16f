// GET returns a menu item.
import type { Operation } from '../../http/module.ts';
import type { WholeEntry } from '../entries/rows.ts';

/** Responds with the item. */
export const getMenuItem = (): Operation => ({ run: async (_call, row: WholeEntry) => ({ kind: 'record', row }) });
