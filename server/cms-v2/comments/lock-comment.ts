// Locks comments while they are changed.

import { ApiError } from '../../api-error.ts';
import type { WriteHandle } from '../../database/handle.ts';
import type { Call } from '../../http/module.ts';
import { permissionApiError } from '../../http/permission-checks.ts';
import { commentsLock } from './comments-of-entry.ts';
import { forbiddenErrors, mayModerate } from './conditions.ts';
import type { CommentDeps } from './deps.ts';
import type { CommentRow } from './rows.ts';
import { findComment } from './store.ts';

/**
 * Locks all comments until the transaction ends, and returns the comment with this ID. The permission is checked again, because the
 * comment may have changed since the request was authorized.
 *
 * Throws ApiError 404 `rest_comment_invalid_id` if the comment does not exist, 401 or 403 `rest_cannot_edit` or `rest_cannot_delete`
 * if the operation is forbidden, and 412 `rest_precondition_failed` if a precondition of the request fails.
 */
export async function lockComment(
  { contract }: CommentDeps,
  tx: WriteHandle,
  call: Call,
  id: number,
  operation: 'edit' | 'delete',
): Promise<CommentRow> {
  await tx.lock(commentsLock);
  const comment = await findComment(tx, id);
  if (!comment) throw new ApiError('rest_comment_invalid_id', 404, 'No comment with this ID.');
  if (!mayModerate(contract, call.actor, comment)) throw permissionApiError(forbiddenErrors[operation], call.actor);
  await call.requireMatch();
  return comment;
}
