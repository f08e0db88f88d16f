// The SQL of lists of entries: a statement per shape of a request, built once and kept.
import { type Expression, type ExpressionBuilder, type SqlBool, sql } from 'kysely';
import type { EntryOrder } from '../../../contract/shared/entry-parameters.ts';
import { type Condition, predicate } from '../../access/conditions.ts';
import type { SearchColumn } from '../../database/dialect.ts';
import type { ReadHandle } from '../../database/handle.ts';
import { inNoOrder, type PageValues, pageOf, totalOf } from '../../database/lists.ts';
import { type Builder, type NamedSlots, slot, statementFamily } from '../../database/statement.ts';
import type { Tables } from '../../database/tables/index.ts';

/** One filter by terms: carries any of the terms, all of them, or none. Its terms are in the parameter `t0`, `t1` … */
export interface TermClause {
  readonly taxonomy: string;
  readonly match: 'any' | 'all' | 'none';
}

/** How words are looked for. The words are in the parameters `w0`, `w1` …, wanted ones first. */
export interface SearchShape {
  readonly wanted: number;
  readonly unwanted: number;
  readonly columns: readonly SearchColumn[];
  readonly exact: boolean;
  /** Also in the paths of files. */
  readonly inFiles: boolean;
}

/** What distinguishes one list from another, values aside. Plain data from closed choices. */
export interface ListShape {
  readonly visible: Condition;
  readonly states: 'one' | 'several';
  /** Names of simple filters in force. */
  readonly filters: readonly (keyof typeof filters)[];
  readonly terms: readonly TermClause[];
  readonly relation: 'AND' | 'OR';
  /** Whether the `format`, or the `formats`, join the filters by terms. */
  readonly format: 'one' | 'several' | 'any';
  /** Walks along the entries of the one term of `t0`, in the order of their dates. */
  readonly alongTerm: boolean;
  readonly search?: SearchShape;
  /** In a search: only entries without a password, or ones this rule holds for. */
  readonly unlocked?: Condition;
  readonly orderby: EntryOrder;
  readonly order: 'asc' | 'desc';
}

/** The values of a list. */
export interface ListValues extends PageValues {
  readonly type?: string;
  readonly actor: number;
  readonly state?: string;
  readonly states?: readonly string[];
}

export type Entries = ExpressionBuilder<Tables, 'entries'>;

/** The simple filters, each with the parameter of its name. One value is compared, so that its index serves; more are looked up. */
const filters = {
  include: (q: Builder, _eb: Entries, p: NamedSlots) => q.dialect.inList('entries.id', slot(p, 'include')),
  exclude: (q: Builder, eb: Entries, p: NamedSlots) => eb.not(q.dialect.inList('entries.id', slot(p, 'exclude'))),
  slug: (_q: Builder, eb: Entries, p: NamedSlots) => eb('entries.slug', '=', slot(p, 'slug')),
  slugs: (q: Builder, _eb: Entries, p: NamedSlots) => q.dialect.inTextList('entries.slug', slot(p, 'slugs')),
  author: (_q: Builder, eb: Entries, p: NamedSlots) => eb('entries.author', '=', slot(p, 'author')),
  authors: (q: Builder, _eb: Entries, p: NamedSlots) => q.dialect.inList('entries.author', slot(p, 'authors')),
  otherAuthors: (q: Builder, eb: Entries, p: NamedSlots) =>
    eb.not(q.dialect.inList('entries.author', slot(p, 'otherAuthors'))),
  after: (_q: Builder, eb: Entries, p: NamedSlots) => eb('entries.date', '>', slot(p, 'after')),
  before: (_q: Builder, eb: Entries, p: NamedSlots) => eb('entries.date', '<', slot(p, 'before')),
  modifiedAfter: (_q: Builder, eb: Entries, p: NamedSlots) => eb('entries.modified', '>', slot(p, 'modifiedAfter')),
  modifiedBefore: (_q: Builder, eb: Entries, p: NamedSlots) => eb('entries.modified', '<', slot(p, 'modifiedBefore')),
  parent: (_q: Builder, eb: Entries, p: NamedSlots) => eb('entries.parent', '=', slot(p, 'parent')),
  parents: (q: Builder, _eb: Entries, p: NamedSlots) => q.dialect.inList('entries.parent', slot(p, 'parents')),
  otherParents: (q: Builder, eb: Entries, p: NamedSlots) =>
    eb.not(q.dialect.inList('entries.parent', slot(p, 'otherParents'))),
  menuOrder: (_q: Builder, eb: Entries, p: NamedSlots) => eb('entries.menu_order', '=', slot(p, 'menuOrder')),
  sticky: (_q: Builder, eb: Entries) => eb('entries.sticky', '=', eb.lit(1)),
  unsticky: (_q: Builder, eb: Entries) => eb('entries.sticky', '=', eb.lit(0)),
} as const;

