// GET /cms/v2/block-types and /cms/v2/block-types/<namespace>: lists the block types.
import { describedBlocks } from './described-blocks.ts';
import type { BlockTypeOperations } from './operations.ts';

/** Responds with all block types, or with those of the requested namespace; for an unknown namespace the list is empty. */
export const listBlockTypes = (): BlockTypeOperations['list-block-types'] => ({
  async run({ path, args }) {
    const namespace = path.namespace ?? args.namespace;
    const all = [...describedBlocks.values()];
    const rows = all.filter(({ name }) => namespace === undefined || name.startsWith(`${namespace}/`));
    return { kind: 'list', rows };
  },
});
