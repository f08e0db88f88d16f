// Locks, updates, trashes and deletes comments together with their counters and events, in the caller's transaction.

import { ApiError } from '../../api-error.ts';
import type { WriteHandle } from '../../database/handle.ts';
import type { NewEvent } from '../../events/event.ts';
import { recordEvent } from '../../events/record.ts';
import type { Call } from '../../http/module.ts';
import { permissionApiError } from '../../http/permission-checks.ts';
import { commentsLock } from './comments-of-entry.ts';
import { forbiddenErrors, mayModerate } from './conditions.ts';
import { adjustCommentCounters, moveCommentCounter, moveReplyCounters } from './counts-store.ts';
import type { CommentDeps } from './operations.ts';
import type { CommentColumns, CommentRow } from './rows.ts';
import { nextStatus } from './statuses.ts';
import {
  deleteCommentRow,
  findComment,
  listNoteReplies,
  moveReplies,
  updateCommentRow,
  updateCommentStatus,
} from './store.ts';

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

/** Updates a stored comment and its counters, and records an event. */
export async function saveComment(tx: WriteHandle, before: CommentRow, after: CommentColumns): Promise<void> {
  await updateCommentRow(tx, before.id, after);
  await moveCommentCounter(tx, before, after);
  const { tags: previousTags = [] } = commentEvent('comment.updated', before.id, before);
  const event = commentEvent('comment.updated', before.id, after, before.status);
  await recordEvent(tx, { ...event, tags: [...(event.tags ?? []), ...previousTags] });
}

/** Moves a comment to the trash and, if it is a top-level note, its replies, too (users-and-comments.md §5.5). */
export async function trashComment(tx: WriteHandle, comment: CommentRow): Promise<void> {
  await trashSingleComment(tx, comment);
  await trashNoteReplies(tx, comment);
}

/** Moves the replies to a top-level note to the trash. Does nothing for other comments. */
export async function trashNoteReplies(tx: WriteHandle, { id, type, parent }: CommentRow): Promise<void> {
  if (type !== 'note' || parent !== 0) return;
  for (const note of await listNoteReplies(tx, id)) await trashSingleComment(tx, note);
}

type CommentPosition = Pick<CommentRow, 'id' | 'post' | 'parent' | 'type' | 'status' | 'status_before'>;

async function trashSingleComment(tx: WriteHandle, comment: CommentPosition): Promise<void> {
  const after = nextStatus(comment, 'trash');
  await updateCommentStatus(tx, comment.id, after);
  await moveCommentCounter(tx, comment, { ...comment, ...after });
  await recordEvent(tx, commentEvent('comment.updated', comment.id, { ...comment, ...after }, comment.status));
}

/** Deletes a comment permanently. Its replies become replies to its parent (users-and-comments.md §5.5). */
export async function deleteStoredComment(tx: WriteHandle, { id, ...comment }: CommentRow): Promise<void> {
  const replies = await moveReplies(tx, id, comment.parent);
  await moveReplyCounters(tx, id, comment.parent);
  await deleteCommentRow(tx, id);
  await adjustCommentCounters(tx, comment, -1);
  const event = commentEvent('comment.deleted', id, { ...comment, status: '' }, comment.status);
  await recordEvent(tx, { ...event, tags: [...(event.tags ?? []), ...tagsOfReplies(replies)] });
}

/** Maximum number of replies with which the event of a deleted comment is tagged one by one. */
const maxTaggedReplies = 200;

/** Returns the event tags of replies. Further ones are represented by their entries, with whose tags their responses are tagged, too. */
function tagsOfReplies(replies: readonly Pick<CommentRow, 'id' | 'post'>[]): string[] {
  const entries = new Set(replies.slice(maxTaggedReplies).map(({ post }) => post));
  entries.delete(0);
  return [
    ...replies.slice(0, maxTaggedReplies).map(({ id }) => `comment:${id}`),
    ...[...entries].map((id) => `entry:${id}`),
  ];
}

/** Returns the event of a comment, tagged with its entry and its parent comment, if it has them. */
export const commentEvent = (
  kind: 'comment.created' | 'comment.updated' | 'comment.deleted',
  id: number,
  { type, status, post, parent }: Pick<CommentColumns, 'type' | 'status' | 'post' | 'parent'>,
  statusBefore = '',
): NewEvent => ({
  ...{ kind, type, subject: id, statusBefore, status },
  tags: [...(post === 0 ? [] : [`entry:${post}`]), ...(parent === 0 ? [] : [`comment:${parent}`])],
});
