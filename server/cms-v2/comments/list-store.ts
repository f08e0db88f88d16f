// SQL statements for lists of comments, with one prepared statement for each combination of filters and order.
import { type Expression, type ExpressionBuilder, type SqlBool, sql } from 'kysely';
import { type Condition, predicate } from '../../access/conditions.ts';
import type { ReadHandle } from '../../database/handle.ts';
import { fixedOrder, type PageValues, pageOf, totalOf } from '../../database/lists.ts';
import { type Builder, type Slots, statementFamily } from '../../database/statement.ts';
import type { Tables } from '../../database/tables/index.ts';
import { allParents } from './counts-store.ts';

/** Content types whose entries share the same conditions for reading and editing. */
export interface TypeRights {
  readonly types: readonly string[];
  readonly read: Condition;
  readonly edit: Condition;
}

/** The visibility filter of a list, which depends on the caller. */
export type VisibilityFilter =
  | { readonly kind: 'all' }
  /**
   * For requested entries: approved comments except notes, the comments of the caller, and all comments on the entries in `editable`.
   */
  | { readonly kind: 'listed' }
  /**
   * Comments on entries of the types in `rights`, depending on the permissions for each entry. `detached` determines which comments
   * without an entry are included.
   */
  | {
      readonly kind: 'by-permission';
      readonly rights: readonly TypeRights[];
      readonly detached: 'none' | 'own' | 'all';
    };

/** Sort orders of a list; `ranked` sorts by the position of the ID in the slot `ranked`. */
export type ListOrder = 'date' | 'date_gmt' | 'id' | 'post' | 'parent' | 'type' | 'ranked';

/** The properties of a list that determine its statement. They are plain data with a limited number of values. */
export interface ListShape {
  readonly visible: VisibilityFilter;
  /** Whether the status and type filters match only approved comments other than notes. */
  readonly open: boolean;
  readonly states: 'one' | 'several' | 'any';
  readonly types: 'one' | 'several' | 'any' | 'no notes';
  /** Names of the simple filters in use. */
  readonly filters: readonly (keyof typeof filters)[];
  /** The searched columns: none, only the one with public text (`shown`), or also the one with email and IP addresses. */
  readonly search: 'no' | 'shown' | 'all';
  readonly orderby: ListOrder;
  readonly order: 'asc' | 'desc';
}

/** The parameter values of a list. */
export interface ListValues extends PageValues {
  readonly actor: number;
  readonly include?: readonly number[];
  readonly exclude?: readonly number[];
  readonly post?: number;
  readonly posts?: readonly number[];
  readonly parent?: number;
  readonly parents?: readonly number[];
  readonly otherParents?: readonly number[];
  readonly author?: number;
  readonly authors?: readonly number[];
  readonly otherAuthors?: readonly number[];
  readonly email?: string;
  readonly after?: string;
  readonly afterGmt?: string;
  readonly before?: string;
  readonly beforeGmt?: string;
  readonly type?: string;
  readonly types?: readonly string[];
  readonly state?: string;
  readonly states?: readonly string[];
  /** The folded search text, truncated to the maximum length. */
  readonly text?: string;
  /** IDs of the requested entries whose comments the caller may edit; 0 for comments without an entry. */
  readonly editable?: readonly number[];
  /** IDs in the order of the list, for the order `ranked`. */
  readonly ranked?: readonly number[];
  /** The value of `parent` in counters that count the comments of all parents. */
  readonly allParents?: number;
}

type Comments = ExpressionBuilder<Tables, 'comments'>;

/**
 * The simple filters, keyed by the name of the slot that contains the value. Single values are compared with `=`, so that an index can
 * be used.
 */
