import { type Block, parseBlocks } from '../../blocks/parse.ts';
import type { BlockContext, InnerContent } from '../dynamic-block.ts';
import type { LoadedData } from '../needs.ts';

/** Parses raw content to blocks. U+0001, which marks placeholders, is removed. */
export const parseContentBlocks = (raw: string): Block[] => parseBlocks(raw.replaceAll('\u0001', ''));

/**
 * Returns the content of another entry, which is rendered in place of a block. Returns undefined if the entry is not public,
 * has another type than `type`, or contains the block itself.
 */
export function contentOfEntry(
  id: number,
  context: BlockContext,
  found: LoadedData,
  type?: string,
): InnerContent | undefined {
  const content = context.enclosingIds.includes(id) ? undefined : found.content(id);
  if (!content || (type !== undefined && content.type !== type)) return undefined;
  return { stored: content.stored, context: { ...context, enclosingIds: [...context.enclosingIds, id] } };
}
