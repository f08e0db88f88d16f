// The SQL of lists of comments: a statement per shape of a request, built once and kept.
import { type Expression, type ExpressionBuilder, type SqlBool, sql } from 'kysely';
import { type Condition, predicate } from '../../access/conditions.ts';
import type { ReadHandle } from '../../database/handle.ts';
import { inNoOrder, type PageValues, pageOf, totalOf } from '../../database/lists.ts';
import { type Builder, type NamedSlots, slot, statementFamily } from '../../database/statement.ts';
import type { Tables } from '../../database/tables/index.ts';
import { allParents } from './counts-store.ts';

/** Content types whose entries are read, and changed, under the same conditions. */
export interface TypeRights {
  readonly types: readonly string[];
  readonly read: Condition;
  readonly edit: Condition;
}

/** Which comments the caller sees of those that the filters leave. */
export type Visible =
  | { readonly kind: 'all' }
  /** Of entries that are known: what is open, one's own, and all on the entries in `editable`. */
  | { readonly kind: 'listed' }
  /** By the rights on each entry. */
  | { readonly kind: 'judged'; readonly rights: readonly TypeRights[]; readonly detached: 'none' | 'own' | 'all' };

/** What a list can be ordered by; `ranked`: the place in the list of numbers in the parameter `ranked`. */
export type ListOrder = 'date' | 'date_gmt' | 'id' | 'post' | 'parent' | 'type' | 'ranked';

/** What distinguishes one list from another, values aside. Plain data from closed choices. */
export interface ListShape {
  readonly visible: Visible;
  /** Whether everything that the states and types leave is approved and no note. */
  readonly open: boolean;
  readonly states: 'one' | 'several' | 'any';
  readonly types: 'one' | 'several' | 'any' | 'no notes';
  /** Names of simple filters in force. */
  readonly filters: readonly (keyof typeof filters)[];
  /** Where the text of the parameter `text` is looked for. */
  readonly search: 'no' | 'shown' | 'all';
  readonly orderby: ListOrder;
  readonly order: 'asc' | 'desc';
}

/** The values of a list. */
export interface ListValues extends PageValues {
  readonly actor: number;
}

type Comments = ExpressionBuilder<Tables, 'comments'>;

/** The simple filters, each with the parameter of its name. One value is compared, so that its index serves. */
const filters = {
  include: (q: Builder, _eb: Comments, p: NamedSlots) => q.dialect.inList('comments.id', slot(p, 'include')),
  exclude: (q: Builder, eb: Comments, p: NamedSlots) => eb.not(q.dialect.isAmong('comments.id', slot(p, 'exclude'))),
  post: (_q: Builder, eb: Comments, p: NamedSlots) => eb('comments.post', '=', slot(p, 'post')),
  posts: (q: Builder, _eb: Comments, p: NamedSlots) => q.dialect.inList('comments.post', slot(p, 'posts')),
  parent: (_q: Builder, eb: Comments, p: NamedSlots) => eb('comments.parent', '=', slot(p, 'parent')),
  parents: (q: Builder, _eb: Comments, p: NamedSlots) => q.dialect.inList('comments.parent', slot(p, 'parents')),
  otherParents: (q: Builder, eb: Comments, p: NamedSlots) =>
    eb.not(q.dialect.isAmong('comments.parent', slot(p, 'otherParents'))),
  author: (_q: Builder, eb: Comments, p: NamedSlots) => eb('comments.author', '=', slot(p, 'author')),
  authors: (q: Builder, _eb: Comments, p: NamedSlots) => q.dialect.inList('comments.author', slot(p, 'authors')),
  otherAuthors: (q: Builder, eb: Comments, p: NamedSlots) =>
    eb.not(q.dialect.isAmong('comments.author', slot(p, 'otherAuthors'))),
  email: (_q: Builder, eb: Comments, p: NamedSlots) => eb('comments.author_email_key', '=', slot(p, 'email')),
  // Beside each date a bound on the column that lists are ordered by: the site's time is never further from GMT.
  after: (_q: Builder, eb: Comments, p: NamedSlots) =>
    eb.and([eb('comments.date', '>', slot(p, 'after')), eb('comments.date_gmt', '>', slot(p, 'afterGmt'))]),
  before: (_q: Builder, eb: Comments, p: NamedSlots) =>
    eb.and([eb('comments.date', '<', slot(p, 'before')), eb('comments.date_gmt', '<', slot(p, 'beforeGmt'))]),
} as const;

