import type { Block } from '../../blocks/grammar.ts';
import type { Context, DynamicBlock, Shown } from '../dynamic-block.ts';
import type { Found, Need } from '../needs.ts';
import { addressIn, linkAttributes, ownAttributes, textIn, titleOf, wholeNumber } from '../text.ts';
import { navigationItems } from './navigation.ts';

/** A link of a navigation. One to an entry is shown as long as the entry is published, with its present address. */
export const navigationLink: DynamicBlock = { name: 'core/navigation-link', needs, render: renderLink };

/** A link of a navigation with more below it. */
export const navigationSubmenu: DynamicBlock = { name: 'core/navigation-submenu', needs, render: renderSubmenu };

/** The link of a navigation to the front page. */
export const homeLink: DynamicBlock = { name: 'core/home-link', render: renderHome };

const own = 'wp-block-navigation-item';

const entryOf = ({ attributes }: Block) =>
  attributes.kind === 'post-type' ? wholeNumber(attributes.id, 0, 0, Number.MAX_SAFE_INTEGER) : 0;

function needs(block: Block): Need[] {
  const id = entryOf(block);
  return id === 0 ? [] : [{ kind: 'entry', id }];
}

interface Target {
  readonly href: string;
  readonly label: string;
  readonly isHere: boolean;
}

/** Where a link leads and what it is called; undefined for one to an entry that nobody may see. */
function targetOf(block: Block, context: Context, found: Found): Target | undefined {
  const id = entryOf(block);
  const entry = id === 0 ? undefined : found.entry(id);
  if (id !== 0 && !entry) return undefined;
  const href = entry ? entry.address : addressIn(block.attributes.url);
  const label = textIn(block.attributes.label, entry ? titleOf(entry) : '');
  return { href, label, isHere: entry !== undefined && id === context.entry.id };
}

function anchor(block: Block, { href, label, isHere }: Target): string {
  const description = textIn(block.attributes.description);
  const text =
    `<span class="${own}__label">${label}</span>` +
    `${description && `<span class="${own}__description">${description}</span>`}`;
  if (href === '') return `<span class="${own}__content">${text}</span>`;
  return `<a class="${own}__content"${linkAttributes(href, block)}${isHere ? ' aria-current="page"' : ''}>${text}</a>`;
}

const item = (block: Block, target: Target, classes: readonly string[], more = '') =>
  `<li${ownAttributes(block, [own, ...classes, ...(target.isHere ? ['current-menu-item'] : [])])}>${anchor(block, target)}${more}`;

function renderLink(block: Block, context: Context, found: Found): string {
  const target = targetOf(block, context, found);
  return target && target.label !== '' ? `${item(block, target, [])}</li>` : '';
}

function renderSubmenu(block: Block, context: Context, found: Found): Shown {
  const target = targetOf(block, context, found);
  if (!target || target.label === '') return '';
  const inner = block.pieces.filter((piece) => typeof piece !== 'string');
  if (inner.length === 0) return `${item(block, target, [])}</li>`;
  return [
    item(block, target, ['has-child'], '<ul class="wp-block-navigation__submenu-container">'),
    ...navigationItems(inner, context),
    '</ul></li>',
  ];
}

function renderHome(block: Block, { inNavigation }: Context, { site }: Found): string {
  const target = { href: `${site.front}/`, label: textIn(block.attributes.label, 'Home'), isHere: false };
  return inNavigation ? `${item(block, target, [])}</li>` : anchor(block, target);
}
