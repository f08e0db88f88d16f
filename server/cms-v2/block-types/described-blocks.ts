// Describes all known blocks (protocol.md §20). Descriptions of dynamic blocks contain the attributes that the service
// renders, those of static blocks the attributes that editors save.
import { commonAttributes, dynamicBlockAttributes } from '../../rendering/dynamic/block-attributes.ts';
import { dynamicBlocks } from '../../rendering/dynamic/blocks/index.ts';
import { knownBlocks, knownVariations } from '../global-styles/known-blocks.ts';
import { blockDescriptions } from './block-descriptions.ts';
import { type BlockStructure, structureOf } from './block-structure.ts';
import { supportsOf } from './block-supports.ts';
import { savedAttributesOf } from './saved-attributes.ts';

export interface DescribedBlock extends BlockStructure {
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

/** Names of the context values that the service reads when it renders dynamic blocks. */
const renderedContext: ReadonlySet<string> = new Set([
  ...['postId', 'postType', 'commentId', 'termId', 'taxonomy', 'query', 'queryId', 'termQuery'],
]);

/** CSS selectors of the elements to which the styles of a block apply, for blocks whose own class does not select these elements. */
const rootSelectors: Readonly<Record<string, string>> = {
  button: '.wp-block-button .wp-block-button__link',
  icon: '.wp-block-icon svg',
  'list-item': '.wp-block-list > li',
  paragraph: 'p',
  table: '.wp-block-table > table',
};

const toTitle = (style: string): string =>
  style
    .split('-')
    .map((word) => word.charAt(0).toUpperCase() + word.slice(1))
    .join(' ');

function describeBlock(name: string): DescribedBlock {
  const shortName = name.replace(/^core\//, '');
  const isDynamic = dynamicBlocks.has(name);
  const [title, category, description, ...keywords] = blockDescriptions[shortName] ?? [toTitle(shortName), 'text', ''];
  const structure = structureOf(shortName);
  const root = rootSelectors[shortName];
  return {
    ...{ name, title, category, description, keywords, isDynamic },
    ...structure,
    uses: isDynamic ? structure.uses.filter((contextName) => renderedContext.has(contextName)) : structure.uses,
    attributes: dynamicBlockAttributes.get(name) ?? { ...commonAttributes, ...savedAttributesOf(shortName) },
    selectors: root === undefined ? {} : { root },
    supports: supportsOf(shortName, isDynamic),
    styles: (knownVariations[name] ?? []).map((style, at) => ({
      name: style,
      label: toTitle(style),
      ...(at === 0 && { isDefault: true }),
    })),
  };
}

/** All blocks, keyed by name, in alphabetical order. */
export const describedBlocks: ReadonlyMap<string, DescribedBlock> = new Map(
  [...new Set([...knownBlocks, ...dynamicBlocks.keys()])].sort().map((name) => [name, describeBlock(name)]),
);
