export { hasBlocks } from './parse.ts';
export { normalizeBlocks as normalBlocks, removeTheme as withoutTheme } from './serialize.ts';