/** As many comments are skipped along an index without others noticing. */
const SHORT_WALK = 1000;

/** Filters that have an index, or leave few comments. */
const INDEXED: readonly ListShape['filters'][number][] = ['include', 'post', 'posts', 'parent', 'parents'];

/** Names of parameters, for filters of other names. */
const PARAMETERS: Partial<Record<ListShape['filters'][number], string>> = {
  authors: 'author',
  otherParents: 'parent_exclude',
  otherAuthors: 'author_exclude',
  email: 'author_email',
};

/** The parameter that makes a list slow, where one does. */
export function slowCommentParameter({ search, filters }: ListShape, { offset }: ListValues): string | undefined {
  if (search !== 'no') return 'search';
  const slow = filters.find((name) => !INDEXED.includes(name));
  if (slow) return PARAMETERS[slow] ?? slow;
  return offset >= SHORT_WALK ? 'page' : undefined;
}

/** The numbers of the comments on a page of a list. */
export const findCommentIds = async (read: ReadHandle, shape: ListShape, values: ListValues): Promise<number[]> =>
  ((await read.all(pages(shape), values as never)) as { id: number }[]).map((row) => row.id);

/** How many comments there are on all pages. */
export async function countListed(read: ReadHandle, shape: ListShape, values: ListValues): Promise<number> {
  return totalOf(await read.first(counts({ ...shape, ...inNoOrder }), values as never));
}

const pages = statementFamily((q: Builder, shape: ListShape, p: NamedSlots) => {
  const rows = q
    .selectFrom('comments')
    .select('comments.id')
    .where((eb) => chosen(q, eb, shape, p));
  return pageOf(rows, ordered(q, shape, p), p);
});

const counts = statementFamily((q: Builder, shape: ListShape, p: NamedSlots) =>
  q
    .selectFrom('comments')
    .select((eb) => eb.fn.countAll<number>().as('n'))
    .where((eb) => chosen(q, eb, shape, p)),
);

/** The counters under the name of what they count: they have the columns that lists are chosen by. */
const sums = statementFamily((q: Builder, shape: ListShape, p: NamedSlots) =>
  q
    .selectFrom('comment_counts as comments')
    .select((eb) => eb.fn.coalesce(eb.fn.sum<number>('comments.n'), eb.lit(0)).as('n'))
    .where((eb) => chosen(q, eb as unknown as Comments, shape, p))
    .$if(!isOfAnswers(shape), (query) => query.where('comments.parent', '=', slot(p, 'allParents'))),
);

const isOfAnswers = ({ filters }: ListShape) => filters.includes('parent') || filters.includes('parents');

/** What of a comment the counters know. */
const counted: readonly string[] = ['post', 'posts', 'parent', 'parents'] satisfies readonly (keyof typeof filters)[];

/** Whether counters can tell how many comments a list has: rights and filters leave the whole of what they count. */
export const isCounted = ({ visible, open, search, filters }: ListShape, seesAll: boolean): boolean => {
  const whole =
    visible.kind === 'all' || (visible.kind === 'listed' ? open || seesAll : open && visible.detached !== 'own');
  return whole && search === 'no' && filters.every((name) => counted.includes(name));
};

/** As `countListed`, from the counters. `open` stands for what the caller sees the whole of. */
export async function sumListed(read: ReadHandle, shape: ListShape, values: ListValues): Promise<number> {
  const row = await read.first(sums({ ...shape, open: true, ...inNoOrder }), { ...values, allParents } as never);
  return Number(totalOf(row));
}

