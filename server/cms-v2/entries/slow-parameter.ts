import type { Contract } from '../../../contract/contract.ts';
import type { FilterName, ListShape, ListValues } from './shape-of-list.ts';

/** Names of parameters, for filters of other names. */
const PARAMETERS: Readonly<Partial<Record<FilterName, string>>> = {
  slugs: 'slug',
  authors: 'author',
  otherAuthors: 'author_exclude',
  modifiedAfter: 'modified_after',
  modifiedBefore: 'modified_before',
  parents: 'parent',
  otherParents: 'parent_exclude',
  menuOrder: 'menu_order',
  unsticky: 'sticky',
};

/** The parameter that makes a list slow: the one that is named where it takes too long. */
export function slowParameter(contract: Contract, shape: ListShape, { offset }: Pick<ListValues, 'offset'>): string {
  const [[filter], [clause]] = [shape.filters, shape.terms];
  if (shape.search) return 'search';
  if (clause) {
    const name = contract.taxonomies.get(clause.taxonomy)?.restBase ?? clause.taxonomy;
    return clause.match === 'none' ? `${name}_exclude` : name;
  }
  if (filter) return PARAMETERS[filter] ?? filter;
  if (shape.format !== 'any') return 'format';
  if (shape.states === 'several') return 'status';
  return offset > 0 ? 'page' : 'orderby';
}
