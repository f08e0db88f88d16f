// GET on a block.
import type { Operation } from '../../http/room.ts';
import { Refusal } from '../../refusal.ts';
import { describedBlocks } from './described-blocks.ts';

/** Answers with what is told of a block. Throws Refusal 404 `rest_block_type_invalid`. */
export const getBlockType = (): Operation => ({
  async run({ path }) {
    const row = describedBlocks.get(`${path.namespace}/${path.name}`);
    if (!row) throw new Refusal('rest_block_type_invalid', 404, 'There is no block of this name.');
    return { kind: 'record', row };
  },
});
