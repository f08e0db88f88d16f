// GET /cms/v2/pattern-directory/patterns: searches the pattern directory.
import type { DirectoryOperations } from './operations.ts';

/** Responds with an empty list, because Octavo has no pattern directory. */
export const listDirectoryPatterns = (): DirectoryOperations['list-directory-patterns'] => ({
  run: async () => ({ kind: 'list', rows: [] }),
});
