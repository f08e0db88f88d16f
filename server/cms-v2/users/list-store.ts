// The SQL of lists of users: a statement per shape of a request, built once and kept.
import { type Expression, type ExpressionBuilder, type SqlBool, sql } from 'kysely';
import type { ReadHandle } from '../../database/handle.ts';
import { inNoOrder, type PageValues, pageOf, totalOf } from '../../database/lists.ts';
import { type Builder, type NamedSlots, slot, statementFamily } from '../../database/statement.ts';
import type { Tables } from '../../database/tables/index.ts';
import { shownColumns, type UserRow } from './rows.ts';
import { seenColumn } from './store.ts';

/** Where a text is looked for. A number is compared, the other columns contain the text. */
export type SearchColumn = 'id' | 'login' | 'slug' | 'email' | 'name' | 'url';

/** What a list can be ordered by; `ranked`: the place in the list of numbers in the parameter `ranked`. */
export type ListOrder = 'id' | 'login' | 'name' | 'slug' | 'email' | 'url' | 'registered' | 'ranked';

/** What distinguishes one list from another, values aside. Plain data from closed choices. */
export interface ListShape {
  /** Names of simple filters in force. */
  readonly filters: readonly (keyof typeof filters)[];
  /** Columns of which one must contain the text in the parameter `pattern`; a number is in `number`. */
  readonly search: readonly SearchColumn[];
  readonly orderby: ListOrder;
  readonly order: 'asc' | 'desc';
}

/** The values of a list. */
export interface ListValues extends PageValues {
  readonly published: readonly string[];
  readonly private: readonly string[];
}

type Users = ExpressionBuilder<Tables, 'users'>;

/** The simple filters, each with the parameter of its name. */
const filters = {
  include: (q: Builder, _eb: Users, p: NamedSlots) => q.dialect.inList('users.id', slot(p, 'include')),
  exclude: (q: Builder, eb: Users, p: NamedSlots) => eb.not(q.dialect.isAmong('users.id', slot(p, 'exclude'))),
  self: (q: Builder, _eb: Users, p: NamedSlots) => q.dialect.inList('users.id', slot(p, 'self')),
  slugs: (q: Builder, _eb: Users, p: NamedSlots) => q.dialect.inTextList('users.slug', slot(p, 'slugs')),
  roles: (q: Builder, _eb: Users, p: NamedSlots) => holds(q, slot(p, 'roles')),
  writers: (q: Builder, _eb: Users, p: NamedSlots) => holds(q, slot(p, 'writers')),
  visible: (q: Builder, _eb: Users, p: NamedSlots) => hasPublished(q, slot(p, 'visible')),
  publishing: (q: Builder, _eb: Users, p: NamedSlots) => hasPublished(q, slot(p, 'publishing')),
} as const;

const holds = (q: Builder, roles: never): Expression<SqlBool> =>
  sql<SqlBool>`users.id in (select r.user_id from user_roles as r where ${q.dialect.inTextList('r.role', roles)})`;

/** Of the counters only those of the types asked for count; the index by author finds them. */
const hasPublished = (q: Builder, types: never): Expression<SqlBool> =>
  sql<SqlBool>`exists (select 1 from entry_counts as c where c.author = users.id and c.status = 'publish' and c.n > 0 and ${q.dialect.inTextList('c.type', types)})`;

/** What a list of users has an index for. */
const INDEXED: readonly ListOrder[] = ['id', 'login', 'name', 'slug', 'email', 'registered'];

/** Filters that leave as many users as they name values. */
const CHOOSING: readonly ListShape['filters'][number][] = ['include', 'self', 'slugs'];

/** Names of parameters, for filters of other names. Which users somebody may see is no parameter. */
const PARAMETERS: Partial<Record<ListShape['filters'][number], string>> = {
  writers: 'who',
  visible: 'per_page',
  publishing: 'has_published_posts',
};

/** The parameter that may make a list look at many users; undefined where it does not. */
export function slowUserParameter({ filters, search, orderby }: ListShape): string | undefined {
  if (filters.some((name) => CHOOSING.includes(name))) return undefined;
  if (search.length > 0) return 'search';
  const [filter] = filters.filter((name) => name !== 'exclude');
  if (filter) return PARAMETERS[filter] ?? filter;
  return INDEXED.includes(orderby) ? undefined : 'orderby';
}

/** A page of a list. */
export const findUsers = (read: ReadHandle, shape: ListShape, values: ListValues): Promise<UserRow[]> =>
  read.all(pages(shape), values as never) as Promise<UserRow[]>;

/** How many users there are on all pages. */
export async function countUsers(read: ReadHandle, shape: ListShape, values: ListValues): Promise<number> {
  return totalOf(await read.first(counts({ ...shape, ...inNoOrder }), values as never));
}

const pages = statementFamily((q: Builder, shape: ListShape, p: NamedSlots) => {
  const rows = q
    .selectFrom('users')
    .select(shownColumns.map((name) => `users.${name}` as const))
    .select((eb) => seenColumn(q, eb, p as never))
    .where((eb) => chosen(q, eb, shape, p));
  return pageOf(rows, ordered(q, shape, p), p);
});

const counts = statementFamily((q: Builder, shape: ListShape, p: NamedSlots) =>
  q
    .selectFrom('users')
    .select((eb) => eb.fn.countAll<number>().as('n'))
    .where((eb) => chosen(q, eb, shape, p)),
);

function chosen(q: Builder, eb: Users, shape: ListShape, p: NamedSlots): Expression<SqlBool> {
  const search = shape.search.map((column) => found(q, column, p));
  return eb.and([
    ...shape.filters.map((name) => filters[name](q, eb, p)),
    ...(search.length > 0 ? [eb.or(search)] : []),
  ]);
}

/** What is searched and ordered by, letter case and accents aside. */
const keyOf = {
  id: sql`users.id`,
  login: sql`users.login_key`,
  slug: sql`users.slug`,
  email: sql`users.email_key`,
  name: sql`users.name_key`,
  url: sql`lower(users.url)`,
  registered: sql`users.registered`,
} as const satisfies Record<Exclude<ListOrder, 'ranked'> | SearchColumn, Expression<unknown>>;

const found = (q: Builder, column: SearchColumn, p: NamedSlots): Expression<SqlBool> =>
  column === 'id' ? sql<SqlBool>`users.id = ${slot(p, 'number')}` : q.dialect.contains(keyOf[column], slot(p, 'text'));

/** What the list is ordered by, ties broken by id in the direction of the order (contract/README.md, decision 12). */
function ordered(q: Builder, { orderby, order }: ListShape, p: NamedSlots): ReturnType<typeof sql>[] {
  const by = (key: Expression<unknown>) => sql`${key} ${sql.raw(order)}`;
  if (orderby === 'id') return [by(keyOf.id)];
  return [
    by(orderby === 'ranked' ? q.dialect.orderByList('users.id', slot(p, 'ranked')) : keyOf[orderby]),
    by(keyOf.id),
  ];
}
