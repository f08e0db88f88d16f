// Lists users (users-and-comments.md §3.4).
import type { UserListArgs } from '../../../contract/cms-v2/users.ts';
import type { ReadHandle } from '../../database/handle.ts';
import type { Call } from '../../http/module.ts';
import { fold } from '../../rendering/fold.ts';
import { toSlug } from '../../rendering/slug.ts';
import { visibilityTypes, writerCapabilities } from './conditions.ts';
import type { UserDeps } from './deps.ts';
import {
  countUsers,
  findUsers,
  type ListOrder,
  type ListShape,
  type ListValues,
  slowUserParameter,
  type UserSearchColumn,
} from './list-store.ts';
import type { UserOperations } from './permissions.ts';
import { findUserIdsBySlugs, type VisibilityTypes } from './store.ts';

// Converts the parameters of a list to the shape and the values of its statement (users-and-comments.md §3.4).

interface ListPlan {
  readonly shape: ListShape;
  readonly values: ListValues;
}

type Values = Record<string, string | number | readonly number[] | readonly string[]>;

/** Returns the shape and the values of the statement of a list. */
async function planList(deps: UserDeps, call: Call<UserListArgs>): Promise<ListPlan> {
  const { args, actor } = call;
  const types = visibilityTypes(deps.contract, actor);
  const { filters, values } = filtersOf(deps, call, types);
  const search = searchOf(args, actor.can('list_users'));
  const order = await orderOf(deps, args);
  return {
    shape: { filters, search: search?.columns ?? [], orderby: order.by, order: order.direction },
    values: {
      ...values,
      ...search?.values,
      ...(order.ranked ? { ranked: order.ranked } : {}),
      published: types.published,
      private: types.private,
      limit: args.per_page,
      offset: args.offset ? Math.abs(args.offset) : (args.page - 1) * args.per_page,
    },
  };
}

/**
 * Returns the filters of a list. `include` takes precedence over `exclude`. Roles and capabilities are combined in one filter,
 * because the name of a role counts as one of its capabilities (users-and-comments.md §3.1, capabilities).
 */
function filtersOf({ contract, roles }: UserDeps, { args, actor }: Call<UserListArgs>, types: VisibilityTypes) {
  const values: Values = {};
  const filters: ListShape['filters'][number][] = [];
  const addFilter = (name: ListShape['filters'][number], value: readonly number[] | readonly string[]) => {
    filters.push(name);
    values[name] = value;
  };
  const requestedRoles = [...(args.roles ?? []), ...(args.capabilities ?? [])];
  const matchingRoles = [
    ...(args.roles ?? []),
    ...(args.capabilities ?? []).flatMap((each) => [each, ...roles.having(each)]),
  ];
  const published = args.has_published_posts === true ? types.published : args.has_published_posts || [];
  if (args.include.length > 0) addFilter('include', args.include);
  else if (args.exclude.length > 0) addFilter('exclude', args.exclude);
  if (args.context === 'edit' && !actor.can('edit_users')) addFilter('self', [actor.id]);
  if (args.slug && args.slug.length > 0) addFilter('slugs', args.slug.map(toSlug));
  if (requestedRoles.length > 0) addFilter('roles', matchingRoles.filter(roles.has));
  if (args.who === 'authors') addFilter('writers', writerCapabilities(contract).flatMap(roles.having));
  else if (!actor.can('list_users')) addFilter('visible', types.published);
  if (published.length > 0) addFilter('publishing', published);
  return { filters, values };
}

/** Maximum length of a search text, in characters. No searched column has longer values. */
const maxSearchLength = 1000;

/** Columns, keyed by the values of the parameter `search_columns`. */
const columnByParameter = { email: 'email', name: 'name', id: 'id', username: 'login', slug: 'slug' } as const;

/**
 * Returns the columns and the values of a search; undefined if there is no search text. Only callers with `list_users` may search
 * email addresses.
 */
function searchOf(
  args: UserListArgs,
  canListUsers: boolean,
): { columns: readonly UserSearchColumn[]; values: Values } | undefined {
  const text = trimAsterisks(args.search ?? '').slice(0, maxSearchLength);
  if (text === '') return undefined;
  const requestedColumns = args.search_columns
    .map((name) => columnByParameter[name])
    .filter((column) => canListUsers || column !== 'email');
  const columns = requestedColumns.length > 0 ? requestedColumns : defaultColumns(text, canListUsers);
  const number = /^\d{1,15}$/.test(text) ? Number(text) : 0;
  return { columns: [...new Set(columns)].sort(), values: { text: fold(text), number } };
}

/** Removes leading and trailing asterisks. */
function trimAsterisks(text: string): string {
  let [from, to] = [0, text.length];
  while (text[from] === '*') from += 1;
  while (to > from && text[to - 1] === '*') to -= 1;
  return text.slice(from, to);
}

/** Returns the default search columns. For callers with `list_users`, they depend on the format of the text. */
function defaultColumns(text: string, canListUsers: boolean): readonly UserSearchColumn[] {
  if (!canListUsers) return ['id', 'login', 'slug', 'name'];
  if (text.includes('@')) return ['email'];
  if (text.trim() !== '' && Number.isFinite(Number(text))) return ['login', 'id'];
  return /^https?:\/\//.test(text) ? ['url'] : ['login', 'url', 'email', 'slug', 'name'];
}

const orderByParameter: Readonly<Partial<Record<UserListArgs['orderby'], ListOrder>>> = {
  id: 'id',
  name: 'name',
  slug: 'slug',
  email: 'email',
  url: 'url',
  registered_date: 'registered',
};

/** Returns the order of a list. Orders by submitted IDs or slugs are replaced with the order by username if none are submitted. */
async function orderOf(
  { database }: UserDeps,
  args: UserListArgs,
): Promise<{ by: ListOrder; direction: 'asc' | 'desc'; ranked?: readonly number[] }> {
  const directOrder = orderByParameter[args.orderby];
  if (directOrder) return { by: directOrder, direction: args.order };
  if (args.orderby === 'include')
    return args.include.length > 0
      ? { by: 'ranked', direction: args.order, ranked: args.include }
      : { by: 'login', direction: args.order };
  const slugs = (args.slug ?? []).map((slug) => toSlug(slug));
  if (slugs.length === 0) return { by: 'login', direction: args.order };
  const idsBySlug = new Map((await findUserIdsBySlugs(database.read, slugs)).map((user) => [user.slug, user.id]));
  return { by: 'ranked', direction: 'asc', ranked: slugs.flatMap((slug) => idsBySlug.get(slug) ?? []) };
}

// GET /cms/v2/users: lists users (users-and-comments.md §3.4).

/** Responds with a page of the users that the caller may view. A page beyond the last one is empty. */
export function listUsers(deps: UserDeps): UserOperations['list-users'] {
  return {
    async run(call) {
      const plan = await planList(deps, call);
      const { limit, offset } = plan.values;
      const slowParameter = slowUserParameter(plan.shape);
      const read = slowParameter === undefined ? deps.database.read : deps.database.scanning(call.work, slowParameter);
      const rows = await findUsers(read, plan.shape, plan.values);
      const total = await countTotal(read, plan, rows.length);
      return { kind: 'list', rows, page: { total, perPage: limit, page: Math.ceil(offset / limit) + 1 } };
    },
  };
}

/** Returns the total number of users. If the first page is not full, no statement is needed to count them. */
async function countTotal(read: ReadHandle, { shape, values }: ListPlan, foundCount: number): Promise<number> {
  return values.offset === 0 && foundCount < values.limit ? foundCount : countUsers(read, shape, values);
}
