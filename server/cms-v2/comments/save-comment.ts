// Writing comments that are there, with the counters, in the transaction of whoever calls.
import type { WriteHandle } from '../../database/handle.ts';
import type { NewEvent } from '../../events/event.ts';
import { recordEvent } from '../../events/record.ts';
import { countComments, recountAnswers, recountComment } from './counts-store.ts';
import type { CommentColumns, CommentRow } from './rows.ts';
import { moved } from './states.ts';
import { findNotesBelow, moveAnswers, removeComment, writeComment, writeStanding } from './store.ts';

/** Stores a changed comment. */
export async function saveComment(tx: WriteHandle, before: CommentRow, after: CommentColumns): Promise<void> {
  await writeComment(tx, before.id, after);
  await recountComment(tx, before, after);
  const { tags: left = [] } = commentEvent('comment.updated', before.id, before);
  const event = commentEvent('comment.updated', before.id, after, before.status);
  await recordEvent(tx, { ...event, tags: [...(event.tags ?? []), ...left] });
}

/** Moves a comment to the trash; a note at the top takes its answers along (users-and-comments.md §5.5). */
export async function trashComment(tx: WriteHandle, comment: CommentRow): Promise<void> {
  await toTrash(tx, comment);
  await trashNotesBelow(tx, comment);
}

/** The answers to a note at the top go to the trash with it. */
export async function trashNotesBelow(tx: WriteHandle, { id, type, parent }: CommentRow): Promise<void> {
  if (type !== 'note' || parent !== 0) return;
  for (const note of await findNotesBelow(tx, id)) await toTrash(tx, note);
}

type Placed = Pick<CommentRow, 'id' | 'post' | 'parent' | 'type' | 'status' | 'status_before'>;

async function toTrash(tx: WriteHandle, comment: Placed): Promise<void> {
  const after = moved(comment, 'trash');
  await writeStanding(tx, comment.id, after);
  await recountComment(tx, comment, { ...comment, ...after });
  await recordEvent(tx, commentEvent('comment.updated', comment.id, { ...comment, ...after }, comment.status));
}

/** Deletes a comment for good; what answers it moves up to its parent (users-and-comments.md §5.5). */
export async function eraseComment(tx: WriteHandle, { id, ...comment }: CommentRow): Promise<void> {
  await moveAnswers(tx, id, comment.parent);
  await recountAnswers(tx, id, comment.parent);
  await removeComment(tx, id);
  await countComments(tx, comment, -1);
  await recordEvent(tx, commentEvent('comment.deleted', id, { ...comment, status: '' }, comment.status));
}

/** What has happened to a comment, with the names of the entry it is on and of the comment it answers. */
export const commentEvent = (
  kind: 'comment.created' | 'comment.updated' | 'comment.deleted',
  subject: number,
  { type, status, post, parent }: Pick<CommentColumns, 'type' | 'status' | 'post' | 'parent'>,
  statusBefore = '',
): NewEvent => ({
  ...{ kind, type, subject, statusBefore, status },
  tags: [...(post === 0 ? [] : [`entry:${post}`]), ...(parent === 0 ? [] : [`comment:${parent}`])],
});
