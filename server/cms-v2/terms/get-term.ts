// GET /…/<id>: returns a term.
import type { Operation } from '../../http/module.ts';

/** Responds with the term that the permission has loaded. */
export const getTerm = (): Operation => ({ run: async (_call, row) => ({ kind: 'record', row }) });
