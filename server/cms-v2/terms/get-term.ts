// GET /…/<id>: returns a term.
import type { TermOperations } from './operations.ts';

/** Responds with the term that the permission has loaded. */
export const getTerm = (): TermOperations['get-term'] => ({ run: async (_call, row) => ({ kind: 'record', row }) });
