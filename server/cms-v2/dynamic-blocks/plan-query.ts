// From what a block asks for to a list of entries, as somebody would get it who is not signed in.
import type { Contract } from '../../../contract/contract.ts';
import { anonymous } from '../../access/actor.ts';
import { knowing, never } from '../../access/conditions.ts';
import type { EntryQuery } from '../../rendering/dynamic/needs.ts';
import type { List } from '../entries/list-store.ts';
import { type PlannedSearch, planSearch } from '../entries/plan-search.ts';
import { listed } from '../entries/rules.ts';
import {
  type FilterName,
  type ListShape,
  type ListValues,
  type TermClause,
  walkedAlong,
} from '../entries/shape-of-list.ts';

/**
 * The list behind a query of published entries; undefined where it finds nothing: for a type that nobody may list without
 * signing in, and for terms of a taxonomy that there is not.
 */
export function planQuery(contract: Contract, query: EntryQuery): List | undefined {
  const type = contract.types.get(query.type);
  if (!type?.viewable) return undefined;
  const isKnown = ({ taxonomy }: { readonly taxonomy: string }) => contract.taxonomies.has(taxonomy);
  if (!query.terms.every((clause) => clause.without || isKnown(clause))) return undefined;
  const chosen = query.terms.filter(isKnown);
  const state = 'publish';
  const search = searchOf(query.search);
  const { filters, values } = filtersOf(query);
  const picked = {
    states: 'one',
    filters,
    terms: chosen.map(({ taxonomy, without }): TermClause => ({ taxonomy, match: without ? 'none' : 'any' })),
    relation: 'AND',
    format: 'any',
    orderby: query.orderBy,
    ...(search ? { search: search.shape } : {}),
  } as const;
  const ofFirst = chosen[0]?.ids ?? [];
  const shape: ListShape = {
    ...picked,
    visible: knowing(listed(anonymous, type, 'view'), 'status', [state]),
    along: walkedAlong(picked, ofFirst.length),
    ...(search ? { unlocked: never } : {}),
    order: query.order,
  };
  const fixed = { type: type.name, actor: anonymous.id, state, limit: query.limit, offset: query.offset };
  const terms = Object.fromEntries(chosen.map(({ ids }, at) => [`t${at}`, ids]));
  const along: Partial<ListValues> = shape.along === 'term' ? { term: ofFirst[0] ?? 0 } : {};
  return { shape, values: { ...values, ...terms, ...search?.values, ...along, ...fixed } };
}

function filtersOf(query: EntryQuery): { filters: FilterName[]; values: Record<string, readonly number[]> } {
  const filters: FilterName[] = [];
  const values: Record<string, readonly number[]> = {};
  const use = (name: FilterName, list: readonly number[]) => {
    if (list.length === 0) return;
    filters.push(name);
    values[name] = list;
  };
  use('authors', query.authors);
  use('parents', query.parents);
  use('exclude', query.without);
  if (query.sticky !== 'both') filters.push(query.sticky === 'only' ? 'sticky' : 'unsticky');
  return { filters, values };
}

/**
 * What is searched for; undefined where nothing is left to look for. Words that are too short for the index are left out: they are
 * looked for in every entry, which would make whoever reads the content wait.
 */
function searchOf(text: string): PlannedSearch | undefined {
  const search = planSearch({ search: text, search_columns: [] }, { states: ['publish'], held: false });
  if (!search || search.shape.indexed === 0) return undefined;
  const { wanted, indexed, indexedUnwanted } = search.shape;
  const names = [
    ...Array.from({ length: indexed }, (_, at) => `w${at}`),
    ...Array.from({ length: indexedUnwanted }, (_, at) => `w${wanted + at}`),
  ];
  const values = Object.fromEntries(names.map((name, at) => [`w${at}`, search.values[name] ?? '']));
  return { shape: { ...search.shape, wanted: indexed, unwanted: indexedUnwanted }, values };
}
