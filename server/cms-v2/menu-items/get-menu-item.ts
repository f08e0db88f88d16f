// GET on a menu item.
import type { Operation } from '../../http/room.ts';
import type { WholeEntry } from '../entries/rows.ts';

/** Answers with the item. */
export const getMenuItem = (): Operation => ({ run: async (_call, row: WholeEntry) => ({ kind: 'record', row }) });
