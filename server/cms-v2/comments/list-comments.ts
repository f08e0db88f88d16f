// GET /cms/v2/comments: lists comments (users-and-comments.md §5.2).
import type { CommentListArgs } from '../../../contract/cms-v2/comments.ts';
import type { Database } from '../../database/handle.ts';
import { type DependencyCache, getOrCompute } from '../../http/dependency-cache.ts';
import type { Call } from '../../http/module.ts';
import { passwordsIn } from '../entries/check-password.ts';
import type { CommentDeps } from './deps.ts';
import {
  countListed,
  hasFewCounters,
  isCounted,
  type ListShape,
  type ListValues,
  listCommentIds,
  slowCommentParameter,
  sumListed,
} from './list-store.ts';
import type { CommentOperations } from './operations.ts';
import { type ListPlan, planList } from './plan-list.ts';
import { findComments } from './store.ts';

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
