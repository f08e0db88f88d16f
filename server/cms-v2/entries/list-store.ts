// SQL statements for lists of entries, with one prepared statement for each combination of filters and order.
import { type AliasableExpression, type Compilable, type Expression, type SelectQueryBuilder, sql } from 'kysely';
import type { ReadHandle } from '../../database/handle.ts';
import { fixedOrder, pageOf, totalOf } from '../../database/lists.ts';
import {
  type Builder,
  type Slots,
  type SlotValue,
  type Statement,
  slotsByName,
  statementFamily,
  withConstants,
} from '../../database/statement.ts';
import type { Tables } from '../../database/tables/index.ts';
import { selectCount } from './counts-store.ts';
import { columnsOf, links, listCondition, needsEntries } from './entry-list-conditions.ts';
import {
  hasMetaFilter,
  isSortedByColumn,
  isSortedByMeta,
  type ListShape,
  type ListValues,
  orderColumns,
  type TypeParameter,
} from './entry-list-shape.ts';
import { sortedMeta } from './meta-conditions.ts';
import { canSplitByTitle, inTitles, isRanked, rank, titleContains } from './search-in-texts.ts';

/** Returns the IDs of the entries on a page of a list. The rows are wide, and need not be read if the records are cached. */
export async function findEntryIds(read: ReadHandle, shape: ListShape, values: ListValues): Promise<number[]> {
  const reach = values.limit + values.offset;
  const common = commonPage(shape, values);
  const page = common ? commonPageStatement(common) : pageStatement(shape);
  return (await read.all(page, { ...values, reach })).map((row) => row.id);
}

/** The position of an entry in a list. */
export interface ListCursor {
  readonly id: number;
  /** Value of the column by which the list is sorted. */
  readonly key: string | number;
}

/** Whether a list is sorted by a column and not searched, so that a page can start at a cursor. */
export const supportsCursors = (shape: ListShape): boolean => isSortedByColumn(shape) && !shape.search;

/**
 * Returns the cursors of the entries on a page. The offset is counted from the cursor `after`, or else from the beginning of the
 * list. The list must support cursors.
 */
export async function findCursors(
  read: ReadHandle,
  shape: ListShape,
  values: ListValues,
  after?: ListCursor,
): Promise<ListCursor[]> {
  const from = after && { after_key: after.key, after_id: after.id };
  return read.all(cursorPageStatement({ shape, isAfter: after !== undefined }), { ...values, ...from });
}

/** Returns the total number of matching entries. */
export async function countEntries(read: ReadHandle, shape: ListShape, values: ListValues): Promise<number> {
  return totalOf(await read.first(countStatement({ ...shape, ...fixedOrder }), values));
}

/** A page of a list with the total number of entries in the list, which is unknown if the page is empty. */
export interface CountedPage {
  readonly ids: number[];
  readonly total: number | undefined;
}

/**
 * Whether the statement for a page can count the entries of the list as well. This is the case for all entries with one status, whose counter it
 * reads, and for a search for rare words, whose matches are all found before the first one is returned.
 */
export function canCountWithPage(shape: ListShape): boolean {
  const { search, along, states } = shape;
  if (!search) return along === 'entries' && states === 'one' && isUnfiltered(shape) && isSortedByColumn(shape);
  if (search.through !== 'index' || search.inFiles || search.hasUnindexed) return false;
  return search.indexed > 0 && search.excluded === 0 && !isSplitByTitle(shape);
}

/**
 * Returns the IDs of the entries on a page of a list, and the total number of entries, with one statement. `canCountWithPage` must be true for
 * the list.
 */
export async function findCountedPage(read: ReadHandle, shape: ListShape, values: ListValues): Promise<CountedPage> {
  const common = commonPage(shape, values);
  const page = common ? commonCountedPageStatement(common) : countedPageStatement(shape);
  const rows = await read.all(page, values);
  return { ids: rows.map(({ id }) => id), total: rows[0]?.total ?? undefined };
}

/** A list, described by its shape and values. */
export interface List {
  readonly shape: ListShape;
  readonly values: ListValues;
}

/** The values of several lists. The name of each value ends with the position of the list. */
type ValuesOfLists = Readonly<Record<`${string}_${number}`, SlotValue>>;

/** Maximum number of lists in one statement. */
const maxListsPerStatement = 50;

/** Returns the IDs of the entries on the page of each list, unordered. Runs one statement per 50 lists. */
export async function findEntryIdsOfLists(read: ReadHandle, lists: readonly List[]): Promise<number[][]> {
  const rows = await runInBatches(read, pagesOfListsStatement, lists);
  const found = Map.groupBy(rows, ({ list }) => list);
  return lists.map((_, at) => (found.get(at) ?? []).map(({ id }) => id));
}

