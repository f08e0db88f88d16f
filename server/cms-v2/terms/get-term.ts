// GET on a term.
import type { Operation } from '../../http/room.ts';

/** Answers with the term. */
export const getTerm = (): Operation => ({ run: async (_call, row) => ({ kind: 'record', row }) });
