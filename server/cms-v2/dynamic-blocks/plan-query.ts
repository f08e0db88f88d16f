// From what a block asks for to a list of entries, as somebody would get it who is not signed in.
import type { Contract } from '../../../contract/contract.ts';
import { anonymous } from '../../access/actor.ts';
import { knowing, never } from '../../access/conditions.ts';
import type { EntryQuery } from '../../rendering/dynamic/needs.ts';
import { fold } from '../../rendering/fold.ts';
import type { List, ListShape, ListValues, SearchShape } from '../entries/list-store.ts';
import { listed } from '../entries/rules.ts';
import { searchWords } from '../entries/search-words.ts';

type Filter = ListShape['filters'][number];

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
  const [only] = chosen;
  const alongTerm =
    chosen.length === 1 &&
    only?.ids.length === 1 &&
    !only.without &&
    filters.length === 0 &&
    !search &&
    query.orderBy === 'date';
  const shape: ListShape = {
    visible: knowing(listed(anonymous, type, 'view'), 'status', [state]),
    states: 'one',
    filters,
    terms: chosen.map(({ taxonomy, without }) => ({ taxonomy, match: without ? 'none' : 'any' })),
    relation: 'AND',
    format: 'any',
    alongTerm,
    ...(search ? { search: search.shape, unlocked: never } : {}),
    orderby: query.orderBy,
    order: query.order,
  };
  const fixed = { type: type.name, actor: anonymous.id, state, limit: query.limit, offset: query.offset };
  const terms = Object.fromEntries(chosen.map(({ ids }, at) => [`t${at}`, ids]));
  const along: Partial<ListValues> = alongTerm ? { term: only.ids[0] } : {};
  return { shape, values: { ...values, ...terms, ...search?.values, ...along, ...fixed } };
}

function filtersOf(query: EntryQuery): { filters: Filter[]; values: Record<string, readonly number[]> } {
  const filters: Filter[] = [];
  const values: Record<string, readonly number[]> = {};
  const use = (name: Filter, list: readonly number[]) => {
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

/** Shorter words are looked for in every entry, which would make whoever reads the content wait. */
const isFoundByIndex = (word: string) => [...fold(word)].length >= 3;

/** What is searched for; undefined where nothing is left to look for. */
function searchOf(text: string): { shape: SearchShape; values: Record<string, string> } | undefined {
  const words = text === '' ? undefined : searchWords(text);
  if (!words) return undefined;
  const wanted = words.wanted.filter(isFoundByIndex);
  const unwanted = words.unwanted.filter(isFoundByIndex);
  if (wanted.length === 0) return undefined;
  const shape: SearchShape = {
    wanted: wanted.length,
    unwanted: unwanted.length,
    columns: ['title', 'excerpt', 'content'],
    exact: false,
    inFiles: false,
  };
  return { shape, values: Object.fromEntries([...wanted, ...unwanted].map((each, at) => [`w${at}`, fold(each)])) };
}