/** Returns the total number of matching entries of each list. Runs one statement per 50 lists. */
export async function countEntriesOfLists(read: ReadHandle, lists: readonly List[]): Promise<number[]> {
  const plain = lists.map(({ shape, values }): List => ({ shape: { ...shape, ...fixedOrder }, values }));
  const rows = await runInBatches(read, countsOfListsStatement, plain);
  const found = new Map(rows.map(({ list, n }) => [list, n]));
  return lists.map((_, at) => found.get(at) ?? 0);
}

async function runInBatches<Row extends { readonly list: number }>(
  read: ReadHandle,
  statements: (shapes: readonly ListShape[]) => Statement<ValuesOfLists, Row>,
  lists: readonly List[],
): Promise<Row[]> {
  const rows: Row[] = [];
  for (let start = 0; start < lists.length; start += maxListsPerStatement) {
    const batch = lists.slice(start, start + maxListsPerStatement);
    const values = batch.flatMap((list, at) =>
      Object.entries(list.values).map(([name, value]) => [`${name}_${at}`, value]),
    );
    const found = await read.all(statements(batch.map(({ shape }) => shape)), Object.fromEntries(values));
    for (const row of found) rows.push({ ...row, list: row.list + start });
  }
  return rows;
}

const pageStatement = statementFamily((q: Builder, shape: ListShape, p: Slots<ListValues>) => page(q, shape, p));

/** A page that is often requested, and the values that are constants of its statement. */
interface CommonPage {
  readonly shape: ListShape;
  readonly constants: { readonly type: string; readonly state: string; readonly limit: number; readonly offset: 0 };
}

/** The usual numbers of entries on a page. Others are parameters, so that the number of statements remains small. */
const commonLimits: ReadonlySet<number> = new Set([1, 5, 10, 20, 50, 100]);

/** Whether a list contains all entries with the requested statuses, or all such entries of a term. */
function isUnfiltered({ visible, target, filters, terms, format, meta = [], search, along }: ListShape): boolean {
  const isFiltered = target || filters.length > 0 || format !== 'any' || meta.length > 0 || search;
  const isAlongAll = along === 'entries' ? terms.length === 0 : along === 'term' && terms.length === 1;
  return visible.kind === 'always' && !isFiltered && isAlongAll;
}

/** Returns the first page of all entries, or those of a term, with one status; undefined for any other page. */
function commonPage(shape: ListShape, { type, state, limit, offset }: ListValues): CommonPage | undefined {
  if (!isUnfiltered(shape) || offset > 0 || !commonLimits.has(limit)) return undefined;
  if (!isSortedByColumn(shape) || type === undefined || state === undefined) return undefined;
  return { shape, constants: { type, state, limit, offset: 0 } };
}

const commonPageStatement = statementFamily(
  (q: Builder, { shape, constants }: CommonPage, p: Slots<ListValues>): ReturnType<typeof page> =>
    page(q, shape, withConstants(p, constants)),
);

const cursorPageStatement = statementFamily(
  (q: Builder, { shape, isAfter }: { readonly shape: ListShape; readonly isAfter: boolean }, p: Slots<ListValues>) => {
    const { key, id } = orderOf(shape);
    const all = selectEntriesOfList(q, shape, p).select([id.as('id'), key.as('key')]);
    const position = { key: p.after_key, id: p.after_id };
    const conditions = isAfter ? q.dialect.afterPosition(key, id, position, shape.order) : [];
    const [rows = all, ...more] = conditions.map((condition) => all.where(condition));
    // Rows are sorted by the columns themselves, because an index is not used to sort by an alias. A union can be sorted only by the
    // aliases of its columns.
    const names: Expression<unknown>[] = more.length > 0 ? [sql.ref('key'), sql.ref('id')] : [key, id];
    return pageOf(
      more.reduce((some, others) => some.unionAll(others), rows),
      names.map((column) => sql`${column} ${sql.raw(shape.order)}`),
      p,
    );
  },
);

/** A page of a list, whose rows also contain the total number of entries. */
function countedPage(q: Builder, shape: ListShape, p: Slots<ListValues>, total: Expression<unknown>) {
  const rows = selectEntriesOfList(q, shape, p).select([
    sql<number>`${columnsOf(shape).id}`.as('id'),
    sql<number | null>`${total}`.as('total'),
  ]);
  return pageOf(rows, orderByTerms(q, shape, p), p);
}

const countedPageStatement = statementFamily((q: Builder, shape: ListShape, p: Slots<ListValues>) =>
  countedPage(q, shape, p, shape.search ? sql<number>`count(*) over ()` : selectCount(q, p)),
);

