import type { Block } from './parse.ts';

/**
 * A function that renders a block to HTML strings and inner blocks, which are rendered next. It receives only the block. A renderer
 * that needs other data, such as posts or terms, is a closure.
 */
export type BlockRenderer = (block: Block) => Block['innerContent'];

/** Renderers by block name. */
export type BlockRenderers = Pick<ReadonlyMap<string, BlockRenderer>, 'get'>;
