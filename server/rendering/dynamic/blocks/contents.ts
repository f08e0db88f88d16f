import { type Block, parseBlocks } from '../../blocks/grammar.ts';
import type { Context, Whole } from '../dynamic-block.ts';
import type { Found } from '../needs.ts';

/** The blocks of a raw content. Control characters mark holes, so none of them comes in from a text. */
export const blocksOfContent = (raw: string): Block[] => parseBlocks(raw.replaceAll('\u0001', ''));

/**
 * The text of another entry, to be shown where a block stands. Undefined where there is none that everybody may read, and
 * where the block stands inside that very text.
 */
export function textOfEntry(id: number, context: Context, found: Found, type?: string): Whole | undefined {
  const content = context.within.includes(id) ? undefined : found.content(id);
  if (!content || (type !== undefined && content.type !== type)) return undefined;
  return { stored: content.stored, context: { ...context, within: [...context.within, id] } };
}
