// GET /cms/v2/pattern-directory/patterns: searches the pattern directory.
import type { Operation } from '../../http/module.ts';

/** Responds with an empty list, because Octavo has no pattern directory. */
export const listDirectoryPatterns = (): Operation => ({ run: async () => ({ kind: 'list', rows: [] }) });
