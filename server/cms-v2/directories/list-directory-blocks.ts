// GET /cms/v2/block-directory/search: searches the block directory.
import type { Operation } from '../../http/module.ts';

/** Responds with an empty list, because Octavo has no block directory and the API cannot install blocks. */
export const listDirectoryBlocks = (): Operation => ({ run: async () => ({ kind: 'list', rows: [] }) });
