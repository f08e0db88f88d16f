import type { Block } from '../../blocks/grammar.ts';
import type { Context, DynamicBlock } from '../dynamic-block.ts';
import { entryQuery, type Found } from '../needs.ts';
import type { ShownEntry } from '../shown.ts';
import { ownAttributes, titleOf, wholeNumber } from '../text.ts';
import { inTree } from './tree.ts';

/** The longest list of pages. */
const mostPages = 300;

/** By their number in menus. The same for all blocks of a page, so that it is loaded once. */
const query = entryQuery({ type: 'page', orderBy: 'menu_order', order: 'asc', limit: mostPages });

/** All published pages, or those below one, as a tree: by their number in menus, then by title. */
export const pageList: DynamicBlock = {
  name: 'core/page-list',
  needs: () => [{ kind: 'entries', query }],
  render,
};

const inOrder = (one: ShownEntry, other: ShownEntry) =>
  one.menuOrder - other.menuOrder || (one.titleKey < other.titleKey ? -1 : 1) || one.id - other.id;

function render(block: Block, { inNavigation, entry }: Context, found: Found): string {
  const root = wholeNumber(block.attributes.parentPageID, 0, 0, Number.MAX_SAFE_INTEGER);
  const name = 'wp-block-pages-list__item';
  const more = (own: string, part = '') => (inNavigation ? `${own} wp-block-navigation-item${part}` : own);
  const item = (page: ShownEntry, below: string) => {
    const here = page.id === entry.id;
    const classes = `${more(name)}${below && ' has-child'}${here ? ' current-menu-item' : ''}`;
    return (
      `<li class="${classes}"><a class="${more(`${name}__link`, '__content')}" href="${page.address}"` +
      `${here ? ' aria-current="page"' : ''}>${titleOf(page)}</a>` +
      `${below && `<ul class="wp-block-navigation__submenu-container">${below}</ul>`}</li>`
    );
  };
  const list = inTree(found.entries(query).toSorted(inOrder), item, root || undefined);
  if (list === '') return '';
  return inNavigation ? list : `<ul${ownAttributes(block)}>${list}</ul>`;
}
