import type { Block } from '../../blocks/parse.ts';
import { integerInRange, titleOf, wrapperAttributes } from '../../blocks/text.ts';
import type { BlockContext, DynamicBlock } from '../dynamic-block.ts';
import { createEntryQuery, type LoadedData } from '../needs.ts';
import type { EntryView } from '../views.ts';
import { renderTree } from './tree.ts';

/** Maximum number of listed pages. */
const maxPages = 300;

/** Query of all pages by menu order. It is the same for all blocks of a page, so that it is loaded once. */
const query = createEntryQuery({ type: 'page', orderBy: 'menu_order', order: 'asc', limit: maxPages });

/** All published pages, or the descendants of one page, as a tree that is sorted by menu order and title. */
export const pageList: DynamicBlock = {
  name: 'core/page-list',
  needs: () => [{ kind: 'entries', query }],
  render,
};

const compareByMenuOrder = (one: EntryView, other: EntryView) =>
  one.menuOrder - other.menuOrder || (one.titleKey < other.titleKey ? -1 : 1) || one.id - other.id;

function render(block: Block, { inNavigation, entry }: BlockContext, found: LoadedData): string {
  const root = integerInRange(block.attributes.parentPageID, 0, 0, Number.MAX_SAFE_INTEGER);
  const name = 'wp-block-pages-list__item';
  const withNavigationClass = (className: string, part = '') =>
    inNavigation ? `${className} wp-block-navigation-item${part}` : className;
  const item = (page: EntryView, below: string) => {
    const here = page.id === entry.id;
    const classes = `${withNavigationClass(name)}${below && ' has-child'}${here ? ' current-menu-item' : ''}`;
    return (
      `<li class="${classes}"><a class="${withNavigationClass(`${name}__link`, '__content')}" href="${page.url}"` +
      `${here ? ' aria-current="page"' : ''}>${titleOf(page)}</a>` +
      `${below && `<ul class="wp-block-navigation__submenu-container">${below}</ul>`}</li>`
    );
  };
  const list = renderTree(found.entries(query).toSorted(compareByMenuOrder), item, root || undefined);
  if (list === '') return '';
  return inNavigation ? list : `<ul${wrapperAttributes(block)}>${list}</ul>`;
}
