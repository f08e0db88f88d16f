// GET on the collection lists the block types, optionally those of one namespace.
import type { Operation } from '../../http/module.ts';
import { describedBlocks } from './described-blocks.ts';

/** Responds with the block types of a namespace, or all; an unknown namespace gives an empty list. */
export const listBlockTypes = (): Operation => ({
  async run({ path, args }) {
    const namespace = path.namespace ?? args.namespace;
    const all = [...describedBlocks.values()];
    const rows = all.filter(({ name }) => namespace === undefined || name.startsWith(`${namespace}/`));
    return { kind: 'list', rows };
  },
});
