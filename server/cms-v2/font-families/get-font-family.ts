// GET /cms/v2/font-families/<id>: returns a font family.
import type { Operation } from '../../http/module.ts';
import type { WholeEntry } from '../entries/rows.ts';

/** Responds with the family that the permission has loaded. */
export const getFontFamily = (): Operation => ({ run: async (_call, row: WholeEntry) => ({ kind: 'record', row }) });
