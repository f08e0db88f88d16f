// GET on a menu.
import type { Operation } from '../../http/room.ts';
import type { TermRow } from '../terms/store.ts';

/** Answers with the menu. */
export const getMenu = (): Operation => ({ run: async (_call, row: TermRow) => ({ kind: 'record', row }) });
