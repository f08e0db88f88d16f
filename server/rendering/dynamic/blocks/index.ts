// Finds dynamic blocks by name. Other blocks are rendered as their saved HTML (docs/rendering.md).
import type { DynamicBlock } from '../dynamic-block.ts';
import * as all from './all.ts';

export const dynamicBlocks: ReadonlyMap<string, DynamicBlock> = new Map(
  Object.values(all).map((block: DynamicBlock) => [block.name, block]),
);
