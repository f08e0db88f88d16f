// What is told of the blocks that the service knows: of those it makes itself all that it reads of them, of the others, which
// are shown as they were saved, that there are such (protocol.md §20).
import { attributesOfDynamicBlocks } from '../../rendering/dynamic/block-attributes.ts';
import { dynamicBlocks } from '../../rendering/dynamic/blocks/index.ts';
import { knownBlocks, knownVariations } from '../global-styles/known-blocks.ts';

export interface DescribedBlock {
  readonly name: string;
  readonly title: string;
  readonly category: string;
  readonly attributes: object | null;
  readonly parent: readonly string[] | null;
  readonly provides_context: object;
  readonly uses_context: readonly string[];
  readonly styles: readonly object[];
  readonly is_dynamic: boolean;
}

/** Where editors offer blocks, by their names without a namespace; the first pattern that fits counts. */
const categories: readonly (readonly [RegExp, string])[] = [
  [/^block$/, 'reusable'],
  [/^embed$/, 'embed'],
  [/^(audio|cover|file|gallery|icon|image|media-text|video)$/, 'media'],
  [
    /^(archives|calendar|html|latest-|legacy-widget|page-list|rss|search|shortcode|social-|tag-cloud|widget-)/,
    'widgets',
  ],
  [/^categories$/, 'widgets'],
  [/^(accordion|buttons?$|columns?$|group$|more$|nextpage$|separator$|spacer$|text-columns$)/, 'design'],
  [/^(avatar$|comment|home-link|loginout|navigation|pattern$|post-|query|read-more|site-|template-part|term)/, 'theme'],
];

/** The blocks right around others. */
const parents: Readonly<Record<string, readonly string[]>> = {
  button: ['buttons'],
  column: ['columns'],
  'list-item': ['list'],
  'home-link': ['navigation'],
  'post-template': ['query'],
  'query-pagination': ['query'],
  'query-pagination-next': ['query-pagination'],
  'query-pagination-numbers': ['query-pagination'],
  'query-pagination-previous': ['query-pagination'],
  'social-link': ['social-links'],
};

const query = ['queryId', 'query'];

/** What dynamic blocks take from those around them. */
function contextOf(short: string): readonly string[] {
  if (/^query-|^post-template$/.test(short)) return query;
  return /^post-|^avatar$|^read-more$/.test(short) ? ['postId', 'postType'] : [];
}

const titleOf = (short: string): string =>
  short
    .split('-')
    .map((word) => word.charAt(0).toUpperCase() + word.slice(1))
    .join(' ');

function described(name: string): DescribedBlock {
  const short = name.replace(/^core\//, '');
  const isDynamic = dynamicBlocks.has(name);
  return {
    name,
    title: titleOf(short),
    category: categories.find(([pattern]) => pattern.test(short))?.[1] ?? 'text',
    attributes: attributesOfDynamicBlocks.get(name) ?? null,
    parent: parents[short]?.map((each) => `core/${each}`) ?? null,
    provides_context: name === 'core/query' ? Object.fromEntries(query.map((each) => [each, each])) : {},
    uses_context: isDynamic ? contextOf(short) : [],
    styles: (knownVariations[name] ?? []).map((style, at) => ({
      name: style,
      label: titleOf(style),
      ...(at === 0 && { isDefault: true }),
    })),
    is_dynamic: isDynamic,
  };
}

/** All blocks by their names, in the order of these. */
export const describedBlocks: ReadonlyMap<string, DescribedBlock> = new Map(
  [...new Set([...knownBlocks, ...dynamicBlocks.keys()])].sort().map((name) => [name, described(name)]),
);