const filters = {
  include: (q: Builder, _eb: Comments, p: Slots<ListValues>) => q.dialect.inList('comments.id', p.include),
  exclude: (q: Builder, eb: Comments, p: Slots<ListValues>) => eb.not(q.dialect.isAmong('comments.id', p.exclude)),
  post: (_q: Builder, eb: Comments, p: Slots<ListValues>) => eb('comments.post', '=', p.post),
  posts: (q: Builder, _eb: Comments, p: Slots<ListValues>) => q.dialect.inList('comments.post', p.posts),
  parent: (_q: Builder, eb: Comments, p: Slots<ListValues>) => eb('comments.parent', '=', p.parent),
  parents: (q: Builder, _eb: Comments, p: Slots<ListValues>) => q.dialect.inList('comments.parent', p.parents),
  otherParents: (q: Builder, eb: Comments, p: Slots<ListValues>) =>
    eb.not(q.dialect.isAmong('comments.parent', p.otherParents)),
  author: (_q: Builder, eb: Comments, p: Slots<ListValues>) => eb('comments.author', '=', p.author),
  authors: (q: Builder, _eb: Comments, p: Slots<ListValues>) => q.dialect.inList('comments.author', p.authors),
  otherAuthors: (q: Builder, eb: Comments, p: Slots<ListValues>) =>
    eb.not(q.dialect.isAmong('comments.author', p.otherAuthors)),
  email: (_q: Builder, eb: Comments, p: Slots<ListValues>) => eb('comments.author_email_key', '=', p.email),
  // Each date filter also bounds `date_gmt`, the indexed column: site time differs from GMT by at most a day.
  after: (_q: Builder, eb: Comments, p: Slots<ListValues>) =>
    eb.and([eb('comments.date', '>', p.after), eb('comments.date_gmt', '>', p.afterGmt)]),
  before: (_q: Builder, eb: Comments, p: Slots<ListValues>) =>
    eb.and([eb('comments.date', '<', p.before), eb('comments.date_gmt', '<', p.beforeGmt)]),
} as const;

/** Minimum offset of a page that is considered slow, because the skipped rows are read from an index. */
const MAX_CHEAP_OFFSET = 1000;

/** Filters that have an index or match few comments. */
const INDEXED_FILTERS: readonly ListShape['filters'][number][] = ['include', 'post', 'posts', 'parent', 'parents'];

/** Names of the request parameters of filters, where they differ from the names of the filters. */
const PARAMETER_NAMES: Partial<Record<ListShape['filters'][number], string>> = {
  authors: 'author',
  otherParents: 'parent_exclude',
  otherAuthors: 'author_exclude',
  email: 'author_email',
};

/** Returns the name of the request parameter that may make a list slow; undefined if there is none. */
export function slowCommentParameter({ search, filters }: ListShape, { offset }: ListValues): string | undefined {
  if (search !== 'no') return 'search';
  const slowFilter = filters.find((name) => !INDEXED_FILTERS.includes(name));
  if (slowFilter) return PARAMETER_NAMES[slowFilter] ?? slowFilter;
  return offset >= MAX_CHEAP_OFFSET ? 'page' : undefined;
}

/** Returns the IDs of the comments on a page of a list. */
export const listCommentIds = async (read: ReadHandle, shape: ListShape, values: ListValues): Promise<number[]> =>
  (await read.all(pageStatement(shape), values)).map((row) => row.id);

/** Returns the total number of matching comments. */
export async function countListed(read: ReadHandle, shape: ListShape, values: ListValues): Promise<number> {
  return totalOf(await read.first(countStatement({ ...shape, ...fixedOrder }), values));
}

const pageStatement = statementFamily((q: Builder, shape: ListShape, p: Slots<ListValues>) => {
  const rows = q
    .selectFrom('comments')
    .select('comments.id')
    .where((eb) => whereShape(q, eb, shape, p));
  return pageOf(rows, orderTerms(q, shape, p), p);
});

const countStatement = statementFamily((q: Builder, shape: ListShape, p: Slots<ListValues>) =>
  q
    .selectFrom('comments')
    .select((eb) => eb.fn.countAll<number>().as('n'))
    .where((eb) => whereShape(q, eb, shape, p)),
);

