// GET /cms/v2/comments: lists comments (users-and-comments.md §5.2).
import type { CommentListArgs } from '../../../contract/cms-v2/comments.ts';
import type { Contract } from '../../../contract/contract.ts';
import type { Actor } from '../../access/actor.ts';
import type { Database } from '../../database/handle.ts';
import { type DependencyCache, getOrCompute } from '../../http/dependency-cache.ts';
import type { Call } from '../../http/module.ts';
import { fold } from '../../rendering/fold.ts';
import { parseTimestamp } from '../../time/timestamps.ts';
import { passwordsIn } from '../entries/check-password.ts';
import { editCondition, readCondition } from '../entries/conditions.ts';
import { canModerateComments, mayEditEntry } from './conditions.ts';
import type { EntryToComment } from './entries-store.ts';
import {
  countListed,
  hasFewCounters,
  isCounted,
  type ListOrder,
  type ListShape,
  type ListValues,
  listCommentIds,
  slowCommentParameter,
  sumListed,
  type TypeRights,
  type VisibilityFilter,
} from './list-store.ts';
import type { CommentDeps, CommentOperations } from './operations.ts';
import { findComments, textSeparator } from './store.ts';

// Translates the parameters of a list into the shape and the values of its statement (users-and-comments.md §5.2).

export interface ListPlan {
  readonly shape: ListShape;
  readonly values: ListValues;
}

type Values = Record<string, string | number | readonly number[] | readonly string[]>;

/** Returns the plan of a list, or `nothing` if no comment can match. `entries` are the entries whose IDs are in `post`. */
function planList(
  { contract, site: { settings } }: CommentDeps,
  { args, actor }: Call<CommentListArgs>,
  entries: readonly EntryToComment[],
): ListPlan | 'nothing' {
  const states = statusesOf(args.status);
  const types = typesOf(args.type);
  if (states?.length === 0) return 'nothing';
  const { filters, values } = filtersOf(args, settings.values.timezone);
  const text = fold(args.search ?? '').slice(0, maxSearchLength);
  if (text.includes(textSeparator)) return 'nothing';
  const order = orderOf(args);
  const isOpen = states?.every((state) => state === 'approved') === true;
  const shape: ListShape = {
    visible: args.post.length > 0 ? { kind: 'listed' } : visibilityFor(contract, actor),
    open: isOpen && types !== undefined && (types === 'no notes' || !types.includes('note')),
    states: states === undefined ? 'any' : states.length === 1 ? 'one' : 'several',
    types: types === undefined ? 'any' : types === 'no notes' ? types : types.length === 1 ? 'one' : 'several',
    filters,
    // Only moderators may search in email and IP addresses.
    search: text === '' ? 'no' : canModerateComments(actor) ? 'all' : 'shown',
    orderby: order,
    order: args.order,
  };
  return {
    shape,
    values: {
      ...values,
      ...(states && { states, state: states[0] ?? '' }),
      ...(Array.isArray(types) && { types, type: types[0] ?? '' }),
      ...(text !== '' && { text }),
      ...(order === 'ranked' && { ranked: args.include }),
      editable: findEditableIds(contract, actor, args, entries),
      actor: actor.id,
      limit: args.per_page,
      offset: args.offset ? Math.abs(args.offset) : (args.page - 1) * args.per_page,
    },
  };
}

/** Maximum length of a search text, in characters. The rest of a longer text is ignored. */
const maxSearchLength = 1000;

/** Converts a key to lower case, and removes all characters except letters, digits, `_` and `-`. */
const normalizeKey = (key: string): string => key.toLowerCase().replace(/[^a-z0-9_-]/g, '');

/** Returns the statuses that a parameter value selects: an empty list if the value is unknown, undefined for all statuses. */
function statusesOf(status: string): readonly string[] | undefined {
  const key = normalizeKey(status);
  if (key === 'any') return undefined;
  const statusesByKey: Readonly<Record<string, readonly string[]>> = {
    approve: ['approved'],
    '1': ['approved'],
    hold: ['hold'],
    '0': ['hold'],
    spam: ['spam'],
    trash: ['trash'],
    'post-trashed': ['post-trashed'],
    all: ['approved', 'hold'],
    '': ['approved', 'hold'],
  };
  return Object.hasOwn(statusesByKey, key) ? statusesByKey[key] : [];
}

/** Returns the types that a parameter value selects: `no notes` for all types except notes, undefined for all types. */
function typesOf(type: string): readonly string[] | 'no notes' | undefined {
  const key = normalizeKey(type);
  if (key === 'all') return undefined;
  if (key === '') return 'no notes';
  if (key === 'comments') return ['comment'];
  return key === 'pings' ? ['pingback', 'trackback'] : [key];
}

function filtersOf(args: CommentListArgs, zone: string) {
  const values: Values = {};
  const filters: ListShape['filters'][number][] = [];
  const addFilter = (name: ListShape['filters'][number], value: string | readonly number[]) => {
    filters.push(name);
    values[name] = value;
  };
  /** Adds the filter `one` for a single ID, or `several` for several IDs. */
  const addIdFilter = (
    one: 'post' | 'parent' | 'author',
    several: 'posts' | 'parents' | 'authors',
    ids: readonly number[],
  ) => {
    const [first] = ids;
    if (first === undefined) return;
    if (ids.length > 1) return addFilter(several, ids);
    filters.push(one);
    values[one] = first;
  };
  if (args.include.length > 0) addFilter('include', args.include);
  if (args.exclude.length > 0) addFilter('exclude', args.exclude);
  addIdFilter('post', 'posts', [...new Set(args.post)]);
  addIdFilter('parent', 'parents', [...new Set(args.parent)]);
  if (args.parent_exclude.length > 0) addFilter('otherParents', args.parent_exclude);
  addIdFilter('author', 'authors', [...new Set(args.author ?? [])]);
  if (args.author_exclude && args.author_exclude.length > 0) addFilter('otherAuthors', args.author_exclude);
  if (args.author_email) addFilter('email', fold(args.author_email));
  if (args.after !== undefined) {
    const { site } = parseTimestamp(args.after, zone);
    addFilter('after', site);
    values.afterGmt = shiftDays(site, -1);
  }
  if (args.before !== undefined) {
    const { site } = parseTimestamp(args.before, zone);
    addFilter('before', site);
    values.beforeGmt = shiftDays(site, 1);
  }
  return { filters, values };
}