function chosen(q: Builder, eb: Comments, shape: ListShape, p: NamedSlots): Expression<SqlBool> {
  return eb.and([
    ...statesAndTypes(q, eb, shape, p),
    ...shape.filters.map((name) => filters[name](q, eb, p)),
    ...(shape.search === 'no' ? [] : [found(q, shape.search, p)]),
    ...visibility(q, eb, shape, p),
  ]);
}

function statesAndTypes(q: Builder, eb: Comments, { states, types }: ListShape, p: NamedSlots): Expression<SqlBool>[] {
  const clauses: Expression<SqlBool>[] = [];
  if (types === 'one') clauses.push(eb('comments.type', '=', slot(p, 'type')));
  if (types === 'several') clauses.push(q.dialect.inTextList('comments.type', slot(p, 'types')));
  if (types === 'no notes') clauses.push(eb('comments.type', '<>', eb.val('note')));
  if (states === 'one') clauses.push(eb('comments.status', '=', slot(p, 'state')));
  if (states === 'several') clauses.push(q.dialect.inTextList('comments.status', slot(p, 'states')));
  return clauses;
}

function found(q: Builder, where: 'shown' | 'all', p: NamedSlots): Expression<SqlBool> {
  const shown = q.dialect.contains('t.shown', slot(p, 'text'));
  const matches = where === 'shown' ? shown : sql`(${shown} or ${q.dialect.contains('t.guarded', slot(p, 'text'))})`;
  return sql<SqlBool>`exists (select 1 from comment_text as t where t.comment_id = comments.id and ${matches})`;
}

function visibility(q: Builder, eb: Comments, { visible, open }: ListShape, p: NamedSlots): Expression<SqlBool>[] {
  if (visible.kind === 'all' || (visible.kind === 'listed' && open)) return [];
  const isOpen = eb.and([eb('comments.status', '=', eb.val('approved')), eb('comments.type', '<>', eb.val('note'))]);
  const isOwn = predicate(eb, 'comments', { kind: 'own', column: 'author' }, slot(p, 'actor'));
  if (visible.kind === 'listed')
    return [eb.or([isOpen, isOwn, q.dialect.isAmong('comments.post', slot(p, 'editable'))])];
  const onEntries = visible.rights.map(({ types, read, edit }) =>
    eb.exists(
      eb
        .selectFrom('entries')
        .select(eb.lit(1).as('one'))
        .whereRef('entries.id', '=', 'comments.post')
        .where('entries.type', 'in', types as string[])
        .where((on) => {
          const mayEdit = predicate(on as never, 'entries' as never, edit, slot(p, 'actor'));
          const unlocked = on.or([on('entries.password', '=', on.val('')), mayEdit]);
          const row = open ? [] : [on.or([isOpen, isOwn, mayEdit])];
          return on.and([predicate(on as never, 'entries' as never, read, slot(p, 'actor')), unlocked, ...row]);
        }),
    ),
  );
  const detached = {
    none: [],
    own: [eb.and([eb('comments.post', '=', eb.lit(0)), isOwn])],
    all: [eb('comments.post', '=', eb.lit(0))],
  }[visible.detached];
  return [eb.or([...onEntries, ...detached])];
}

/** What the list is ordered by, ties broken by id in the direction of the order (contract/README.md, decision 12). */
function ordered(q: Builder, { orderby, order, types }: ListShape, p: NamedSlots): ReturnType<typeof sql>[] {
  const by = (key: Expression<unknown>) => sql`${key} ${sql.raw(order)}`;
  const id = by(sql.ref('comments.id'));
  if (orderby === 'ranked') return [sql`${q.dialect.orderByList('comments.id', slot(p, 'ranked'))} asc`, id];
  if (orderby === 'id' || (orderby === 'type' && types === 'one')) return [id];
  return [by(sql.ref(`comments.${orderby}`)), id];
}
