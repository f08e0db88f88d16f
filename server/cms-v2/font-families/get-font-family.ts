// GET on a font family.
import type { Operation } from '../../http/room.ts';
import type { WholeEntry } from '../entries/rows.ts';

/** Answers with the family. */
export const getFontFamily = (): Operation => ({ run: async (_call, row: WholeEntry) => ({ kind: 'record', row }) });
