export type { BlockRenderer } from './block-renderer.ts';
export { type Block, hasBlocks, parseBlocks } from './parse.ts';
export { renderStaticBlocks } from './render.ts';
export { normalizeBlocks as normalBlocks, removeTheme as withoutTheme, serializeBlocks } from './serialize.ts';
