import type { Block } from '../../blocks/grammar.ts';
import { isRecord } from '../../blocks/grammar.ts';
import type { Context, DynamicBlock, Inner, Shown } from '../dynamic-block.ts';
import type { Found, Need } from '../needs.ts';
import { ownAttributes, textIn, wholeNumber, attributes as written } from '../text.ts';
import { blocksOfContent } from './contents.ts';

/** The type of entries that hold a navigation. */
const type = 'cms_navigation';

/** Links to find one's way by: those inside the block, those of a navigation of the site, or all pages where it names neither. */
export const navigation: DynamicBlock = { name: 'core/navigation', needs, render };

const refOf = ({ attributes }: Block) => wholeNumber(attributes.ref, 0, 0, Number.MAX_SAFE_INTEGER);

function needs(block: Block): Need[] {
  const ref = refOf(block);
  return ref === 0 ? [] : [{ kind: 'content', id: ref }];
}

const allPages: Block = { name: 'core/page-list', attributes: {}, json: '', pieces: [], isVoid: true };

function render(block: Block, context: Context, found: Found): Shown {
  const ref = refOf(block);
  const content = ref === 0 ? undefined : found.content(ref);
  if (ref !== 0 && (content?.type !== type || context.within.includes(ref))) return '';
  const own = content ? blocksOfContent(content.raw) : block.pieces.filter((piece) => typeof piece !== 'string');
  const items = own.length > 0 ? own : [allPages];
  const within = ref === 0 ? context.within : [...context.within, ref];
  const layout = isRecord(block.attributes.layout) ? block.attributes.layout : {};
  const vertical = layout.orientation === 'vertical' ? ['is-vertical'] : [];
  return [
    `<nav${ownAttributes(block, vertical)}${written({ 'aria-label': textIn(block.attributes.ariaLabel) })}>`,
    '<ul class="wp-block-navigation__container">',
    ...navigationItems(items, { ...context, within }),
    '</ul></nav>',
  ];
}

/** Blocks that are items by themselves. */
const itemNames: ReadonlySet<string | null> = new Set(
  'navigation-link navigation-submenu home-link page-list'.split(' ').map((name) => `core/${name}`),
);

/** Blocks as items of a list: what is no item by itself is put into one. */
export function navigationItems(blocks: readonly Block[], context: Context): (string | Inner)[] {
  const { inNavigation: _, ...outside } = context;
  return blocks
    .filter(({ name }) => name !== null)
    .flatMap((block): (string | Inner)[] =>
      itemNames.has(block.name)
        ? [{ pieces: [block], context: { ...context, inNavigation: true } }]
        : ['<li class="wp-block-navigation-item">', { pieces: [block], context: outside }, '</li>'],
    );
}