const commonCountedPageStatement = statementFamily(
  (q: Builder, { shape, constants }: CommonPage, p: Slots<ListValues>) => {
    const slots = withConstants(p, constants);
    return countedPage(q, shape, slots, selectCount(q, slots));
  },
);

const countStatement = statementFamily((q: Builder, shape: ListShape, p: Slots<ListValues>) => count(q, shape, p));

const pagesOfListsStatement = statementFamily((q: Builder, shapes: readonly ListShape[], _p: Slots<ValuesOfLists>) =>
  shapes
    .map((shape, at) =>
      q.selectFrom(page(q, shape, parametersOf(at)).as('page')).select((eb) => [eb.lit(at).as('list'), 'page.id']),
    )
    .reduce((all, one) => all.unionAll(one)),
);

const countsOfListsStatement = statementFamily((q: Builder, shapes: readonly ListShape[], _p: Slots<ValuesOfLists>) =>
  shapes
    .map((shape, at) =>
      q
        .selectFrom(count(q, shape, parametersOf(at)).as('counted'))
        .select((eb) => [eb.lit(at).as('list'), 'counted.n']),
    )
    .reduce((all, one) => all.unionAll(one)),
);

/** Returns the parameters of one of several lists. */
const parametersOf = (at: number): Slots<ListValues> => slotsByName<ListValues>((name) => `${name}_${at}`);

function page(
  q: Builder,
  shape: ListShape,
  p: Slots<ListValues>,
): Compilable<{ id: number }> & AliasableExpression<{ id: number }> {
  if (isSplitByTitle(shape)) return pageOfQueries(q, rankedQueries(q, shape, p), shape.order, p);
  const rows = selectEntriesOfList(q, shape, p).select(sql<number>`${columnsOf(shape).id}`.as('id'));
  return pageOf(rows, orderByTerms(q, shape, p), p);
}

const count = (q: Builder, shape: ListShape, p: Slots<ListValues>) =>
  selectEntriesOfList(q, shape, p).select((eb) => eb.fn.countAll<number>().as('n'));

/** A query without columns. Its tables depend on the list, so its type contains none of them. */
type Rows = SelectQueryBuilder<Tables, never, Record<never, never>>;

/** Selects the entries of a list, unordered. `type` is the name of the parameter that contains their type; by default `type`. */
export function selectEntriesOfList(q: Builder, shape: ListShape, p: Slots<ListValues>, type?: TypeParameter) {
  return from(q, shape, p, type).where(listCondition(q, shape, p, type));
}

/**
 * Selects from the entries, or from term links. Term links are joined with the entries only if the list reads columns of entries.
 * The links of a term are indexed by date. An entry with several of the terms is selected once.
 */
function from(q: Builder, shape: ListShape, p: Slots<ListValues>, type: TypeParameter = 'type'): Rows {
  const index = indexOf(shape);
  const entries = index ? q.selectFrom(q.dialect.entriesBy(index)) : q.selectFrom('entries');
  const [first] = shape.terms;
  if (shape.along === 'meta') {
    const along = sortedMeta(q, shape, p);
    return needsEntries(shape)
      ? along
          .crossJoin(q.dialect.entriesBy('entries_by_id'))
          .where(sql.ref<number>('entries.id'), '=', sql.ref<number>('along.entry_id'))
      : along;
  }
  if (shape.along === 'entries' || !first) return entries;
  const all = links(q, shape, p, { clause: first, at: 0, type }).select(['link.entry_id', 'link.date']);
  const along = q.selectFrom((shape.along === 'terms' && first.match === 'any' ? all.distinct() : all).as('along'));
  const joined = along
    // SQLite joins the tables of a cross join in the order in which they are written.
    .crossJoin(q.dialect.entriesBy('entries_by_id'))
    .where(sql.ref<number>('entries.id'), '=', sql.ref<number>('along.entry_id'));
  return needsEntries(shape) ? joined : along;
}

/** Names of the indexes for the sort orders of entries with one status. */
const orderIndexes: Readonly<Partial<Record<ListShape['orderby'], string>>> = {
  id: 'entries_by_id',
  title: 'entries_by_title',
  slug: 'entries_ordered_by_slug',
  author: 'entries_ordered_by_author',
  modified: 'entries_by_modified',
  parent: 'entries_ordered_by_parent',
  menu_order: 'entries_by_menu_order',
};

