// Preserves the bytes of contents: blocks that were not changed are saved exactly as they were read, with the characters between them.

import type { Block } from '@wordpress/blocks';

/** A block that was parsed from a content. */
export interface SourcedBlock extends Block {
  /** The key of the block's source. It is a property of the block, because the editor copies blocks with their properties. */
  source?: object;
}

/** Returns the markup of a block, as the editor serializes it. */
type Serialize = (block: Block) => string;

/** A content that was parsed. */
interface ParsedContent {
  readonly content: string;
  readonly blocks: Block[];
  /** The texts of the blocks and the whitespace between them; undefined if the content cannot be split. */
  readonly parts: ContentParts | undefined;
}

/** The source of a block: its content, and the position in the blocks of the content. */
interface BlockSource {
  readonly parsed: ParsedContent;
  readonly index: number;
}

/** The keys, not the blocks, refer to the sources: the editor compares blocks, and a source refers to all blocks of its content. */
const sources = new WeakMap<object, BlockSource>();

const sourceOf = ({ source }: SourcedBlock): BlockSource | undefined => source && sources.get(source);

/** Records the content from which blocks were parsed. `blocks` are all its blocks that are not inside others; they receive keys. */
export function recordSources(content: string, blocks: readonly SourcedBlock[]): void {
  const parts = splitContent(content);
  const parsed = { content, blocks: [...blocks], parts: parts?.texts.length === blocks.length ? parts : undefined };
  for (const [index, block] of blocks.entries()) {
    block.source = {};
    sources.set(block.source, { parsed, index });
  }
}

/** Whether the user may have changed blocks. Until then, all changes are those that blocks make themselves when they are displayed. */
let isTouched = false;

/**
 * From now on, changes to blocks count as changes by the user. Earlier ones do not: without further changes, the blocks still have the text
 * from which they were parsed. `blocks` are the current ones.
 */
export function endAutomaticChanges(blocks: readonly SourcedBlock[]): void {
  isTouched = true;
  for (const block of blocks) {
    const { parsed, index } = sourceOf(block) ?? {};
    if (parsed && index !== undefined) parsed.blocks[index] = block;
    endAutomaticChanges(block.innerBlocks);
  }
}

/** Returns the content from which blocks were parsed if they are still all its blocks, and none was changed; otherwise undefined. */
export function unchangedContent(blocks: readonly SourcedBlock[], serialize: Serialize): string | undefined {
  const [first] = blocks;
  const parsed = first && sourceOf(first)?.parsed;
  if (parsed?.blocks.length !== blocks.length) return undefined;
  const isUnchanged = blocks.every((block, index) => {
    const source = sourceOf(block);
    return source?.parsed === parsed && source.index === index && (!isTouched || hasSource(block, source, serialize));
  });
  return isUnchanged ? parsed.content : undefined;
}

/**
 * Joins blocks to a content. `sourceOrText` returns the text of a block; it receives the text from which the block was parsed, or undefined
 * if the block was changed. Blocks that followed each other in a content are separated by the same whitespace as there.
 */
export function joinBlocks(
  blocks: readonly SourcedBlock[],
  serialize: Serialize,
  sourceOrText: (block: Block, source: string | undefined) => string,
): string {
  const located = blocks.map((block) => ({ block, source: sourceOf(block) }));
  const texts = located.map(({ block, source }, position) => {
    const unchanged =
      source && hasSource(block, source, serialize) ? source.parsed.parts?.texts[source.index] : undefined;
    return gapBetween(located[position - 1]?.source, source, position === 0) + sourceOrText(block, unchanged);
  });
  const last = located.at(-1)?.source;
  const isEnd = last && last.index === last.parsed.blocks.length - 1;
  return texts.join('') + (isEnd ? (last.parsed.parts?.gaps.at(-1) ?? '') : '');
}

/** Returns what is before a block. */
function gapBetween(previous: BlockSource | undefined, { parsed, index }: Partial<BlockSource> = {}, isFirst: boolean) {
  const gap = parsed?.parts?.gaps[index ?? -1];
  if (isFirst) return index === 0 ? (gap ?? '') : '';
  return (previous?.parsed === parsed && previous?.index === (index ?? 0) - 1 ? gap : undefined) ?? '\n\n';
}

