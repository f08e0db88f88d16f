export type { BlockRenderer } from './block-renderer.ts';
export { type Block, hasBlocks, parseBlocks } from './grammar.ts';
export { renderStaticBlocks } from './render.ts';
export { normalBlocks, serializeBlocks, withoutTheme } from './serialize.ts';
