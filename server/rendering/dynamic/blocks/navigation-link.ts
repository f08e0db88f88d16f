import type { Block } from '../../blocks/parse.ts';
import { integerInRange, linkAttributes, safeUrl, textOr, titleOf, wrapperAttributes } from '../../blocks/text.ts';
import type { BlockContext, DynamicBlock, RenderedBlock } from '../dynamic-block.ts';
import type { LoadedData, Need } from '../needs.ts';
import { navigationItems } from './navigation.ts';

/** A navigation link. A link to an entry uses its current URL, and is omitted if the entry is not published. */
export const navigationLink: DynamicBlock = { name: 'core/navigation-link', needs, render: renderLink };

/** A navigation link with a submenu. */
export const navigationSubmenu: DynamicBlock = { name: 'core/navigation-submenu', needs, render: renderSubmenu };

/** The navigation link to the front page. */
export const homeLink: DynamicBlock = { name: 'core/home-link', render: renderHome };

const itemClass = 'wp-block-navigation-item';

const linkedEntryId = ({ attributes }: Block) =>
  attributes.kind === 'post-type' ? integerInRange(attributes.id, 0, 0, Number.MAX_SAFE_INTEGER) : 0;

function needs(block: Block): Need[] {
  const id = linkedEntryId(block);
  return id === 0 ? [] : [{ kind: 'entry', id }];
}

interface Target {
  readonly href: string;
  readonly label: string;
  readonly isCurrent: boolean;
}

/** Returns the target and the label of a link; undefined if its entry is not public. */
function targetOf(block: Block, context: BlockContext, found: LoadedData): Target | undefined {
  const id = linkedEntryId(block);
  const entry = id === 0 ? undefined : found.entry(id);
  if (id !== 0 && !entry) return undefined;
  const href = entry ? entry.url : safeUrl(block.attributes.url);
  const label = textOr(block.attributes.label, entry ? titleOf(entry) : '');
  return { href, label, isCurrent: entry !== undefined && id === context.entry.id };
}

function anchor(block: Block, { href, label, isCurrent }: Target): string {
  const description = textOr(block.attributes.description);
  const text =
    `<span class="${itemClass}__label">${label}</span>` +
    `${description && `<span class="${itemClass}__description">${description}</span>`}`;
  if (href === '') return `<span class="${itemClass}__content">${text}</span>`;
  return `<a class="${itemClass}__content"${linkAttributes(href, block)}${isCurrent ? ' aria-current="page"' : ''}>${text}</a>`;
}

const item = (block: Block, target: Target, classes: readonly string[], more = '') =>
  `<li${wrapperAttributes(block, [itemClass, ...classes, ...(target.isCurrent ? ['current-menu-item'] : [])])}>${anchor(block, target)}${more}`;

function renderLink(block: Block, context: BlockContext, found: LoadedData): string {
  const target = targetOf(block, context, found);
  return target && target.label !== '' ? `${item(block, target, [])}</li>` : '';
}

function renderSubmenu(block: Block, context: BlockContext, found: LoadedData): RenderedBlock {
  const target = targetOf(block, context, found);
  if (!target || target.label === '') return '';
  const inner = block.innerContent.filter((part) => typeof part !== 'string');
  if (inner.length === 0) return `${item(block, target, [])}</li>`;
  return [
    item(block, target, ['has-child'], '<ul class="wp-block-navigation__submenu-container">'),
    ...navigationItems(inner, context),
    '</ul></li>',
  ];
}

function renderHome(block: Block, { inNavigation }: BlockContext, { site }: LoadedData): string {
  const target = { href: `${site.front}/`, label: textOr(block.attributes.label, 'Home'), isCurrent: false };
  return inNavigation ? `${item(block, target, [])}</li>` : anchor(block, target);
}
