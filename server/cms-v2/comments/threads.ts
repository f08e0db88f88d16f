// Checks the depth of comment threads, and prevents cycles.

import { ApiError } from '../../api-error.ts';
import type { ReadHandle } from '../../database/handle.ts';
import { findAncestorIds } from './store.ts';

/**
 * Throws ApiError 400 `rest_comment_too_deep` if a reply would be nested deeper than `maxDepth` levels. If `maxDepth` is 0, there is
 * no limit. A parent that does not exist is accepted and stored as submitted (users-and-comments.md §5.3).
 */
export async function requireMaxDepth(read: ReadHandle, parent: number, maxDepth: number): Promise<void> {
  if (parent === 0 || maxDepth === 0) return;
  const ancestors = await findAncestorIds(read, parent, maxDepth);
  if (ancestors.length >= maxDepth)
    throw new ApiError('rest_comment_too_deep', 400, `Comments can be nested at most ${maxDepth} levels deep.`);
}

/** Maximum number of ancestors that are checked for a cycle. */
const maxAncestors = 1000;

/** Throws ApiError 400 `rest_invalid_param` if the parent is the comment itself or one of its descendants. */
export async function rejectCycle(read: ReadHandle, id: number, parent: number): Promise<void> {
  if (parent === 0 || !(parent === id || (await findAncestorIds(read, parent, maxAncestors)).includes(id))) return;
  throw new ApiError('rest_invalid_param', 400, 'A comment cannot be a reply to itself or to its own replies.', {
    data: { params: { parent: 'parent must not be the comment itself or one of its replies.' } },
  });
}
