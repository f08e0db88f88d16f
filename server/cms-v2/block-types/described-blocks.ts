// What is told of the blocks that the service knows: of those that it renders what it reads and writes, of the others, which
// are shown as they were saved, what editors save (protocol.md §20).
import { attributesOfDynamicBlocks, commonAttributes } from '../../rendering/dynamic/block-attributes.ts';
import { dynamicBlocks } from '../../rendering/dynamic/blocks/index.ts';
import { knownBlocks, knownVariations } from '../global-styles/known-blocks.ts';
import { type Structure, structureOf } from './block-structure.ts';
import { supportsOf } from './block-supports.ts';
import { blockTexts } from './block-texts.ts';
import { savedAttributesOf } from './saved-attributes.ts';

export interface DescribedBlock extends Structure {
  readonly name: string;
  readonly title: string;
  readonly category: string;
  readonly description: string;
  readonly keywords: readonly string[];
  readonly attributes: object;
  readonly selectors: object;
  readonly supports: object;
  readonly styles: readonly object[];
  readonly isDynamic: boolean;
}

/** What the blocks around it may tell a block that the service renders. */
const contextRead: ReadonlySet<string> = new Set([
  ...['postId', 'postType', 'commentId', 'termId', 'taxonomy', 'query', 'queryId', 'termQuery'],
]);

/** The elements that styles of a block are for, where these are not those of its class. */
const roots: Readonly<Record<string, string>> = {
  button: '.wp-block-button .wp-block-button__link',
  icon: '.wp-block-icon svg',
  'list-item': '.wp-block-list > li',
  paragraph: 'p',
  table: '.wp-block-table > table',
};

const titleOf = (style: string): string =>
  style
    .split('-')
    .map((word) => word.charAt(0).toUpperCase() + word.slice(1))
    .join(' ');

function described(name: string): DescribedBlock {
  const short = name.replace(/^core\//, '');
  const isDynamic = dynamicBlocks.has(name);
  const [title, category, description, ...keywords] = blockTexts[short] ?? [titleOf(short), 'text', ''];
  const structure = structureOf(short);
  const root = roots[short];
  return {
    ...{ name, title, category, description, keywords, isDynamic },
    ...structure,
    uses: isDynamic ? structure.uses.filter((each) => contextRead.has(each)) : structure.uses,
    attributes: attributesOfDynamicBlocks.get(name) ?? { ...commonAttributes, ...savedAttributesOf(short) },
    selectors: root === undefined ? {} : { root },
    supports: supportsOf(short, isDynamic),
    styles: (knownVariations[name] ?? []).map((style, at) => ({
      name: style,
      label: titleOf(style),
      ...(at === 0 && { isDefault: true }),
    })),
  };
}

/** All blocks by their names, in the order of these. */
export const describedBlocks: ReadonlyMap<string, DescribedBlock> = new Map(
  [...new Set([...knownBlocks, ...dynamicBlocks.keys()])].sort().map((name) => [name, described(name)]),
);
