import type { Block } from './parse.ts';

/**
 * Returns the rendered form of a block: HTML strings and inner blocks, which are rendered next. A renderer receives only the
 * block; one that needs more (posts, terms and so on) is a closure.
 */
export type BlockRenderer = (block: Block) => Block['innerContent'];

/** Renderers by block name. */
export type BlockRenderers = Pick<ReadonlyMap<string, BlockRenderer>, 'get'>;
