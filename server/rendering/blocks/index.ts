export { type Block, hasBlocks, parseBlocks } from './grammar.ts';
export { type BlockRenderer, renderStaticBlocks } from './render.ts';
export { normalBlocks, serializeBlocks } from './serialize.ts';
