// GET returns a menu.
import type { Operation } from '../../http/module.ts';
import type { TermRow } from '../terms/store.ts';

/** Responds with the menu. */
export const getMenu = (): Operation => ({ run: async (_call, row: TermRow) => ({ kind: 'record', row }) });
