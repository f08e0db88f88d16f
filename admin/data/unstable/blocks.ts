// Replaces the parser and the serializer of the editor's package `@wordpress/blocks`, which rewrite text without blocks, so that everything
// that was not changed keeps its bytes. The build resolves the name of the package to this module (build/block-package.ts).
import {
  type Block,
  getBlockContent,
  isUnmodifiedDefaultBlock,
  type ParseOptions,
  parse as parseBlocks,
  serialize,
  __unstableSerializeAndClean as serializeAll,
  serializeRawBlock,
} from '@wordpress/blocks';
import { joinBlocks, recordSources, unchangedContent } from './content-sources.ts';

export * from '@wordpress/blocks';

/** The block of text that is not in any other block. */
const freeform = 'core/freeform';

/** Whether a content has blocks. The service adds paragraphs only to contents without blocks. */
const hasBlocks = (content: string): boolean => content.includes('<!-- wp:');

/** Returns the blocks of a content. Text outside of blocks is unchanged, except for whitespace at its beginning and end. */
export function parse(content: string, options: ParseOptions = {}): Block[] {
  const blocks = parseBlocks(content, { ...options, __unstableSkipAutop: true });
  if (hasBlocks(content)) adaptBlocks(blocks);
  recordSources(content, blocks);
  return blocks;
}

function adaptBlocks(blocks: readonly Block[]): void {
  for (const block of blocks) {
    if (block.name === freeform) block.attributes.hasAutomaticParagraphs = false;
    if (!block.isValid) acceptLegacyEmbed(block);
    adaptBlocks(block.innerBlocks);
  }
}

/** Accepts an embed that an early version of the editor saved without its provider. The parser infers one, which makes the block invalid. */
function acceptLegacyEmbed(block: Block): void {
  const source = block.__unstableBlockSource;
  const [, provider] = /^core-embed\/(.+)$/.exec(source?.blockName ?? '') ?? [];
  if (!source || provider === undefined || source.attrs?.providerNameSlug !== '') return;
  // With a provider, this class would be generated.
  const className = [source.attrs.className, `wp-block-embed-${provider}`].filter((name) => name).join(' ');
  const renamed = { ...source, blockName: 'core/embed', attrs: { ...source.attrs, className } };
  const [accepted] = parseBlocks(serializeRawBlock(renamed));
  if (accepted?.isValid) Object.assign(block, { __unstableBlockSource: undefined }, accepted);
}

const contents = new WeakMap<readonly Block[], string>();

/** Returns the content that consists of blocks. What was not changed since it was parsed is returned with the same bytes. */
export function __unstableSerializeAndClean(blocks: Block[]): string {
  const known = contents.get(blocks);
  if (known !== undefined) return known;
  const content = unchangedContent(blocks, serializeOne) ?? serializeChanged(blocks);
  contents.set(blocks, content);
  return content;
}

function serializeChanged(blocks: Block[]): string {
  const [first] = blocks;
  if (blocks.length < 2 && (!first || isUnmodifiedDefaultBlock(first))) return serializeAll(blocks);
  // The text of a block with automatic paragraphs is saved as it is only while the content has no blocks: with blocks, the service adds no
  // paragraphs, so that they must be saved.
  const isClassic = blocks.every((block) => hasAutomaticParagraphs(block) && !hasBlocks(textOf(block)));
  return joinBlocks(blocks, serializeOne, (block, source) => {
    if (block.name !== freeform) return source ?? serialize(block);
    if (isClassic) return textOf(block);
    if (!hasAutomaticParagraphs(block) && source !== undefined) return source;
    const text = getBlockContent(block);
    const hasOnlyText = blocks.every(({ name }) => name === freeform) && !hasBlocks(text);
    return hasOnlyText ? `<!-- wp:freeform -->\n${text}\n<!-- /wp:freeform -->` : text;
  });
}

const hasAutomaticParagraphs = ({ name, attributes }: Block): boolean =>
  name === freeform && attributes.hasAutomaticParagraphs === true;

const textOf = ({ attributes }: Block): string => String(attributes.content ?? '');

/** Returns what a block is compared by. The text of a block with automatic paragraphs counts, not the paragraphs. */
const serializeOne = (block: Block): string => (block.name === freeform ? textOf(block) : serialize(block));
