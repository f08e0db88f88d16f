// GET /cms/v2/menus/<id>: returns a menu.
import type { Operation } from '../../http/module.ts';
import type { TermRow } from '../terms/store.ts';

/** Responds with the menu that the permission has loaded. */
export const getMenu = (): Operation => ({ run: async (_call, row: TermRow) => ({ kind: 'record', row }) });