const [earliest, latest] = ['0000-01-01T00:00:00', '9999-12-31T23:59:59'].map((text) => Date.parse(`${text}Z`)) as [
  number,
  number,
];

/** Shifts a timestamp by a number of days. The result is limited to the years 0000 to 9999. */
const shiftDays = (timestamp: string, days: number): string => {
  const timeMs = Math.min(latest, Math.max(earliest, Date.parse(`${timestamp}Z`) + days * 86_400_000));
  return new Date(timeMs).toISOString().slice(0, 19);
};

/** Returns the order of a list; `include` without IDs falls back to `date_gmt`. */
function orderOf({ orderby, include }: CommentListArgs): ListOrder {
  if (orderby !== 'include') return orderby;
  return include.length > 0 ? 'ranked' : 'date_gmt';
}

/** Returns the IDs of the requested entries that the caller may edit, and 0 if it is requested and the caller may write posts. */
function findEditableIds(
  contract: Contract,
  actor: Actor,
  { post }: CommentListArgs,
  entries: readonly EntryToComment[],
): number[] {
  const editableIds = entries.filter((entry) => mayEditEntry(contract, actor, entry)).map(({ id }) => id);
  return post.includes(0) && actor.can('edit_posts') ? [0, ...editableIds] : editableIds;
}

/** Returns the visibility filter of a list that is not limited to requested entries. Types with the same conditions are grouped. */
function visibilityFor({ types }: Contract, actor: Actor): VisibilityFilter {
  const groups = new Map<string, TypeRights & { types: string[] }>();
  for (const type of types.values()) {
    const [read, edit] = [readCondition(actor, type), editCondition(actor, type)];
    if (read.kind === 'never') continue;
    const key = JSON.stringify([read, edit]);
    const group = groups.get(key) ?? { types: [], read, edit };
    group.types.push(type.name);
    groups.set(key, group);
  }
  const rights = [...groups.values()];
  const detached = !canModerateComments(actor) ? 'none' : actor.can('edit_posts') ? 'all' : 'own';
  const canReadAll =
    detached === 'all' &&
    rights.every(({ edit }) => edit.kind === 'always') &&
    rights.flatMap((group) => group.types).length === types.size;
  return canReadAll ? { kind: 'all' } : { kind: 'by-permission', rights, detached };
}

/** Responds with a page of the comments that the caller may read; a page past the end is empty. */
export function listComments(deps: CommentDeps, totals: DependencyCache<number>): CommentOperations['list-comments'] {
  const { database } = deps;
  const { read } = database;
  return {
    async run(call, entries) {
      const { page, per_page: perPage } = call.args;
      const plan = planList(deps, call, entries);
      if (plan === 'nothing') return { kind: 'list', rows: [], page: { total: 0, perPage, page } };
      const slowParameter = slowCommentParameter(plan.shape, plan.values);
      const readHandle = slowParameter === undefined ? read : database.scanning(call.work, slowParameter);
      const ids = await listCommentIds(readHandle, plan.shape, plan.values);
      const total = await countTotal({ database, totals }, call, plan, ids.length);
      const uncached = passwordsIn(call).length > 0;
      return {
        kind: 'list',
        ids,
        load: (pageIds) => findComments(read, pageIds),
        page: { total, perPage, page },
        uncached,
      };
    },
  };
}

/**
 * Returns the total number of comments in the list: the number of comments on the first page if this page is not full, else the sum of
 * counters if the filters allow it, else the number of counted rows.
 */
async function countTotal(
  { database, totals }: { readonly database: Database; readonly totals: DependencyCache<number> },
  { version, args, work }: Call<CommentListArgs>,
  { shape, values }: ListPlan,
  foundCount: number,
): Promise<number> {
  if (values.offset === 0 && foundCount < values.limit) return foundCount;
  const canEditAll = new Set(args.post).size === (values.editable as number[]).length;
  const hasCounters = isCounted(shape, canEditAll);
  if (hasCounters && hasFewCounters(shape, values)) return sumListed(database.read, shape, values);
  // Each counter belongs to one entry, whose visibility is looked up, and permissions are evaluated for each comment, regardless of
  // the filters. Both may scan many rows.
  const read = database.scanning(work, slowCommentParameter(shape, values) ?? 'page');
  const count = hasCounters ? sumListed : countListed;
  return getOrCompute(totals, version, totalCacheKey(shape, values), () => count(read, shape, values));
}

/** Returns the cache key of a total. It contains all properties of the list except the page and the order. */
const totalCacheKey = (
  { orderby: _orderby, order: _order, ...shape }: ListShape,
  { limit: _limit, offset: _offset, ranked: _ranked, ...values }: ListValues,
): string => `comments ${JSON.stringify([shape, values])}`;