/** The numbers of the entries on a page of a list. Their rows are wide, and often need not be read. */
export const findEntryIds = async (read: ReadHandle, shape: ListShape, values: ListValues): Promise<number[]> =>
  ((await read.all(pages(shape), values as never)) as { id: number }[]).map((row) => row.id);

/** An entry of a list by what the list is ordered by. */
export interface PlaceInList {
  readonly id: number;
  /** The value of the column of the order. */
  readonly key: string | number;
}

/** Whether a list is ordered by a column and not searched for, so that a page can begin behind a place. */
export const hasPlaces = ({ orderby, search }: ListShape): boolean => orderby in columnOf && !search;

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
    const all = from(q, shape)
      .select(['entries.id', key.as('key')])
      .where((eb) => chosen(q, eb as unknown as Entries, shape, p));
    const place = { key: slot(p, 'after_key'), id: slot(p, 'after_id') };
    const behind = isAfter ? q.dialect.behind(key, id, place, shape.order) : [];
    const [rows = all, ...more] = behind.map((condition) => all.where(condition));
    const direction = sql.raw(shape.order);
    return pageOf(
      more.reduce((some, others) => some.unionAll(others), rows),
      [sql`key ${direction}`, sql`id ${direction}`],
      p,
    );
  },
);

const counts = statementFamily((q: Builder, shape: ListShape, p: NamedSlots) => count(q, shape, p));

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

function page(q: Builder, shape: ListShape, p: NamedSlots) {
  const rows = from(q, shape)
    .select('entries.id')
    .where((eb) => chosen(q, eb as unknown as Entries, shape, p));
  return pageOf(rows, ordered(q, shape, p), p);
}

const count = (q: Builder, shape: ListShape, p: NamedSlots) =>
  from(q, shape)
    .select((eb) => eb.fn.countAll<number>().as('n'))
    .where((eb) => chosen(q, eb as unknown as Entries, shape, p));

/** Along a term, its links lead to the entries: they are kept in the order of dates (tables/entries.ts). */
function from(q: Builder, shape: ListShape) {
  const entries = q.selectFrom('entries');
  return shape.alongTerm
    ? (q
        .selectFrom('entry_terms as along')
        .innerJoin('entries', 'entries.id', 'along.entry_id') as unknown as typeof entries)
    : entries;
}

/** What an entry of a list is; its type is in the parameter `type`, or in another. */
export function chosen(q: Builder, eb: Entries, shape: ListShape, p: NamedSlots, type = 'type'): Expression<SqlBool> {
  return eb.and([
    ...place(q, eb, shape, p, type),
    predicate(eb, 'entries', shape.visible, slot(p, 'actor')),
    ...shape.filters.map((name) => filters[name](q, eb, p)),
    ...byTerms(q, eb, shape, p),
    ...(shape.search ? search(q, eb, shape.search, p) : []),
    ...(shape.unlocked
      ? [eb.or([eb('entries.password', '=', eb.val('')), predicate(eb, 'entries', shape.unlocked, slot(p, 'actor'))])]
      : []),
  ]);
}

/** The type and states, on the columns that the wanted order is kept by. */
function place(q: Builder, eb: Entries, shape: ListShape, p: NamedSlots, type: string): Expression<SqlBool>[] {
  const table = shape.alongTerm ? 'along' : 'entries';
  const column = (name: string) => sql.ref<string>(`${table}.${name}`);
  return [
    ...(shape.alongTerm ? [along(eb, shape.terms[0]?.taxonomy ?? '', p)] : []),
    eb(column('type'), '=', slot(p, type)),
    shape.states === 'one'
      ? eb(column('status'), '=', slot(p, 'state'))
      : q.dialect.inTextList(`${table}.status`, slot(p, 'states')),
  ];
}

/** The links of the one term, which counts for nothing as a term of another taxonomy. */
const along = (eb: Entries, taxonomy: string, p: NamedSlots): Expression<SqlBool> =>
  eb.and([
    eb(sql.ref<number>('along.term_id'), '=', sql<number>`${slot(p, 'term')}`),
    eb(sql.ref<string>('along.taxonomy'), '=', taxonomy),
  ]);

function byTerms(q: Builder, eb: Entries, shape: ListShape, p: NamedSlots): Expression<SqlBool>[] {
  const clauses = shape.terms.flatMap((clause, at) =>
    shape.alongTerm && at === 0 ? [] : [carries(q, eb, clause, p, at)],
  );
  const all = [...clauses, ...ofFormat(q, eb, shape, p)];
  if (all.length === 0) return [];
  return [shape.relation === 'OR' ? eb.or(all) : eb.and(all)];
}

/** One format is compared, so that its index serves; a list of them is looked up. */
function ofFormat(q: Builder, eb: Entries, { format }: ListShape, p: NamedSlots): Expression<SqlBool>[] {
  if (format === 'any') return [];
  return [
    format === 'one'
      ? eb('entries.format', '=', slot(p, 'format'))
      : q.dialect.inTextList('entries.format', slot(p, 'formats')),
  ];
}

