// What a comment may answer.
import type { ReadHandle } from '../../database/handle.ts';
import { Refusal } from '../../refusal.ts';
import { findWayUp } from './store.ts';

/**
 * Refuses an answer deeper than the site allows. A parent is stored as it was sent, also one that is not there
 * (users-and-comments.md §5.3); without a limit any depth is fine.
 *
 * Throws Refusal 400 `rest_comment_too_deep`.
 */
export async function requireDepth(read: ReadHandle, parent: number, most: number): Promise<void> {
  if (parent === 0 || most === 0) return;
  const above = await findWayUp(read, parent, most);
  if (above.length >= most)
    throw new Refusal('rest_comment_too_deep', 400, `Comments are answered ${most} levels deep at most.`);
}

/** How far up a thread is looked for a circle; a thread that is deeper is no conversation. */
const farthest = 1000;

/** Refuses a parent that is the comment itself or below it. Throws Refusal 400 `rest_invalid_param`. */
export async function refuseCircle(read: ReadHandle, id: number, parent: number): Promise<void> {
  if (parent === 0 || !(parent === id || (await findWayUp(read, parent, farthest)).includes(id))) return;
  throw new Refusal('rest_invalid_param', 400, 'A comment cannot answer itself, nor what answers it.', {
    data: { params: { parent: 'It is the comment itself, or below it.' } },
  });
}
