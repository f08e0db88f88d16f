// GET returns a term.
import type { Operation } from '../../http/module.ts';

/** Responds with the term. */
export const getTerm = (): Operation => ({ run: async (_call, row) => ({ kind: 'record', row }) });
