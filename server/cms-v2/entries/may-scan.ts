// Which lists of entries may look at many rows: those go to `Database.scanning`, so that nobody else waits for them.
import type { Contract } from '../../../contract/contract.ts';
import type { ListShape, ListValues } from './list-store.ts';

/** As many entries are skipped along an index without others noticing. */
const SHORT_WALK = 1000;

/** Filters that leave as many entries as they name values. */
const CHOOSING: readonly ListShape['filters'][number][] = ['include', 'slug', 'slugs'];

/** Filters that have an index in the order of dates, or leave out little. */
const ALONG_DATES: readonly ListShape['filters'][number][] = [
  'author',
  'parent',
  'sticky',
  'before',
  'after',
  'exclude',
];

/** Whether finding a page may look at many more entries than it has. In doubt it may. */
export function mayScanPage(shape: ListShape, { offset }: Pick<ListValues, 'offset'>): boolean {
  const { filters, orderby } = shape;
  if (shape.search) return true;
  if (filters.some((name) => CHOOSING.includes(name))) return false;
  if (offset >= SHORT_WALK) return true;
  if (shape.terms.length > 0 && !shape.alongTerm) return true;
  if (shape.format === 'several' || filters.length > 1) return true;
  // Who may see some of the entries only may have to look for them.
  const chooses = filters.length > 0 || shape.format === 'one' || shape.states === 'several';
  const isIndexed = orderby === 'date' && filters.every((name) => ALONG_DATES.includes(name));
  return chooses && !isIndexed;
}

/** Names of parameters, for filters of other names. */
const PARAMETERS: Partial<Record<ListShape['filters'][number], string>> = {
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
