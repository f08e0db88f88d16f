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
 * are no items. It is empty if the stored navigation is not public or contains itself.
 */
export const navigation: DynamicBlock = { name: 'core/navigation', needs, render };

const refOf = ({ attributes }: Block) => integerInRange(attributes.ref, 0, 0, Number.MAX_SAFE_INTEGER);

function needs(block: Block): Need[] {
  const ref = refOf(block);
  return ref === 0 ? [] : [{ kind: 'content', id: ref }];
}

const allPages: Block = { name: 'core/page-list', attributes: {}, json: '', innerContent: [], isVoid: true };

function render(block: Block, context: BlockContext, found: LoadedData): RenderedBlock {
  const ref = refOf(block);
  const content = ref === 0 ? undefined : found.content(ref);
  if (ref !== 0 && (content?.type !== type || context.enclosingIds.includes(ref))) return '';
  const innerBlocks = content
    ? parseContentBlocks(content.raw)
    : block.innerContent.filter((part) => typeof part !== 'string');
  const items = innerBlocks.length > 0 ? innerBlocks : [allPages];
  const enclosingIds = ref === 0 ? context.enclosingIds : [...context.enclosingIds, ref];
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
