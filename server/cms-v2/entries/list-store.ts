// The SQL of lists of entries: a statement per shape of a request, built once and kept.
import { type Expression, type SelectQueryBuilder, sql } from 'kysely';
import type { ReadHandle } from '../../database/handle.ts';
import { inNoOrder, pageOf, totalOf } from '../../database/lists.ts';
import { type Builder, type NamedSlots, slot, statementFamily } from '../../database/statement.ts';
import type { Tables } from '../../database/tables/index.ts';
import { chosen, columnsOf, type Entries, links, needsEntries } from './conditions-of-list.ts';
import { found, inTitles, isRanked, isRankedInTurn, rank, titleContains } from './search-in-texts.ts';
import { isByColumn, type ListShape, type ListValues, orderColumns } from './shape-of-list.ts';

/** The numbers of the entries on a page of a list. Their rows are wide, and often need not be read. */
export async function findEntryIds(read: ReadHandle, shape: ListShape, values: ListValues): Promise<number[]> {
  const reach = values.limit + values.offset;
  return ((await read.all(pages(shape), { ...values, reach } as never)) as { id: number }[]).map((row) => row.id);
}

/** An entry of a list by what the list is ordered by. */
export interface PlaceInList {
  readonly id: number;
  /** The value of the column of the order. */
  readonly key: string | number;
}

/** Whether a list is ordered by a column and not searched for, so that a page can begin behind a place. */
export const hasPlaces = (shape: ListShape): boolean => isByColumn(shape) && !shape.search;

/**
 * The entries of a page with their places, `after` one or from the beginning. The offset is counted from there.
 * For lists that have places.
 */
export async function findPlaces(
  read: ReadHandle,
  shape: ListShape,
  values: ListValues,
  after?: PlaceInList,
): Promise<PlaceInList[]> {
  const from = after && { after_key: after.key, after_id: after.id };
  return (await read.all(places({ shape, isAfter: after !== undefined }), { ...values, ...from } as never)) as never;
}

/** How many entries there are on all pages. */
export async function countEntries(read: ReadHandle, shape: ListShape, values: ListValues): Promise<number> {
  return totalOf(await read.first(counts({ ...shape, ...inNoOrder }), values as never));
}

/** The newest entries of a list without its search, at most `sampleSize`, and how many of them fit the search. */
export interface Sample {
  readonly entries: number;
  readonly fitting: number;
}

/** The most entries of a sample. */
export const sampleSize = 100;

/** Looks through the newest entries of a list for its words. The list is searched for. */
export const sampleOf = async (read: ReadHandle, shape: ListShape, values: ListValues): Promise<Sample> =>
  readSample(await read.first(samples(shape), { ...values, reach: sampleSize } as never));

/** The row of a statement that samples. */
export function readSample(row: unknown): Sample {
  const { entries, fitting } = row as { entries: number; fitting: number | null };
  return { entries: Number(entries), fitting: Number(fitting ?? 0) };
}

/** A list by its shape and values. */
export interface List {
  readonly shape: ListShape;
  readonly values: ListValues;
}

/** How many lists go into one statement. */
const mostAtOnce = 50;

/** The numbers of the entries of several lists, in no order, by the place of the list; a statement for every fifty. */
export async function findEntryIdsOfLists(read: ReadHandle, lists: readonly List[]): Promise<number[][]> {
  const rows = (await atOnce(read, severalPages, lists)) as { list: number; id: number }[];
  const found = Map.groupBy(rows, ({ list }) => list);
  return lists.map((_, at) => (found.get(at) ?? []).map(({ id }) => id));
}

/** How many entries there are on all pages of several lists; a statement for every fifty. */
export async function countEntriesOfLists(read: ReadHandle, lists: readonly List[]): Promise<number[]> {
  const plain = lists.map(({ shape, values }): List => ({ shape: { ...shape, ...inNoOrder }, values }));
  const rows = (await atOnce(read, severalCounts, plain)) as { list: number; n: number }[];
  const found = new Map(rows.map(({ list, n }) => [list, n]));
  return lists.map((_, at) => found.get(at) ?? 0);
}

async function atOnce(read: ReadHandle, family: typeof severalPages | typeof severalCounts, lists: readonly List[]) {
  const rows: { list: number }[] = [];
  for (let start = 0; start < lists.length; start += mostAtOnce) {
    const some = lists.slice(start, start + mostAtOnce);
    const values = some.flatMap((list, at) =>
      Object.entries(list.values).map(([name, value]) => [`${name}_${at}`, value]),
    );
    const found = await read.all(family(some.map(({ shape }) => shape)) as never, Object.fromEntries(values) as never);
    for (const row of found as { list: number }[]) rows.push({ ...row, list: row.list + start });
  }
  return rows;
}

const pages = statementFamily((q: Builder, shape: ListShape, p: NamedSlots) => page(q, shape, p));

