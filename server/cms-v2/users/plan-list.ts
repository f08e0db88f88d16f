// From the parameters of a list to the shape of its statement and the values in it (users-and-comments.md §3.4).
import type { UserListArgs } from '../../../contract/cms-v2/users.ts';
import type { Call } from '../../http/room.ts';
import { fold } from '../../rendering/fold.ts';
import { toSlug } from '../../rendering/slug.ts';
import type { ListOrder, ListShape, ListValues, SearchColumn } from './list-store.ts';
import type { UserParts } from './parts.ts';
import { seenTypes, writerRights } from './rules.ts';
import { findIdsOfSlugs, type SeenTypes } from './store.ts';

export interface ListPlan {
  readonly shape: ListShape;
  readonly values: ListValues;
}

type Values = Record<string, string | number | readonly number[] | readonly string[]>;

/** The plan of a list. */
export async function planList(parts: UserParts, call: Call<UserListArgs>): Promise<ListPlan> {
  const { args, actor } = call;
  const types = seenTypes(parts.contract, actor);
  const { filters, values } = filtersOf(parts, call, types);
  const search = searchOf(args, actor.can('list_users'));
  const order = await orderOf(parts, args);
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
 * Whom the list is about. What is included is not excluded; roles and capabilities are looked for together, and the name
 * of a role is among what it lets do (users-and-comments.md §3.1, capabilities).
 */
function filtersOf({ contract, roles }: UserParts, { args, actor }: Call<UserListArgs>, types: SeenTypes) {
  const values: Values = {};
  const filters: ListShape['filters'][number][] = [];
  const use = (name: ListShape['filters'][number], value: readonly number[] | readonly string[]) => {
    filters.push(name);
    values[name] = value;
  };
  const named = [...(args.roles ?? []), ...(args.capabilities ?? [])];
  const held = [...(args.roles ?? []), ...(args.capabilities ?? []).flatMap((each) => [each, ...roles.having(each)])];
  const published = args.has_published_posts === true ? types.published : args.has_published_posts || [];
  if (args.include.length > 0) use('include', args.include);
  else if (args.exclude.length > 0) use('exclude', args.exclude);
  if (args.context === 'edit' && !actor.can('edit_users')) use('self', [actor.id]);
  if (args.slug && args.slug.length > 0) use('slugs', args.slug.map(toSlug));
  if (named.length > 0) use('roles', held.filter(roles.has));
  if (args.who === 'authors') use('writers', writerRights(contract).flatMap(roles.having));
  else if (!actor.can('list_users')) use('visible', types.published);
  if (published.length > 0) use('publishing', published);
  return { filters, values };
}

/** Nothing that is stored of a user and searched is as long. Characters. */
const longestSearch = 1000;

/** Columns by the names that callers know them by. */
const columnOf = { email: 'email', name: 'name', id: 'id', username: 'login', slug: 'slug' } as const;

/** What is looked for and where; undefined where there is nothing to look for. Addresses are not for everybody. */
function searchOf(
  args: UserListArgs,
  trusted: boolean,
): { columns: readonly SearchColumn[]; values: Values } | undefined {
  const text = withoutStars(args.search ?? '').slice(0, longestSearch);
  if (text === '') return undefined;
  const asked = args.search_columns.map((name) => columnOf[name]).filter((column) => trusted || column !== 'email');
  const columns = asked.length > 0 ? asked : usualColumns(text, trusted);
  const number = /^\d{1,15}$/.test(text) ? Number(text) : 0;
  return { columns: [...new Set(columns)].sort(), values: { text: fold(text), number } };
}

/** A text without the asterisks at its ends. */
function withoutStars(text: string): string {
  let [from, to] = [0, text.length];
  while (text[from] === '*') from += 1;
  while (to > from && text[to - 1] === '*') to -= 1;
  return text.slice(from, to);
}

/** Where a text is looked for when nothing is said: by the look of it, for those who may list users. */
function usualColumns(text: string, trusted: boolean): readonly SearchColumn[] {
  if (!trusted) return ['id', 'login', 'slug', 'name'];
  if (text.includes('@')) return ['email'];
  if (text.trim() !== '' && Number.isFinite(Number(text))) return ['login', 'id'];
  return /^https?:\/\//.test(text) ? ['url'] : ['login', 'url', 'email', 'slug', 'name'];
}

const plainOrders: Readonly<Partial<Record<UserListArgs['orderby'], ListOrder>>> = {
  id: 'id',
  name: 'name',
  slug: 'slug',
  email: 'email',
  url: 'url',
  registered_date: 'registered',
};

/** The order of a list; one that follows a list of numbers or slugs is by login name where there is no such list. */
async function orderOf(
  { database }: UserParts,
  args: UserListArgs,
): Promise<{ by: ListOrder; direction: 'asc' | 'desc'; ranked?: readonly number[] }> {
  const plain = plainOrders[args.orderby];
  if (plain) return { by: plain, direction: args.order };
  if (args.orderby === 'include')
    return args.include.length > 0
      ? { by: 'ranked', direction: args.order, ranked: args.include }
      : { by: 'login', direction: args.order };
  const slugs = (args.slug ?? []).map((slug) => toSlug(slug));
  if (slugs.length === 0) return { by: 'login', direction: args.order };
  const known = new Map((await findIdsOfSlugs(database.read, slugs)).map((user) => [user.slug, user.id]));
  return { by: 'ranked', direction: 'asc', ranked: slugs.flatMap((slug) => known.get(slug) ?? []) };
}
