// Searching for entries (protocol.md §18, type post).

import { anySubtype, type SearchArgs } from '../../../contract/cms-v2/search.ts';
import type { ContentType } from '../../../contract/grammar/content-type.ts';
import { isSignedIn } from '../../access/actor.ts';
import { always, never } from '../../access/conditions.ts';
import type { ReadHandle } from '../../database/handle.ts';
import { remembered } from '../../http/kept.ts';
import type { Call, Outcome } from '../../http/room.ts';
import { countedPublished } from '../entries/counts-store.ts';
import { mayScan, namedIn } from '../entries/may-scan.ts';
import type { EntryParts } from '../entries/parts.ts';
import { chooseWays, planSearch } from '../entries/plan-search.ts';
import { mayEdit } from '../entries/rules.ts';
import type { ListShape, ListValues } from '../entries/shape-of-list.ts';
import { slowParameter } from '../entries/slow-parameter.ts';
import { before, type Found, pageOfFound } from './found.ts';
import { countFound, findFound, findFoundIds, type SearchShape, sampleFound, typeValues } from './store.ts';

/**
 * Answers with a page of the published entries of the types asked for. Words are looked for in protected entries only for
 * those who may change them. A page behind the last one is empty and has no total.
 */
export async function searchEntries(parts: EntryParts, call: Call<SearchArgs>): Promise<Outcome> {
  const { read } = parts.database;
  const types = chosenTypes(parts, call.args.subtype);
  const { shape, values } = planEntries(call, types);
  const { totals } = parts;
  const reading = scanning(parts, call, shape, values);
  const sample = () => sampleFound(reading, shape, values);
  const ways = await chooseWays(shape.list, values, { totals, mark: call.mark, sample });
  const scans = mayScan(shape.list, { offset: values.offset, named: namedIn(values) });
  const ids = await findFoundIds(scans.page ? reading : read, { ...shape, list: ways.page }, values);
  if (ids.length === 0) return pageOfFound(call, [], 0);
  const total = await totalOf(parts, call, types, { ...shape, list: ways.total }, values, ids.length);
  const rows = (await findFound(read, ids)).map((row): Found => ({ kind: 'post', row }));
  return pageOfFound(call, rows, total);
}

/** The types asked for; where none of them is one that is searched, posts alone. */
function chosenTypes({ contract }: EntryParts, asked: readonly string[]): ContentType[] {
  const searched = [...contract.types.values()].filter((type) => type.searched);
  if (asked.includes(anySubtype)) return searched;
  const chosen = searched.filter(({ name }) => asked.includes(name));
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
    offset: before(call),
  };
  const rule = (type: ContentType) => (isSignedIn(actor) ? mayEdit(actor, type) : never);
  return { shape: { types: types.length, list, ...(search ? { unlocked: types.map(rule) } : {}) }, values };
}

/** Kept counters know how many entries there are; what fits words or is chosen by number is counted. */
async function totalOf(
  parts: EntryParts,
  call: Call,
  types: readonly ContentType[],
  shape: SearchShape,
  values: ListValues,
  found: number,
): Promise<number> {
  if (values.offset === 0 && found < values.limit) return found;
  if (!shape.list.search && shape.list.filters.length === 0)
    return countedPublished(
      parts.database.read,
      types.map(({ name }) => name),
    );
  const { limit, offset, ...counted } = values;
  const count = () => countFound(scanning(parts, call, shape, values), shape, values);
  return remembered(parts.totals, call.mark, `search ${JSON.stringify([shape, counted])}`, count);
}

/** The handle for what may look at many entries. */
const scanning = (
  { contract, database }: EntryParts,
  { work }: Call,
  { list }: SearchShape,
  values: ListValues,
): ReadHandle => database.scanning(work, slowParameter(contract, list, values));