const originalTexts = new WeakMap<Block, string>();

/** Whether a block is still as it was parsed, or at least is serialized as then: some attributes are never saved. */
function hasSource(block: SourcedBlock, { parsed, index }: BlockSource, serialize: Serialize): boolean {
  const original = parsed.blocks[index];
  if (!original || block.name !== original.name) return false;
  if (isSameBlock(block, original)) return true;
  const text = originalTexts.get(original) ?? serialize(original);
  originalTexts.set(original, text);
  return serialize(block) === text;
}

const isSameBlock = (one: Block, other: Block): boolean =>
  one === other ||
  (one.name === other.name &&
    one.isValid === other.isValid &&
    one.originalContent === other.originalContent &&
    isSame(one.innerContent, other.innerContent) &&
    isSame(one.attributes, other.attributes) &&
    one.innerBlocks.length === other.innerBlocks.length &&
    one.innerBlocks.every((block, index) => {
      const counterpart = other.innerBlocks[index];
      return counterpart !== undefined && isSameBlock(block, counterpart);
    }));

/** Whether two values of attributes are equal. Objects of a class, such as formatted texts, are equal only if they are identical. */
function isSame(one: unknown, other: unknown): boolean {
  if (Object.is(one, other)) return true;
  if (Array.isArray(one) && Array.isArray(other))
    return one.length === other.length && one.every((value, index) => isSame(value, other[index]));
  if (!isPlainObject(one) || !isPlainObject(other)) return false;
  return [...new Set([...Object.keys(one), ...Object.keys(other)])].every((key) => isSame(one[key], other[key]));
}

const isPlainObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && Object.getPrototypeOf(value) === Object.prototype;

/** The parts of a content. */
export interface ContentParts {
  /** The texts of the blocks, and of the texts between blocks without whitespace at their beginning and end. */
  readonly texts: readonly string[];
  /** The whitespace before each of them and after the last one, or empty texts. */
  readonly gaps: readonly string[];
}

/** A delimiter of a block: the slash of a closing one, and the slash of one without content. It matches what the editor's parser matches. */
const delimiter =
  /<!--\s+(?<closing>\/)?wp:(?:[a-z][a-z0-9_-]*\/)?[a-z][a-z0-9_-]*\s+(?:{(?:(?=([^}]+|}+(?=})|(?!}\s+\/?-->)[\s\S])*)\2|[\s\S]*?)}\s+)?(?<empty>\/)?-->/g;

/**
 * Splits a content at the blocks that are not inside others, as the editor's parser does. Returns undefined if blocks inside others are not
 * closed. Joined in turn, gaps and texts are the content.
 */
export function splitContent(content: string): ContentParts | undefined {
  const spans: (readonly [start: number, end: number])[] = [];
  const addText = (start: number, end: number) => {
    const text = content.slice(start, end);
    if (text.trim() !== '') spans.push([end - text.trimStart().length, start + text.trimEnd().length]);
  };
  let [depth, offset, blockStart] = [0, 0, 0];
  for (const {
    0: { length },
    index,
    groups,
  } of content.matchAll(delimiter)) {
    const isClosing = groups?.closing !== undefined && groups.empty === undefined;
    // The parser treats everything after a closing delimiter without a block as text.
    if (isClosing && depth === 0) break;
    if (depth === 0) {
      addText(offset, index);
      blockStart = index;
    }
    if (groups?.empty === undefined) depth += isClosing ? -1 : 1;
    if (depth === 0) {
      offset = index + length;
      spans.push([blockStart, offset]);
    }
  }
  if (depth > 1) return undefined;
  if (depth === 1) spans.push([blockStart, content.length]);
  else addText(offset, content.length);
  const ends = [0, ...spans.map(([, end]) => end)];
  return {
    texts: spans.map(([start, end]) => content.slice(start, end)),
    gaps: ends.map((end, index) => content.slice(end, spans[index]?.[0])),
  };
}
