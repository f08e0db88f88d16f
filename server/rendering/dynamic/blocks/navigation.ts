import type { Block } from '../../blocks/parse.ts';
import { isRecord } from '../../blocks/parse.ts';
import { integerInRange, textOr, wrapperAttributes, attributes as written } from '../../blocks/text.ts';
import type { BlockContext, DynamicBlock, InnerBlocks, RenderedBlock } from '../dynamic-block.ts';
import type { LoadedData, Need } from '../needs.ts';
import { parseContentBlocks } from './contents.ts';

/** Content type of stored navigations. */
const type = 'cms_navigation';

/**
 * A navigation. It renders the items of the stored navigation `ref`, those inside the block if `ref` is not set, or all pages if there
 * are no items. It is empty if the stored navigation is not public or contains itself. On a page of the site, a block without `ref` and
 * items renders the navigation of the site: the one that was published last.
 */
export const navigation: DynamicBlock = { name: 'core/navigation', needs, render };

const refOf = ({ attributes }: Block) => integerInRange(attributes.ref, 0, 0, Number.MAX_SAFE_INTEGER);

const itemsIn = ({ innerContent }: Block): Block[] => innerContent.filter((part) => typeof part !== 'string');

/** Whether a block displays the navigation of the site. */
const isOfSite = (block: Block, { page }: BlockContext): boolean =>
  page !== undefined && refOf(block) === 0 && itemsIn(block).length === 0;

function needs(block: Block, context: BlockContext): Need[] {
  const ref = refOf(block);
  if (ref !== 0) return [{ kind: 'content', id: ref }];
  return isOfSite(block, context) ? [{ kind: 'site navigation' }] : [];
}

const allPages: Block = { name: 'core/page-list', attributes: {}, json: '', innerContent: [], isVoid: true };

function render(block: Block, context: BlockContext, found: LoadedData): RenderedBlock {
  const ref = refOf(block);
  const referenced = ref === 0 ? undefined : found.content(ref);
  if (ref !== 0 && (referenced?.type !== type || context.enclosingIds.includes(ref))) return '';
  const content = isOfSite(block, context) ? found.siteNavigation() : referenced;
  const isNested = content !== undefined && context.enclosingIds.includes(content.id);
  const innerBlocks = content && !isNested ? parseContentBlocks(content.raw) : itemsIn(block);
  const items = innerBlocks.length > 0 ? innerBlocks : [allPages];
  const enclosingIds = content ? [...context.enclosingIds, content.id] : context.enclosingIds;
  const layout = isRecord(block.attributes.layout) ? block.attributes.layout : {};
  const vertical = layout.orientation === 'vertical' ? ['is-vertical'] : [];
  return [
    `<nav${wrapperAttributes(block, vertical)}${written({ 'aria-label': textOr(block.attributes.ariaLabel) })}>`,
    '<ul class="wp-block-navigation__container">',
    ...navigationItems(items, { ...context, enclosingIds }),
    '</ul></nav>',
  ];
}

/** Names of the blocks that are rendered as list items. */
const itemNames: ReadonlySet<string | null> = new Set(
  'navigation-link navigation-submenu home-link page-list'.split(' ').map((name) => `core/${name}`),
);

/** Returns blocks as list items. Blocks that are not rendered as list items are wrapped in one. */
export function navigationItems(blocks: readonly Block[], context: BlockContext): (string | InnerBlocks)[] {
  const { inNavigation: _, ...outside } = context;
  return blocks
    .filter(({ name }) => name !== null)
    .flatMap((block): (string | InnerBlocks)[] =>
      itemNames.has(block.name)
        ? [{ innerContent: [block], context: { ...context, inNavigation: true } }]
        : ['<li class="wp-block-navigation-item">', { innerContent: [block], context: outside }, '</li>'],
    );
}
