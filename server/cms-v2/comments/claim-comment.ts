// Comments found to be changed, and held until the change is done.
import type { WriteHandle } from '../../database/handle.ts';
import { refusalOf } from '../../http/permit.ts';
import type { Call } from '../../http/room.ts';
import { Refusal } from '../../refusal.ts';
import type { CommentParts } from './parts.ts';
import type { CommentRow } from './rows.ts';
import { denials, mayModerate } from './rules.ts';
import { findComment } from './store.ts';
import { commentsLock } from './with-entry.ts';

/**
 * The comment of a number, while nobody else changes comments. Others may have changed it since the request was let through,
 * so its rule is asked again. Throws Refusal 404 `rest_comment_invalid_id`, 401 or 403 `rest_cannot_edit`,
 * `rest_cannot_delete`, 412 `rest_precondition_failed`.
 */
export async function claimComment(
  { contract }: CommentParts,
  tx: WriteHandle,
  call: Call,
  id: number,
  right: 'edit' | 'delete',
): Promise<CommentRow> {
  await tx.lock(commentsLock);
  const comment = await findComment(tx, id);
  if (!comment) throw new Refusal('rest_comment_invalid_id', 404, 'There is no comment of this number.');
  if (!mayModerate(contract, call.actor, comment)) throw refusalOf(denials[right], call.actor);
  await call.requireMatch();
  return comment;
}
