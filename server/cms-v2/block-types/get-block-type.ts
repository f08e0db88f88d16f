// GET /cms/v2/block-types/<namespace>/<name>: returns a block type.

import { ApiError } from '../../api-error.ts';
import { describedBlocks } from './described-blocks.ts';
import type { BlockTypeOperations } from './operations.ts';

/** Responds with the block type. Throws ApiError 404 `rest_block_type_invalid` if it is unknown. */
export const getBlockType = (): BlockTypeOperations['get-block-type'] => ({
  async run({ path }) {
    const row = describedBlocks.get(`${path.namespace}/${path.name}`);
    if (!row) throw new ApiError('rest_block_type_invalid', 404, 'No block type with this name.');
    return { kind: 'record', row };
  },
});