const places = statementFamily(
  (q: Builder, { shape, isAfter }: { readonly shape: ListShape; readonly isAfter: boolean }, p: NamedSlots) => {
    const { key, id } = orderOf(shape);
    const all = walk(q, shape, p).select([id.as('id'), key.as('key')]);
    const place = { key: slot(p, 'after_key'), id: slot(p, 'after_id') };
    const behind = isAfter ? q.dialect.behind(key, id, place, shape.order) : [];
    const [rows = all, ...more] = behind.map((condition) => all.where(condition));
    // By the columns themselves: the id of a link is no more in order under another name than by itself. Two walks are laid
    // together by the names of what they bring.
    const names: Expression<unknown>[] = more.length > 0 ? [sql.ref('key'), sql.ref('id')] : [key, id];
    return pageOf(
      more.reduce((some, others) => some.unionAll(others), rows),
      names.map((column) => sql`${column} ${sql.raw(shape.order)}`),
      p,
    );
  },
);

const counts = statementFamily((q: Builder, shape: ListShape, p: NamedSlots) => count(q, shape, p));

const samples = statementFamily((q: Builder, shape: ListShape, p: NamedSlots) =>
  sampleOfWalks(q, [[shape, 'type']], p),
);

/** The newest entries of lists, each with the parameter of its type, as many as `reach`; and how many of them fit the search. */
export function sampleOfWalks(q: Builder, lists: readonly (readonly [ListShape, type: string])[], p: NamedSlots) {
  const search = lists[0]?.[0].search;
  if (!search) throw new Error('a sample is of a search');
  const newest = lists.map(([{ search: _search, ...shape }, type]) =>
    rankedWalk(q, { ...shape, order: 'desc' }, p, sql<number>`0`, type),
  );
  return q
    .selectFrom(unionOf(q, newest).as('entries'))
    .select((eb) => eb.fn.countAll<number>().as('entries'))
    .select((eb) => {
      const rows = { ...search, through: 'rows' } as const;
      const fits = eb.and(found(q, eb as unknown as Entries, rows, p, sql.ref<number>('entries.id')));
      return eb.fn.sum<number>(eb.case().when(fits).then(eb.lit(1)).else(eb.lit(0)).end()).as('fitting');
    });
}

const severalPages = statementFamily((q: Builder, shapes: readonly ListShape[], p: NamedSlots) =>
  shapes
    .map((shape, at) =>
      q.selectFrom(page(q, shape, numbered(p, at)).as('page')).select((eb) => [eb.lit(at).as('list'), 'page.id']),
    )
    .reduce((all, one) => all.unionAll(one)),
);

const severalCounts = statementFamily((q: Builder, shapes: readonly ListShape[], p: NamedSlots) =>
  shapes
    .map((shape, at) =>
      q.selectFrom(count(q, shape, numbered(p, at)).as('counted')).select((eb) => [eb.lit(at).as('list'), 'counted.n']),
    )
    .reduce((all, one) => all.unionAll(one)),
);

/** The parameters of one of several lists: their names end with its number. */
const numbered = (p: NamedSlots, at: number): NamedSlots =>
  new Proxy(p, { get: (own, name) => (own as unknown as Record<string, unknown>)[`${String(name)}_${at}`] });

function page(q: Builder, shape: ListShape, p: NamedSlots): SelectQueryBuilder<Tables, 'entries', { id: number }> {
  if (isInTurn(shape)) return pageOfWalks(q, rankedWalks(q, shape, p), shape.order, p) as never;
  const rows = walk(q, shape, p).select(sql<number>`${columnsOf(shape).id}`.as('id'));
  return pageOf(rows, ordered(q, shape, p), p);
}

const count = (q: Builder, shape: ListShape, p: NamedSlots) =>
  walk(q, shape, p).select((eb) => eb.fn.countAll<number>().as('n'));

/** The entries of a list, in no order yet; their type is in the parameter `type`, or in another. */
export function walk(q: Builder, shape: ListShape, p: NamedSlots, type?: string) {
  return from(q, shape, p, type).where((eb) => chosen(q, eb as unknown as Entries, shape, p, type));
}

/**
 * The entries, or the links of terms with the entries where these are looked at. Along the links of one term the order of dates is
 * that of their index; an entry that has several terms is there once.
 */
function from(q: Builder, shape: ListShape, p: NamedSlots, type = 'type') {
  const index = indexOf(shape);
  const entries = index ? q.selectFrom(q.dialect.entriesBy(index)) : q.selectFrom('entries');
  const [first] = shape.terms;
  if (shape.along === 'entries' || !first) return entries as ReturnType<typeof plain>;
  const all = links(q, shape, first, 0, p, type).select(['link.entry_id', 'link.date']);
  const along = q.selectFrom((shape.along === 'terms' && first.match === 'any' ? all.distinct() : all).as('along'));
  const joined = along
    // SQLite takes a cross join in the order in which it stands.
    .crossJoin(q.dialect.entriesBy('entries_by_id'))
    .where(sql.ref<number>('entries.id'), '=', sql.ref<number>('along.entry_id'));
  return (needsEntries(shape) ? joined : along) as unknown as ReturnType<typeof plain>;
}

const plain = (q: Builder) => q.selectFrom('entries');