/** Sums counters. The table `comment_counts` is aliased as `comments`, so that the same filters apply to it. */
const sumStatement = statementFamily((q: Builder, shape: ListShape, p: Slots<ListValues>) =>
  q
    .selectFrom('comment_counts as comments')
    .select((eb) => eb.fn.coalesce(eb.fn.sum<number>('comments.n'), eb.lit(0)).as('n'))
    .where((eb) => whereShape(q, eb, shape, p))
    .$if(!isOfReplies(shape), (query) => query.where('comments.parent', '=', p.allParents)),
);

const isOfReplies = ({ filters }: ListShape) => filters.includes('parent') || filters.includes('parents');

/** Filters on columns that the table of counters has, too. */
const countedFilters: readonly string[] = [
  'post',
  'posts',
  'parent',
  'parents',
] satisfies readonly (keyof typeof filters)[];

/** Whether the total of a list is a sum of counters: the list includes all or none of the comments that each counter counts. */
export const isCounted = ({ visible, open, search, filters }: ListShape, canEditAll: boolean): boolean => {
  const selectsWholeCounters =
    visible.kind === 'all' || (visible.kind === 'listed' ? open || canEditAll : open && visible.detached !== 'own');
  return selectsWholeCounters && search === 'no' && filters.every((name) => countedFilters.includes(name));
};

/** Whether the total is a sum of the counters of certain entries or comments. Otherwise, those of all entries are summed. */
export const hasFewCounters = ({ filters }: ListShape, { parent, parents }: ListValues): boolean =>
  filters.includes('post') ||
  filters.includes('posts') ||
  (filters.includes('parent') && parent !== 0) ||
  (filters.includes('parents') && !parents?.includes(0));

/**
 * Returns the same total as `countListed`, from counters. Sets `open`, which removes the conditions on single comments, because the
 * caller may read all counted comments.
 */
export async function sumListed(read: ReadHandle, shape: ListShape, values: ListValues): Promise<number> {
  const row = await read.first(sumStatement({ ...shape, open: true, ...fixedOrder }), {
    ...values,
    allParents,
  });
  return Number(totalOf(row));
}

function whereShape(q: Builder, eb: Comments, shape: ListShape, p: Slots<ListValues>): Expression<SqlBool> {
  return eb.and([
    ...statusAndTypeConditions(q, eb, shape, p),
    ...shape.filters.map((name) => filters[name](q, eb, p)),
    ...(shape.search === 'no' ? [] : [matchesSearch(q, shape.search, p)]),
    ...visibilityConditions(q, eb, shape, p),
  ]);
}

function statusAndTypeConditions(
  q: Builder,
  eb: Comments,
  { states, types }: ListShape,
  p: Slots<ListValues>,
): Expression<SqlBool>[] {
  const clauses: Expression<SqlBool>[] = [];
  if (types === 'one') clauses.push(eb('comments.type', '=', p.type));
  if (types === 'several') clauses.push(q.dialect.inTextList('comments.type', p.types));
  if (types === 'no notes') clauses.push(eb('comments.type', '<>', eb.val('note')));
  if (states === 'one') clauses.push(eb('comments.status', '=', p.state));
  if (states === 'several') clauses.push(q.dialect.inTextList('comments.status', p.states));
  return clauses;
}

function matchesSearch(q: Builder, where: 'shown' | 'all', p: Slots<ListValues>): Expression<SqlBool> {
  const inPublicText = q.dialect.contains('t.shown', p.text);
  const matches =
    where === 'shown' ? inPublicText : sql`(${inPublicText} or ${q.dialect.contains('t.guarded', p.text)})`;
  return sql<SqlBool>`exists (select 1 from ${sql.table('comment_text')} as t where t.comment_id = comments.id and ${matches})`;
}

