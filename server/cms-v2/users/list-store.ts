// SQL statements for lists of users: one prepared statement per shape of a request.
import { type Expression, type ExpressionBuilder, type SqlBool, sql } from 'kysely';
import type { ReadHandle } from '../../database/handle.ts';
import { fixedOrder, type PageValues, pageOf, totalOf } from '../../database/lists.ts';
import { type Builder, type NamedSlots, slot, statementFamily } from '../../database/statement.ts';
import type { Tables } from '../../database/tables/index.ts';
import { type UserRow, userColumns } from './rows.ts';
import { visibleColumn } from './store.ts';

/** Columns that a search can use. `id` is compared as a number, the other columns by substring. */
export type UserSearchColumn = 'id' | 'login' | 'slug' | 'email' | 'name' | 'url';

/** Possible orders of a list; `ranked` is the position in the parameter `ranked`, a list of IDs. */
export type ListOrder = 'id' | 'login' | 'name' | 'slug' | 'email' | 'url' | 'registered' | 'ranked';

/** The properties of a list that determine its statement. Plain data from closed sets of values. */
export interface ListShape {
  /** Names of the simple filters that apply. */
  readonly filters: readonly (keyof typeof filters)[];
  /** Columns of which one must match: `id` the parameter `number`, others the parameter `text`. */
  readonly search: readonly UserSearchColumn[];
  readonly orderby: ListOrder;
  readonly order: 'asc' | 'desc';
}

/** The parameter values of a list. */
export interface ListValues extends PageValues {
  readonly published: readonly string[];
  readonly private: readonly string[];
}

type Users = ExpressionBuilder<Tables, 'users'>;

/** The simple filters by the name of their parameter. */
const filters = {
  include: (q: Builder, _eb: Users, p: NamedSlots) => q.dialect.inList('users.id', slot(p, 'include')),
  exclude: (q: Builder, eb: Users, p: NamedSlots) => eb.not(q.dialect.isAmong('users.id', slot(p, 'exclude'))),
  self: (q: Builder, _eb: Users, p: NamedSlots) => q.dialect.inList('users.id', slot(p, 'self')),
  slugs: (q: Builder, _eb: Users, p: NamedSlots) => q.dialect.inTextList('users.slug', slot(p, 'slugs')),
  roles: (q: Builder, _eb: Users, p: NamedSlots) => hasRole(q, slot(p, 'roles')),
  writers: (q: Builder, _eb: Users, p: NamedSlots) => hasRole(q, slot(p, 'writers')),
  visible: (q: Builder, _eb: Users, p: NamedSlots) => hasPublished(q, slot(p, 'visible')),
  publishing: (q: Builder, _eb: Users, p: NamedSlots) => hasPublished(q, slot(p, 'publishing')),
} as const;

const hasRole = (q: Builder, roles: never): Expression<SqlBool> =>
  sql<SqlBool>`users.id in (select r.user_id from user_roles as r where ${q.dialect.inTextList('r.role', roles)})`;

/** Matches users with published entries of the given types, from the counters with their index by author. */
const hasPublished = (q: Builder, types: never): Expression<SqlBool> =>
  sql<SqlBool>`exists (select 1 from entry_counts as c where c.author = users.id and c.status = 'publish' and c.n > 0 and ${q.dialect.inTextList('c.type', types)})`;

/** Orders that have an index. */
const INDEXED_ORDERS: readonly ListOrder[] = ['id', 'login', 'name', 'slug', 'email', 'registered'];

/** Filters that leave at most as many users as they have values. */
const SELECTIVE_FILTERS: readonly ListShape['filters'][number][] = ['include', 'self', 'slugs'];

/** Parameter names of filters that are named differently. The visibility filter has no parameter of its own. */
const PARAMETER_NAMES: Partial<Record<ListShape['filters'][number], string>> = {
  writers: 'who',
  visible: 'per_page',
  publishing: 'has_published_posts',
};

/** Returns the parameter that may make a list scan many users; undefined if there is none. */
export function slowUserParameter({ filters, search, orderby }: ListShape): string | undefined {
  if (filters.some((name) => SELECTIVE_FILTERS.includes(name))) return undefined;
  if (search.length > 0) return 'search';
  const [filter] = filters.filter((name) => name !== 'exclude');
  if (filter) return PARAMETER_NAMES[filter] ?? filter;
  return INDEXED_ORDERS.includes(orderby) ? undefined : 'orderby';
}

/** Returns a page of a list. */
export const findUsers = (read: ReadHandle, shape: ListShape, values: ListValues): Promise<UserRow[]> =>
  read.all(pages(shape), values as never) as Promise<UserRow[]>;

/** Returns the number of users on all pages. */
export async function countUsers(read: ReadHandle, shape: ListShape, values: ListValues): Promise<number> {
  return totalOf(await read.first(counts({ ...shape, ...fixedOrder }), values as never));
}

const pages = statementFamily((q: Builder, shape: ListShape, p: NamedSlots) => {
  const rows = q
    .selectFrom('users')
    .select(userColumns.map((name) => `users.${name}` as const))
    .select((eb) => visibleColumn(q, eb, p as never))
    .where((eb) => whereShape(q, eb, shape, p));
  return pageOf(rows, orderTerms(q, shape, p), p);
});

const counts = statementFamily((q: Builder, shape: ListShape, p: NamedSlots) =>
  q
    .selectFrom('users')
    .select((eb) => eb.fn.countAll<number>().as('n'))
    .where((eb) => whereShape(q, eb, shape, p)),
);

function whereShape(q: Builder, eb: Users, shape: ListShape, p: NamedSlots): Expression<SqlBool> {
  const search = shape.search.map((column) => matchesSearch(q, column, p));
  return eb.and([
    ...shape.filters.map((name) => filters[name](q, eb, p)),
    ...(search.length > 0 ? [eb.or(search)] : []),
  ]);
}

/** Expressions for searching and ordering, folded to ignore case and accents. */
const orderExpressions = {
  id: sql`users.id`,
  login: sql`users.login_key`,
  slug: sql`users.slug`,
  email: sql`users.email_key`,
  name: sql`users.name_key`,
  url: sql`lower(users.url)`,
  registered: sql`users.registered`,
} as const satisfies Record<Exclude<ListOrder, 'ranked'> | UserSearchColumn, Expression<unknown>>;

const matchesSearch = (q: Builder, column: UserSearchColumn, p: NamedSlots): Expression<SqlBool> =>
  column === 'id'
    ? sql<SqlBool>`users.id = ${slot(p, 'number')}`
    : q.dialect.contains(orderExpressions[column], slot(p, 'text'));

/** Returns the ORDER BY terms, with ties broken by ID in the direction of the order (contract/README.md, decision 12). */
function orderTerms(q: Builder, { orderby, order }: ListShape, p: NamedSlots): ReturnType<typeof sql>[] {
  const by = (key: Expression<unknown>) => sql`${key} ${sql.raw(order)}`;
  if (orderby === 'id') return [by(orderExpressions.id)];
  return [
    by(orderby === 'ranked' ? q.dialect.orderByList('users.id', slot(p, 'ranked')) : orderExpressions[orderby]),
    by(orderExpressions.id),
  ];
}
