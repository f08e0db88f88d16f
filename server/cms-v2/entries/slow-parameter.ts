import type { Contract } from '../../../contract/contract.ts';
import { type FilterName, hasMetaFilter, type ListShape, type ListValues } from './entry-list-shape.ts';

/** Names of the request parameters of filters, where they differ from the names of the filters. */
const parameterNames: Readonly<Partial<Record<FilterName, string>>> = {
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

/** Returns the name of the request parameter that probably makes a list slow. The error for a list that takes too long names it. */
export function slowParameter(contract: Contract, shape: ListShape, { offset }: Pick<ListValues, 'offset'>): string {
  const [[filter], [clause]] = [shape.filters, shape.terms];
  if (shape.search) return 'search';
  if (clause) {
    const name = contract.taxonomies.get(clause.taxonomy)?.restBase ?? clause.taxonomy;
    return clause.match === 'none' ? `${name}_exclude` : name;
  }
  if (hasMetaFilter(shape)) return 'meta';
  if (filter) return parameterNames[filter] ?? filter;
  if (shape.format !== 'any') return 'format';
  if (shape.states === 'several') return 'status';
  return offset > 0 ? 'page' : 'orderby';
}
