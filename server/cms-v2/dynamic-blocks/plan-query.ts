// Translates the query of a block into a list of entries, with the permissions of an anonymous caller.
import type { Contract } from '../../../contract/contract.ts';
import { anonymous } from '../../access/actor.ts';
import { never, simplify } from '../../access/conditions.ts';
import type { EntryQuery } from '../../rendering/dynamic/needs.ts';
import { listingCondition } from '../entries/conditions.ts';
import {
  chooseDrivingTable,
  type FilterName,
  type ListShape,
  type ListValues,
  type TermClause,
} from '../entries/entry-list-shape.ts';
import type { List } from '../entries/list-store.ts';
import { type PlannedSearch, planSearch } from '../entries/plan-search.ts';

/**
 * Returns the list of published entries for a query; undefined if the query cannot match anything, because the type is not public or
 * a taxonomy of the requested terms does not exist.
 */
export function planQuery(contract: Contract, query: EntryQuery): List | undefined {
  const type = contract.types.get(query.type);
  if (!type?.viewable) return undefined;
  const isKnown = ({ taxonomy }: { readonly taxonomy: string }) => contract.taxonomies.has(taxonomy);
  if (!query.terms.every((clause) => clause.without || isKnown(clause))) return undefined;
  const knownClauses = query.terms.filter(isKnown);
  const state = 'publish';
  const search = searchOf(query.search);
  const { filters, values } = filtersOf(query);
  const filterShape = {
    states: 'one',
    filters,
    terms: knownClauses.map(({ taxonomy, without }): TermClause => ({ taxonomy, match: without ? 'none' : 'any' })),
    relation: 'AND',
    format: 'any',
    orderby: query.orderBy,
    ...(search ? { search: search.shape } : {}),
  } as const;
  const firstTermIds = knownClauses[0]?.ids ?? [];
  const shape: ListShape = {
    ...filterShape,
    visible: simplify(listingCondition(anonymous, type, 'view'), 'status', [state]),
    along: chooseDrivingTable(filterShape, firstTermIds.length),
    ...(search ? { unlocked: never } : {}),
    order: query.order,
  };
  const baseValues = { type: type.name, actor: anonymous.id, state, limit: query.limit, offset: query.offset };
  const terms = Object.fromEntries(knownClauses.map(({ ids }, at) => [`t${at}`, ids]));
  const along: Partial<ListValues> = shape.along === 'term' ? { term: firstTermIds[0] ?? 0 } : {};
  return { shape, values: { ...values, ...terms, ...search?.values, ...along, ...baseValues } };
}

function filtersOf(query: EntryQuery): { filters: FilterName[]; values: Record<string, readonly number[]> } {
  const filters: FilterName[] = [];
  const values: Record<string, readonly number[]> = {};
  const addFilter = (name: FilterName, list: readonly number[]) => {
    if (list.length === 0) return;
    filters.push(name);
    values[name] = list;
  };
  addFilter('authors', query.authors);
  addFilter('parents', query.parents);
  addFilter('exclude', query.without);
  if (query.sticky !== 'both') filters.push(query.sticky === 'only' ? 'sticky' : 'unsticky');
  return { filters, values };
}

/**
 * Plans the full-text conditions of a query; returns undefined if no required word of the search text is long enough for the index.
 * Shorter words are ignored, because they would require a scan of all entries while the visitor waits.
 */
function searchOf(text: string): PlannedSearch | undefined {
  const search = planSearch({ search: text, search_columns: [] }, { states: ['publish'], held: false });
  if (!search || search.shape.indexed === 0) return undefined;
  const { required, indexed, indexedExcluded } = search.shape;
  const names = [
    ...Array.from({ length: indexed }, (_, at) => `w${at}`),
    ...Array.from({ length: indexedExcluded }, (_, at) => `w${required + at}`),
  ];
  const values = Object.fromEntries(names.map((name, at) => [`w${at}`, search.values[name] ?? '']));
  return { shape: { ...search.shape, required: indexed, excluded: indexedExcluded }, values };
}