/** The index of an order of entries in one state. */
const orderIndexes: Readonly<Partial<Record<ListShape['orderby'], string>>> = {
  id: 'entries_by_id',
  title: 'entries_by_title',
  slug: 'entries_ordered_by_slug',
  author: 'entries_ordered_by_author',
  modified: 'entries_by_modified',
  parent: 'entries_ordered_by_parent',
  menu_order: 'entries_by_menu_order',
};

/** The index through which entries are read that are found by their ids, or that are walked past; else the planner chooses. */
function indexOf({ states, filters, search, terms, relation, along, orderby }: ListShape): string | undefined {
  if (states !== 'one' || along !== 'entries') return undefined;
  if (filters.some((name) => name === 'slug' || name === 'slugs' || name === 'sticky')) return undefined;
  if (filters.includes('include')) return 'entries_by_id';
  if (search && !search.inFiles && !search.hasUnindexed && search.through !== 'rows') {
    if (search.through === 'walk') return orderIndexes[orderby] ?? 'entries_by_date';
    if (search.indexed > 0) return 'entries_by_id';
  }
  return relation === 'AND' && terms.some(({ match }) => match !== 'none') ? 'entries_by_id' : undefined;
}

/** A walk with its entries' dates and how well they fit: `id`, `date`, `fit`. */
type RankedWalk = ReturnType<typeof rankedWalk>;

/**
 * The walks of a search by relevance, each no further than the parameter `reach`: where the texts of the newest entries are read,
 * first those with the word in the title, which the index finds, and then the others.
 */
export function rankedWalks(q: Builder, shape: ListShape, p: NamedSlots, type?: string): RankedWalk[] {
  const { search } = shape;
  const { id } = columnsOf(shape);
  if (!search || !isRanked(search)) return [rankedWalk(q, shape, p, sql<number>`0`, type)];
  if (!isInTurn(shape)) return [rankedWalk(q, shape, p, rank(q, search, p, id), type)];
  const best = rankedWalk(q, { ...shape, search: inTitles(search) }, p, sql<number>`1`, type);
  const others = rankedWalk(q, shape, p, sql<number>`2`, type).where((eb) =>
    eb.not(titleContains(q, eb as unknown as Entries, search, p, id)),
  );
  return [best, others];
}

const isInTurn = ({ orderby, search }: ListShape): boolean =>
  orderby === 'relevance' && search !== undefined && isRankedInTurn(search);

function rankedWalk(q: Builder, shape: ListShape, p: NamedSlots, fit: Expression<number>, type?: string) {
  const { id, date } = columnsOf(shape);
  const isRankedWalk = shape.search !== undefined && isRanked(shape.search) && !isInTurn(shape);
  const rows = walk(q, shape, p, type).select([
    sql<number>`${id}`.as('id'),
    sql<string>`${date}`.as('date'),
    sql<number>`${fit}`.as('fit'),
  ]);
  const direction = sql.raw(shape.order);
  return (isRankedWalk ? rows.orderBy('fit') : rows)
    .orderBy(sql`${date} ${direction}`)
    .orderBy(sql`${id} ${direction}`)
    .limit(slot(p, 'reach'));
}

/** A page of what walks bring together, the best fits first. */
export function pageOfWalks(q: Builder, walks: readonly RankedWalk[], order: ListShape['order'], p: NamedSlots) {
  const direction = sql.raw(order);
  return pageOf(
    q.selectFrom(unionOf(q, walks).as('found')).select('found.id'),
    [sql`found.fit`, sql`found.date ${direction}`, sql`found.id ${direction}`],
    p,
  );
}

function unionOf(q: Builder, walks: readonly RankedWalk[]) {
  const [first, ...others] = walks.map((each, at) => q.selectFrom(each.as(`walk_${at}`)).selectAll());
  if (!first) throw new Error('there is one walk at least');
  return others.reduce((union, next) => union.unionAll(next as never) as typeof first, first);
}

/** What the list is ordered by, ties broken by id in the direction of the order (contract/README.md, decision 12). */
function ordered(q: Builder, shape: ListShape, p: NamedSlots): ReturnType<typeof sql>[] {
  const direction = sql.raw(shape.order);
  const { id, date } = columnsOf(shape);
  const by = (column: Expression<unknown>) => sql`${column} ${direction}`;
  switch (shape.orderby) {
    case 'include':
    case 'include_slugs':
      return [sql`${q.dialect.orderByList('entries.id', slot(p, 'ranked'))} asc`, by(id)];
    case 'relevance': {
      const { search } = shape;
      return [...(search && isRanked(search) ? [sql`${rank(q, search, p, id)} asc`] : []), by(date), by(id)];
    }
    default: {
      const { key, id } = orderOf(shape);
      return (shape.orderby === 'id' ? [id] : [key, id]).map(by);
    }
  }
}

/** The columns of an order by a column, which is kept along a term's links for dates. */
function orderOf(shape: ListShape) {
  const { id, date } = columnsOf(shape);
  const isByDate = shape.orderby === 'date';
  const key = isByDate
    ? date
    : sql.ref<string | number>(`entries.${orderColumns[shape.orderby as keyof typeof orderColumns]}`);
  return { key: sql<string | number>`${key}`, id: sql<number>`${id}` };
}
