// Searches for entries (protocol.md §18, type post).

import { anySubtype, type SearchArgs } from '../../../contract/cms-v2/search.ts';
import type { ContentType } from '../../../contract/grammar/content-type.ts';
import { isSignedIn } from '../../access/actor.ts';
import { always, never } from '../../access/conditions.ts';
import type { ReadHandle } from '../../database/handle.ts';
import { getOrCompute } from '../../http/dependency-cache.ts';
import type { Call, Outcome } from '../../http/module.ts';
import { editCondition } from '../entries/conditions.ts';
import { countPublished } from '../entries/counts-store.ts';
import type { EntryDeps } from '../entries/deps.ts';
import type { ListShape, ListValues } from '../entries/entry-list-shape.ts';
import { longestFilterOf, mayScan } from '../entries/may-scan.ts';
import { chooseSearchMethod, planSearch } from '../entries/plan-search.ts';
import { slowParameter } from '../entries/slow-parameter.ts';
import type { SearchResult } from './operations.ts';
import { offsetOf, pageOfResults } from './results.ts';
import { countFound, findFound, findFoundIds, type SearchShape, sampleFound, typeValues } from './store.ts';

/**
 * Returns a page of published entries of the requested types. A search by words finds password-protected entries only for callers
 * who may edit them. A page beyond the last one is empty and has a total of 0.
 */
export async function searchEntries(deps: EntryDeps, call: Call<SearchArgs>): Promise<Outcome<SearchResult>> {
  const { read } = deps.database;
  const types = chosenTypes(deps, call.args.subtype);
  const { shape, values } = planEntries(call, types);
  const { totals } = deps;
  const handle = scanHandle(deps, call, shape, values);
  const sample = () => sampleFound(handle, shape, values);
  const shapes = await chooseSearchMethod(shape.list, values, { totals, version: call.version, sample });
  const scans = mayScan(shape.list, { offset: values.offset, longestFilter: longestFilterOf(values) });
  const ids = await findFoundIds(scans.page ? handle : read, { ...shape, list: shapes.page }, values);
  if (ids.length === 0) return pageOfResults(call, [], 0);
  const total = await totalOf(deps, call, {
    types,
    shape: { ...shape, list: shapes.total },
    values,
    found: ids.length,
  });
  const rows = (await findFound(read, ids)).map((row): SearchResult => ({ kind: 'post', row }));
  return pageOfResults(call, rows, total);
}

/** Returns the requested types that can be searched; if there are none, only the type `post`. */
function chosenTypes({ contract }: EntryDeps, requested: readonly string[]): ContentType[] {
  const searched = [...contract.types.values()].filter((type) => type.searched);
  if (requested.includes(anySubtype)) return searched;
  const chosen = searched.filter(({ name }) => requested.includes(name));
  return chosen.length > 0 ? chosen : searched.filter(({ name }) => name === 'post');
}

function planEntries(
  call: Call<SearchArgs>,
  types: readonly ContentType[],
): { shape: SearchShape; values: ListValues } {
  const { args, actor } = call;
  const search = planSearch({ search: args.search, search_columns: [] }, { states: ['publish'], held: false });
  const [filter, ids] =
    args.include.length > 0 ? (['include', args.include] as const) : (['exclude', args.exclude] as const);
  const list: ListShape = {
    visible: always,
    states: 'one',
    filters: ids.length > 0 ? [filter] : [],
    terms: [],
    relation: 'AND',
    format: 'any',
    along: 'entries',
    ...(search ? { search: search.shape } : {}),
    orderby: search ? 'relevance' : 'date',
    order: 'desc',
  };
  const values: ListValues = {
    ...search?.values,
    ...(ids.length > 0 ? { [filter]: ids } : {}),
    ...typeValues(types.map(({ name }) => name)),
    actor: actor.id,
    state: 'publish',
    limit: args.per_page,
    offset: offsetOf(call),
  };
  const condition = (type: ContentType) => (isSignedIn(actor) ? editCondition(actor, type) : never);
  return { shape: { types: types.length, list, ...(search ? { unlocked: types.map(condition) } : {}) }, values };
}

interface FoundPage {
  readonly types: readonly ContentType[];
  readonly shape: SearchShape;
  readonly values: ListValues;
  /** Number of results on the page. */
  readonly found: number;
}

/**
 * Returns the total number of results. It is `found` if the first page is not full. Otherwise, it is read from counters if neither a
 * search text nor a filter is submitted; else the matching entries are counted.
 */
async function totalOf(deps: EntryDeps, call: Call, { types, shape, values, found }: FoundPage): Promise<number> {
  if (values.offset === 0 && found < values.limit) return found;
  if (!shape.list.search && shape.list.filters.length === 0)
    return countPublished(
      deps.database.read,
      types.map(({ name }) => name),
    );
  const { limit, offset, ...counted } = values;
  const count = () => countFound(scanHandle(deps, call, shape, values), shape, values);
  return getOrCompute(deps.totals, call.version, `search ${JSON.stringify([shape, counted])}`, count);
}

/** Returns the handle for statements that may read many entries. */
const scanHandle = (
  { contract, database }: EntryDeps,
  { work }: Call,
  { list }: SearchShape,
  values: ListValues,
): ReadHandle => database.scanning(work, slowParameter(contract, list, values));