function visibilityConditions(
  q: Builder,
  eb: Comments,
  { visible, open }: ListShape,
  p: Slots<ListValues>,
): Expression<SqlBool>[] {
  if (visible.kind === 'all' || (visible.kind === 'listed' && open)) return [];
  const isOpen = eb.and([eb('comments.status', '=', eb.val('approved')), eb('comments.type', '<>', eb.val('note'))]);
  const isOwn = predicate(eb, 'comments', { kind: 'own', column: 'author' }, p.actor);
  if (visible.kind === 'listed') return [eb.or([isOpen, isOwn, q.dialect.isAmong('comments.post', p.editable)])];
  const ofEntries = visible.rights.map(({ types, read, edit }) =>
    eb.exists(
      eb
        .selectFrom('entries')
        .select(eb.lit(1).as('one'))
        .whereRef('entries.id', '=', 'comments.post')
        .where('entries.type', 'in', types as string[])
        .where((on) => {
          const mayEdit = predicate(on, 'entries', edit, p.actor);
          const withoutPassword = on.or([on('entries.password', '=', on.val('')), mayEdit]);
          const row = open ? [] : [on.or([isOpen, isOwn, mayEdit])];
          return on.and([predicate(on, 'entries', read, p.actor), withoutPassword, ...row]);
        }),
    ),
  );
  const detached = {
    none: [],
    own: [eb.and([eb('comments.post', '=', eb.lit(0)), isOwn])],
    all: [eb('comments.post', '=', eb.lit(0))],
  }[visible.detached];
  return [eb.or([...ofEntries, ...detached])];
}

/** Returns the ORDER BY terms, with ties broken by ID in the direction of the order (contract/README.md, decision 12). */
function orderTerms(q: Builder, { orderby, order, types }: ListShape, p: Slots<ListValues>): ReturnType<typeof sql>[] {
  const by = (key: Expression<unknown>) => sql`${key} ${sql.raw(order)}`;
  const id = by(sql.ref('comments.id'));
  if (orderby === 'ranked') return [sql`${q.dialect.orderByList('comments.id', p.ranked)} asc`, id];
  if (orderby === 'id' || (orderby === 'type' && types === 'one')) return [id];
  return [by(sql.ref(`comments.${orderby}`)), id];
}

interface NewestSlots {
  readonly ids: number[];
  readonly type: string;
  readonly states: string[];
  readonly state: string;
  readonly limit: number;
}

const newestStatement = statementFamily(
  (q: Builder, { by, states }: { by: 'post' | 'parent'; states: 'one' | 'several' }, p: Slots<NewestSlots>) => {
    const state = states === 'one' ? sql`k.status = ${p.state}` : q.dialect.inTextList('k.status', p.states);
    const newestOfParent = sql`select k.id from ${sql.table('comments')} as k where k.${sql.ref(by)} = v.value and k.type = ${p.type}
      and ${state} order by k.date_gmt desc, k.id desc limit ${p.limit}`;
    return q.dialect.engine === 'sqlite'
      ? sql<{ id: number; value: number }>`select c.id, v.value from json_each(${p.ids.encoded(JSON.stringify)}) as v
          join ${sql.table('comments')} as c on c.id in (${newestOfParent}) order by c.date_gmt desc, c.id desc`
      : sql<{ id: number; value: number }>`select n.id, v.value
          from (select value::bigint as value from json_array_elements_text(${p.ids.encoded(JSON.stringify)}::json)) as v
          cross join lateral (${newestOfParent}) as n join ${sql.table('comments')} as c on c.id = n.id order by c.date_gmt desc, c.id desc`;
  },
);

/** The comments to find: those on entries (`by` is `post`), or the replies to comments (`by` is `parent`). */
export interface NewestCommentsQuery {
  readonly by: 'post' | 'parent';
  readonly type: 'comment' | 'note';
  readonly states: readonly string[];
}

/**
 * Returns the IDs of the newest comments per entry or parent comment, newest first, at most `limit` for each. Runs one
 * statement. Its cost does not grow with the number of older comments.
 */
export async function findNewestCommentIds(
  read: ReadHandle,
  { by, type, states }: NewestCommentsQuery,
  ids: readonly number[],
  limit: number,
): Promise<Map<number, number[]>> {
  const shape = { by, states: states.length === 1 ? 'one' : 'several' } as const;
  const values = { ids: [...ids], type, states: [...states], state: states[0] ?? '', limit };
  const found = new Map<number, number[]>();
  for (const { id, value } of await read.all(newestStatement(shape), values))
    found.set(Number(value), [...(found.get(Number(value)) ?? []), id]);
  return found;
}
