// GET on the blocks, all or those of a namespace.
import type { Operation } from '../../http/room.ts';
import { describedBlocks } from './described-blocks.ts';

/** Answers with the blocks of a namespace, or of all; none where there is no such namespace. */
export const listBlockTypes = (): Operation => ({
  async run({ path, args }) {
    const namespace = path.namespace ?? args.namespace;
    const all = [...describedBlocks.values()];
    const rows = all.filter(({ name }) => namespace === undefined || name.startsWith(`${namespace}/`));
    return { kind: 'list', rows };
  },
});
