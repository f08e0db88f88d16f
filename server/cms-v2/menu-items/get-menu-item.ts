// GET /cms/v2/menu-items/<id>: returns a menu item.
import type { Operation } from '../../http/module.ts';
import type { WholeEntry } from '../entries/rows.ts';

/** Responds with the item that the permission has loaded. */
export const getMenuItem = (): Operation => ({ run: async (_call, row: WholeEntry) => ({ kind: 'record', row }) });
