// GET on the collection (users-and-comments.md §5.2).
import type { CommentListArgs } from '../../../contract/cms-v2/comments.ts';
import { remembered } from '../../http/kept.ts';
import type { Call, Operation } from '../../http/room.ts';
import { passwordsIn } from '../entries/try-password.ts';
import type { EntryToComment } from './entries-store.ts';
import {
  countListed,
  findCommentIds,
  isCounted,
  type ListShape,
  type ListValues,
  slowCommentParameter,
  sumListed,
} from './list-store.ts';
import type { CommentParts } from './parts.ts';
import { type ListPlan, planList } from './plan-list.ts';
import { findComments } from './store.ts';

/** Answers with a page of the comments that the caller may read; a page past the end is empty. */
export function listComments(parts: CommentParts): Operation {
  const { read } = parts.database;
  return {
    async run(call: Call<CommentListArgs>, entries: readonly EntryToComment[]) {
      const { page, per_page: perPage } = call.args;
      const plan = planList(parts, call, entries);
      if (plan === 'nothing') return { kind: 'list', rows: [], page: { total: 0, perPage, page } };
      const slow = slowCommentParameter(plan.shape, plan.values);
      const reading = slow === undefined ? read : parts.database.scanning(call.work, slow);
      const ids = await findCommentIds(reading, plan.shape, plan.values);
      const total = await totalOf(parts, call, plan, ids.length);
      const unkept = passwordsIn(call).length > 0;
      return { kind: 'list', ids, load: (some) => findComments(read, some), page: { total, perPage, page }, unkept };
    },
  };
}

/** How many comments paging through would give: from the counters where they count just that, else counted. */
async function totalOf(
  { database, totals }: CommentParts,
  { mark, args, work }: Call<CommentListArgs>,
  { shape, values }: ListPlan,
  found: number,
): Promise<number> {
  if (values.offset === 0 && found < values.limit) return found;
  const seesAll = new Set(args.post).size === (values.editable as number[]).length;
  if (isCounted(shape, seesAll)) return sumListed(database.read, shape, values);
  // What rights leave is looked at comment by comment, whatever the filters are.
  const read = database.scanning(work, slowCommentParameter(shape, values) ?? 'page');
  return remembered(totals, mark, keyOfTotal(shape, values), () => countListed(read, shape, values));
}

/** What one count has in common with others of the same comments: all but the page and the order. */
const keyOfTotal = (
  { orderby: _orderby, order: _order, ...shape }: ListShape,
  { limit: _limit, offset: _offset, ranked: _ranked, ...values }: ListValues,
): string => `comments ${JSON.stringify([shape, values])}`;