function carries(
  q: Builder,
  eb: Entries,
  { taxonomy, match }: TermClause,
  p: NamedSlots,
  at: number,
): Expression<SqlBool> {
  const links = q
    .selectFrom('entry_terms')
    .where('entry_terms.taxonomy', '=', taxonomy)
    .where(q.dialect.inList('entry_terms.term_id', slot(p, `t${at}`)));
  if (match === 'all') {
    const carried = links
      .select((b) => b.fn.countAll<number>().as('n'))
      .whereRef('entry_terms.entry_id', '=', sql.ref('entries.id'));
    return eb(carried as never, '=', slot(p, `n${at}`));
  }
  const any = eb('entries.id', 'in', links.select('entry_terms.entry_id') as never);
  return match === 'none' ? eb.not(any) : any;
}

function search(q: Builder, eb: Entries, shape: SearchShape, p: NamedSlots): Expression<SqlBool>[] {
  const found = (at: number) => (shape.inFiles ? eb.or([inTexts(at), inFile(q, eb, p, at)]) : inTexts(at));
  const inTexts = (at: number) =>
    shape.exact ? equals(q, eb, shape, p, at) : q.dialect.textContains(shape.columns, slot(p, `w${at}`), 'entries.id');
  const wanted = Array.from({ length: shape.wanted }, (_, at) => found(at));
  const unwanted = Array.from({ length: shape.unwanted }, (_, at) => eb.not(found(shape.wanted + at)));
  return [...wanted, ...unwanted];
}

/** The path of a file that contains the text; a site has few files beside its entries, so they are looked through. */
function inFile(q: Builder, eb: Entries, p: NamedSlots, at: number): Expression<SqlBool> {
  const files = q
    .selectFrom('media')
    .select('media.entry_id')
    .where(q.dialect.contains('media.file_key', slot(p, `w${at}`)));
  return eb('entries.id', 'in', files as never);
}

function equals(q: Builder, eb: Entries, { columns }: SearchShape, p: NamedSlots, at: number): Expression<SqlBool> {
  const same = q
    .selectFrom('entry_text')
    .select('entry_id')
    .where((b) => b.or(columns.map((column) => b(`entry_text.${column}`, '=', slot(p, `w${at}`)))));
  return eb('entries.id', 'in', same as never);
}

const columnOf = {
  date: 'date',
  id: 'id',
  title: 'title_key',
  slug: 'slug',
  author: 'author',
  modified: 'modified',
  parent: 'parent',
  menu_order: 'menu_order',
} as const;

/** What the list is ordered by, ties broken by id in the direction of the order (contract/README.md, decision 12). */
function ordered(q: Builder, shape: ListShape, p: NamedSlots): ReturnType<typeof sql>[] {
  const direction = sql.raw(shape.order);
  const by = (column: string) => sql`${sql.ref(column)} ${direction}`;
  switch (shape.orderby) {
    case 'include':
    case 'include_slugs':
      return [sql`${q.dialect.orderByList('entries.id', slot(p, 'ranked'))} asc`, by('entries.id')];
    case 'relevance':
      return [...(shape.search ? [sql`${rank(q, shape.search, p)} asc`] : []), by('entries.date'), by('entries.id')];
    default: {
      const { key, id } = orderOf(shape);
      return (shape.orderby === 'id' ? [id] : [key, id]).map((column) => sql`${column} ${direction}`);
    }
  }
}

/** The columns of an order by a column, which is kept along a term's links for these. */
function orderOf({ alongTerm, orderby }: ListShape) {
  const column = columnOf[orderby as keyof typeof columnOf];
  return alongTerm
    ? { key: sql.ref<string | number>('along.date'), id: sql.ref<number>('along.entry_id') }
    : { key: sql.ref<string | number>(`entries.${column}`), id: sql.ref<number>('entries.id') };
}

/**
 * How well an entry fits a search, best first (posts-and-pages.md §14): the whole text in the title, all words there,
 * any word there, the whole text in excerpt or content. The whole text is in the parameter `whole`.
 */
export function rank(q: Builder, shape: SearchShape, p: NamedSlots) {
  const inColumn = (column: SearchColumn, name: string) =>
    q.dialect.textContains([column], slot(p, name), 'entries.id');
  const inTitle = Array.from({ length: shape.wanted }, (_, at) => inColumn('title', `w${at}`));
  if (shape.wanted === 1) return sql`case when ${inTitle[0]} then 1 else 2 end`;
  const plain = shape.unwanted === 0;
  const cases = [
    ...(plain ? [sql`when ${inColumn('title', 'whole')} then 1`] : []),
    ...(shape.wanted < 7
      ? [sql`when ${sql.join(inTitle, sql` and `)} then 2`, sql`when ${sql.join(inTitle, sql` or `)} then 3`]
      : []),
    ...(plain
      ? [sql`when ${inColumn('excerpt', 'whole')} then 4`, sql`when ${inColumn('content', 'whole')} then 5`]
      : []),
  ];
  return cases.length > 0 ? sql`case ${sql.join(cases, sql` `)} else 6 end` : sql`6`;
}
