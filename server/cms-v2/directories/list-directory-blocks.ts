// GET /cms/v2/block-directory/search: searches the block directory.
import type { DirectoryOperations } from './operations.ts';

/** Responds with an empty list, because Octavo has no block directory and the API cannot install blocks. */
export const listDirectoryBlocks = (): DirectoryOperations['list-directory-blocks'] => ({
  run: async () => ({ kind: 'list', rows: [] }),
});
