// SQL statements for lists of users, with one prepared statement for each combination of filters, search columns and order.
import { type Expression, type ExpressionBuilder, type SqlBool, sql } from 'kysely';
import type { ReadHandle } from '../../database/handle.ts';
import { fixedOrder, type PageValues, pageOf, totalOf } from '../../database/lists.ts';
import type { Slot } from '../../database/slot.ts';
import { type Builder, type Slots, statementFamily } from '../../database/statement.ts';
import type { Tables } from '../../database/tables/index.ts';
import { profileImageColumn } from './profile-images-store.ts';
import { type UserRow, userColumns, visibleColumn } from './store.ts';

/** Columns that a search can cover. `id` is compared as a number, the other columns by substring. */
export type UserSearchColumn = 'id' | 'login' | 'slug' | 'email' | 'name' | 'url';

/** Orders of a list. `ranked` is the order of the IDs in the parameter `ranked`. */
export type ListOrder = 'id' | 'login' | 'name' | 'slug' | 'email' | 'url' | 'registered' | 'ranked';

/**
 * Properties of a list of users that determine its statement. All their values are from closed sets, so the number of statements is
 * limited.
 */
export interface ListShape {
  /** Names of the filters that apply. */
  readonly filters: readonly (keyof typeof filters)[];
  /** Searched columns. At least one must match: `id` must equal the parameter `number`, other columns must contain `text`. */
  readonly search: readonly UserSearchColumn[];
  readonly orderby: ListOrder;
  readonly order: 'asc' | 'desc';
}

/** Parameter values of a list of users. */
export interface ListValues extends PageValues {
  readonly published: readonly string[];
  readonly private: readonly string[];
  readonly include?: readonly number[];
  readonly exclude?: readonly number[];
  readonly self?: readonly number[];
  readonly slugs?: readonly string[];
  readonly roles?: readonly string[];
  readonly writers?: readonly string[];
  readonly visible?: readonly string[];
  readonly publishing?: readonly string[];
  /** The search text as a number, for the column `id`. */
  readonly number?: number;
  /** The folded search text. */
  readonly text?: string;
  /** IDs in the order of the list. */
  readonly ranked?: readonly number[];
}

type Users = ExpressionBuilder<Tables, 'users'>;

/** Filters, keyed by the name of their parameter. */
const filters = {
  include: (q: Builder, _eb: Users, p: Slots<ListValues>) => q.dialect.inList('users.id', p.include),
  exclude: (q: Builder, eb: Users, p: Slots<ListValues>) => eb.not(q.dialect.isAmong('users.id', p.exclude)),
  self: (q: Builder, _eb: Users, p: Slots<ListValues>) => q.dialect.inList('users.id', p.self),
  slugs: (q: Builder, _eb: Users, p: Slots<ListValues>) => q.dialect.inTextList('users.slug', p.slugs),
  roles: (q: Builder, _eb: Users, p: Slots<ListValues>) => hasRole(q, p.roles),
  writers: (q: Builder, _eb: Users, p: Slots<ListValues>) => hasRole(q, p.writers),
  visible: (q: Builder, _eb: Users, p: Slots<ListValues>) => hasPublished(q, p.visible),
  publishing: (q: Builder, _eb: Users, p: Slots<ListValues>) => hasPublished(q, p.publishing),
} as const;

const hasRole = (q: Builder, roles: Slot<readonly string[]>): Expression<SqlBool> =>
  sql<SqlBool>`users.id in (select r.user_id from ${sql.table('user_roles')} as r where ${q.dialect.inTextList('r.role', roles)})`;

/** Returns the condition that a user has published entries of these types. It reads the counters, which have an index by author. */
const hasPublished = (q: Builder, types: Slot<readonly string[]>): Expression<SqlBool> =>
  sql<SqlBool>`exists (select 1 from ${sql.table('entry_counts')} as c where c.author = users.id and c.status = 'publish' and c.n > 0 and ${q.dialect.inTextList('c.type', types)})`;

