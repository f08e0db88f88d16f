// GET /cms/v2/block-types/<namespace>/<name>: returns a block type.

import { ApiError } from '../../api-error.ts';
import type { Operation } from '../../http/module.ts';
import { describedBlocks } from './described-blocks.ts';

/** Responds with the block type. Throws ApiError 404 `rest_block_type_invalid` if it is unknown. */
export const getBlockType = (): Operation => ({
  async run({ path }) {
    const row = describedBlocks.get(`${path.namespace}/${path.name}`);
    if (!row) throw new ApiError('rest_block_type_invalid', 404, 'No block type with this name.');
    return { kind: 'record', row };
  },
});