/** Returns the index by which entries are looked up or read in order; undefined if the query planner chooses it. */
function indexOf(shape: ListShape): string | undefined {
  const { states, filters, search, terms, relation, along, orderby } = shape;
  if (states !== 'one' || along !== 'entries') return undefined;
  if (filters.some((name) => name === 'slug' || name === 'slugs' || name === 'sticky')) return undefined;
  if (filters.includes('include')) return 'entries_by_id';
  if (search && !search.inFiles && !search.hasUnindexed && search.through !== 'rows') {
    if (search.through === 'walk') return orderIndexes[orderby] ?? 'entries_by_date';
    if (search.indexed > 0) return 'entries_by_id';
  }
  const isNarrow = hasMetaFilter(shape) || (relation === 'AND' && terms.some(({ match }) => match !== 'none'));
  return isNarrow ? 'entries_by_id' : undefined;
}

/** A query that selects the `id`, the `date` and the rank (`fit`) of entries. */
type RankedQuery = ReturnType<typeof rankedQuery>;

/**
 * Returns the queries for a list, each limited by the parameter `reach`. There are two for a search by relevance that can be split
 * by title: the first finds the entries with the word in the title through the search index, the second finds the other entries.
 */
export function rankedQueries(q: Builder, shape: ListShape, p: Slots<ListValues>, type?: TypeParameter): RankedQuery[] {
  const { search } = shape;
  const { id } = columnsOf(shape);
  if (!search || !isRanked(search)) return [rankedQuery(q, shape, p, sql<number>`0`, type)];
  if (!isSplitByTitle(shape)) return [rankedQuery(q, shape, p, rank(q, search, p, id), type)];
  const best = rankedQuery(q, { ...shape, search: inTitles(search) }, p, sql<number>`1`, type);
  const others = rankedQuery(q, shape, p, sql<number>`2`, type).where((eb) => eb.not(titleContains(q, search, p, id)));
  return [best, others];
}

const isSplitByTitle = ({ orderby, search }: ListShape): boolean =>
  orderby === 'relevance' && search !== undefined && canSplitByTitle(search);

/** Selects the `id`, the `date` and the rank (`fit`) of the first entries of a list, at most as many as the parameter `reach`. */
export function rankedQuery(
  q: Builder,
  shape: ListShape,
  p: Slots<ListValues>,
  fit: Expression<number>,
  type?: TypeParameter,
) {
  const { id, date } = columnsOf(shape);
  const isRankedWalk = shape.search !== undefined && isRanked(shape.search) && !isSplitByTitle(shape);
  const rows = selectEntriesOfList(q, shape, p, type).select([
    sql<number>`${id}`.as('id'),
    sql<string>`${date}`.as('date'),
    sql<number>`${fit}`.as('fit'),
  ]);
  const direction = sql.raw(shape.order);
  return (isRankedWalk ? rows.orderBy('fit') : rows)
    .orderBy(sql`${date} ${direction}`)
    .orderBy(sql`${id} ${direction}`)
    .limit(p.reach);
}

/** Selects a page of the union of queries, best matches first. */
export function pageOfQueries(
  q: Builder,
  queries: readonly RankedQuery[],
  order: ListShape['order'],
  p: Slots<ListValues>,
) {
  const direction = sql.raw(order);
  return pageOf(
    q.selectFrom(unionOf(q, queries).as('found')).select('found.id'),
    [sql`found.fit`, sql`found.date ${direction}`, sql`found.id ${direction}`],
    p,
  );
}

/** Returns the union of queries. Throws if there is none. */
export function unionOf(q: Builder, queries: readonly RankedQuery[]) {
  const [first, ...others] = queries.map((each, at) => q.selectFrom(each.as(`walk_${at}`)).selectAll());
  if (!first) throw new Error('at least one query is required');
  return others.reduce((union, next) => union.unionAll(next) as typeof first, first);
}

/** Returns the sort order of a list. Ties are broken by ID in the same direction (contract/README.md, decision 12). */
function orderByTerms(q: Builder, shape: ListShape, p: Slots<ListValues>): ReturnType<typeof sql>[] {
  const direction = sql.raw(shape.order);
  const { id, date } = columnsOf(shape);
  const by = (column: Expression<unknown>) => sql`${column} ${direction}`;
  switch (shape.orderby) {
    case 'include':
    case 'include_slugs':
      return [sql`${q.dialect.orderByList('entries.id', p.ranked)} asc`, by(id)];
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

/** Returns the sort columns of a list that is sorted by a column or a meta field. Term links have their own copy of the date. */
function orderOf(shape: ListShape) {
  const { id, date } = columnsOf(shape);
  const key =
    shape.orderby === 'date'
      ? date
      : sql.ref<string | number>(
          isSortedByMeta(shape.orderby)
            ? 'along.value'
            : `entries.${orderColumns[shape.orderby as keyof typeof orderColumns]}`,
        );
  return { key: sql<string | number>`${key}`, id: sql<number>`${id}` };
}
