import type { Block } from './grammar.ts';

/**
 * What a block is shown by: pieces of HTML and inner blocks that are shown in their turn. A renderer gets the block
 * alone; one that needs more (posts, terms …) is made by a function that holds it.
 */
export type BlockRenderer = (block: Block) => Block['pieces'];

/** Renderers by the names of blocks. */
export type BlockRenderers = Pick<ReadonlyMap<string, BlockRenderer>, 'get'>;
