import type { Block } from '../../blocks/grammar.ts';
import type { DynamicBlock } from '../dynamic-block.ts';
import type { Found, TermQuery } from '../needs.ts';
import type { ShownTerm } from '../shown.ts';
import { ownAttributes, textOf, word } from '../text.ts';
import { choice } from './choice.ts';
import { inTree } from './tree.ts';

/** The longest list of terms. */
const mostTerms = 500;

/** The terms of a taxonomy by name, as a list, a tree or a choice. */
export const categories: DynamicBlock = {
  name: 'core/categories',
  needs: (block) => [{ kind: 'terms', query: queryOf(block) }],
  render,
};

const queryOf = ({ attributes }: Block): TermQuery => ({
  taxonomy: word(attributes.taxonomy, 'category'),
  orderBy: 'name',
  empty: attributes.showEmpty === true,
  limit: mostTerms,
});

function render(block: Block, _: unknown, found: Found): string {
  const { attributes } = block;
  const query = queryOf(block);
  const terms = found.terms(query).filter(({ parent }) => attributes.showOnlyTopLevel !== true || parent === 0);
  const counted = ({ count }: ShownTerm) => (attributes.showPostCounts === true ? ` (${count})` : '');
  if (attributes.displayAsDropdown === true) {
    const options = terms.map((term) => ({ address: term.address, text: textOf(term.name) + counted(term) }));
    return choice(block, 'categories', 'Categories', options);
  }
  const classes = ['wp-block-categories-list', `wp-block-categories-taxonomy-${query.taxonomy}`];
  if (terms.length === 0)
    return `<ul${ownAttributes(block, classes)}><li class="cat-item-none">No categories</li></ul>`;
  const item = (term: ShownTerm, below: string) =>
    `<li class="cat-item cat-item-${term.id}"><a href="${term.address}">${textOf(term.name)}</a>${counted(term)}` +
    `${below && `<ul class="children">${below}</ul>`}</li>`;
  const list = attributes.showHierarchy === true ? inTree(terms, item) : terms.map((term) => item(term, '')).join('');
  return `<ul${ownAttributes(block, classes)}>${list}</ul>`;
}
