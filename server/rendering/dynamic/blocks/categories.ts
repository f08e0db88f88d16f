import type { Block } from '../../blocks/parse.ts';
import { keywordOr, textOf, wrapperAttributes } from '../../blocks/text.ts';
import type { DynamicBlock } from '../dynamic-block.ts';
import type { LoadedData, TermQuery } from '../needs.ts';
import type { TermView } from '../views.ts';
import { renderDropdown } from './dropdown.ts';
import { renderTree } from './tree.ts';

/** Maximum number of listed terms. */
const maxTerms = 500;

/** The terms of a taxonomy, sorted by name, as a list, a tree or a dropdown. */
export const categories: DynamicBlock = {
  name: 'core/categories',
  needs: (block) => [{ kind: 'terms', query: queryOf(block) }],
  render,
};

const queryOf = ({ attributes }: Block): TermQuery => ({
  taxonomy: keywordOr(attributes.taxonomy, 'category'),
  orderBy: 'name',
  empty: attributes.showEmpty === true,
  limit: maxTerms,
});

function render(block: Block, _: unknown, found: LoadedData): string {
  const { attributes } = block;
  const query = queryOf(block);
  const terms = found.terms(query).filter(({ parent }) => attributes.showOnlyTopLevel !== true || parent === 0);
  const countSuffix = ({ count }: TermView) => (attributes.showPostCounts === true ? ` (${count})` : '');
  if (attributes.displayAsDropdown === true) {
    const options = terms.map((term) => ({ url: term.url, text: textOf(term.name) + countSuffix(term) }));
    return renderDropdown(block, 'categories', 'Categories', options);
  }
  const classes = ['wp-block-categories-list', `wp-block-categories-taxonomy-${query.taxonomy}`];
  if (terms.length === 0)
    return `<ul${wrapperAttributes(block, classes)}><li class="cat-item-none">No categories</li></ul>`;
  const item = (term: TermView, below: string) =>
    `<li class="cat-item cat-item-${term.id}"><a href="${term.url}">${textOf(term.name)}</a>${countSuffix(term)}` +
    `${below && `<ul class="children">${below}</ul>`}</li>`;
  const list =
    attributes.showHierarchy === true ? renderTree(terms, item) : terms.map((term) => item(term, '')).join('');
  return `<ul${wrapperAttributes(block, classes)}>${list}</ul>`;
}