/** Orders that an index supports. Other orders sort all matching users. */
const INDEXED_ORDERS: readonly ListOrder[] = ['id', 'login', 'name', 'slug', 'email', 'registered'];

/** Filters that match at most as many users as they have values. */
const SELECTIVE_FILTERS: readonly ListShape['filters'][number][] = ['include', 'self', 'slugs'];

/**
 * Request parameters of filters that have a different name. The filter `visible` has no request parameter, so `per_page` is
 * reported.
 */
const PARAMETER_NAMES: Partial<Record<ListShape['filters'][number], string>> = {
  writers: 'who',
  visible: 'per_page',
  publishing: 'has_published_posts',
};

/** Returns the name of the request parameter that may make a list scan many users; undefined if there is none. */
export function slowUserParameter({ filters, search, orderby }: ListShape): string | undefined {
  if (filters.some((name) => SELECTIVE_FILTERS.includes(name))) return undefined;
  if (search.length > 0) return 'search';
  const [filter] = filters.filter((name) => name !== 'exclude');
  if (filter) return PARAMETER_NAMES[filter] ?? filter;
  return INDEXED_ORDERS.includes(orderby) ? undefined : 'orderby';
}

/** Returns a page of users. */
export const findUsers = (read: ReadHandle, shape: ListShape, values: ListValues): Promise<UserRow[]> =>
  read.all(pages(shape), values);

/** Returns the total number of matching users. */
export async function countUsers(read: ReadHandle, shape: ListShape, values: ListValues): Promise<number> {
  return totalOf(await read.first(counts({ ...shape, ...fixedOrder }), values));
}

const pages = statementFamily((q: Builder, shape: ListShape, p: Slots<ListValues>) => {
  const rows = q
    .selectFrom('users')
    .select(userColumns.map((name) => `users.${name}` as const))
    .select((eb) => [visibleColumn(q, eb, p), profileImageColumn(q, 'users.id')])
    .where((eb) => whereShape(q, eb, shape, p));
  return pageOf(rows, orderTerms(q, shape, p), p);
});

const counts = statementFamily((q: Builder, shape: ListShape, p: Slots<ListValues>) =>
  q
    .selectFrom('users')
    .select((eb) => eb.fn.countAll<number>().as('n'))
    .where((eb) => whereShape(q, eb, shape, p)),
);

function whereShape(q: Builder, eb: Users, shape: ListShape, p: Slots<ListValues>): Expression<SqlBool> {
  const search = shape.search.map((column) => matchesSearch(q, column, p));
  return eb.and([
    ...shape.filters.map((name) => filters[name](q, eb, p)),
    ...(search.length > 0 ? [eb.or(search)] : []),
  ]);
}

/** Expressions for searching and ordering. The columns `*_key` are folded, to ignore case and accents. */
const orderExpressions = {
  id: sql`users.id`,
  login: sql`users.login_key`,
  slug: sql`users.slug`,
  email: sql`users.email_key`,
  name: sql`users.name_key`,
  url: sql`lower(users.url)`,
  registered: sql`users.registered`,
} as const satisfies Record<Exclude<ListOrder, 'ranked'> | UserSearchColumn, Expression<unknown>>;

const matchesSearch = (q: Builder, column: UserSearchColumn, p: Slots<ListValues>): Expression<SqlBool> =>
  column === 'id' ? sql<SqlBool>`users.id = ${p.number}` : q.dialect.contains(orderExpressions[column], p.text);

/** Returns the ORDER BY expressions of a list. Ties are broken by ID in the same direction (contract/README.md, decision 12). */
function orderTerms(q: Builder, { orderby, order }: ListShape, p: Slots<ListValues>): ReturnType<typeof sql>[] {
  const by = (key: Expression<unknown>) => sql`${key} ${sql.raw(order)}`;
  if (orderby === 'id') return [by(orderExpressions.id)];
  return [
    by(orderby === 'ranked' ? q.dialect.orderByList('users.id', p.ranked) : orderExpressions[orderby]),
    by(orderExpressions.id),
  ];
}
