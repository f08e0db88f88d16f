// Trashes, restores and deletes comments together with their entry (users-and-comments.md §5.5; contract/README.md, decision 14).
import type { WriteHandle } from '../../database/handle.ts';
import { type Slots, statement } from '../../database/statement.ts';
import type { EntryHook } from '../entries/entry-writer.ts';
import { deleteCommentCounts, recountEntryComments } from './counts-store.ts';

/** Name of the lock that is acquired exclusively to change existing comments, and in shared mode to create comments. */
export const commentsLock = 'comments';

const trashStatement = statement((q, p: Slots<{ post: number; state: string }>) =>
  q
    .updateTable('comments')
    .set((eb) => ({ status_with_post: eb.ref('status'), status: p.state }))
    .where('post', '=', p.post)
    .where('status', '<>', p.state),
);

const restoreStatement = statement((q, p: Slots<{ post: number; state: string; none: string }>) =>
  q
    .updateTable('comments')
    .set((eb) => ({ status: eb.ref('status_with_post'), status_with_post: p.none }))
    .where('post', '=', p.post)
    .where('status', '=', p.state)
    .where('status_with_post', '<>', p.none),
);

const deleteStatement = statement((q, p: Slots<{ post: number }>) =>
  q.deleteFrom('comments').where('post', '=', p.post),
);

const parentsElsewhereStatement = statement((q, p: Slots<{ post: number }>) =>
  q
    .selectFrom('comments')
    .innerJoin('comments as parents', 'parents.id', 'comments.parent')
    .select('parents.id')
    .distinct()
    .where('comments.post', '=', p.post)
    .where('parents.post', '<>', p.post),
);

/**
 * Returns the event tags of comments on other entries to which comments on this entry reply: their responses have a link to the replies
 * as long as there are any. A comment that moves to another entry leaves its replies behind.
 */
async function tagsOfParentsElsewhere(tx: WriteHandle, entryId: number): Promise<string[]> {
  const parents = await tx.all(parentsElsewhereStatement, { post: entryId });
  return parents.map(({ id }) => `comment:${id}`);
}

/** Moves the comments on an entry to the trash (status `post-trashed`), and records their previous statuses. */
async function trashCommentsOfEntry(tx: WriteHandle, entryId: number): Promise<void> {
  await tx.lock(commentsLock);
  const { changes } = await tx.run(trashStatement, { post: entryId, state: 'post-trashed' });
  if (changes > 0) await recountEntryComments(tx, entryId);
}

/** Restores the recorded statuses of the comments that were moved to the trash together with their entry. */
async function restoreCommentsOfEntry(tx: WriteHandle, entryId: number): Promise<void> {
  await tx.lock(commentsLock);
  const { changes } = await tx.run(restoreStatement, { post: entryId, state: 'post-trashed', none: '' });
  if (changes > 0) await recountEntryComments(tx, entryId);
}

/** Deletes the comments on an entry permanently. */
async function deleteCommentsOfEntry(tx: WriteHandle, entryId: number): Promise<void> {
  await tx.lock(commentsLock);
  await tx.run(deleteStatement, { post: entryId });
  await deleteCommentCounts(tx, entryId);
}

/** The hook that keeps comments consistent with their entry, regardless of the operation that changes it. */
export const commentsOfEntries: EntryHook = {
  async affected(tx, { id, before, status }) {
    const showsOrHides = status === undefined || status === 'trash' || before === 'trash';
    return showsOrHides ? tagsOfParentsElsewhere(tx, id) : [];
  },
  async statusChanged(tx, { id, before, status }) {
    if (before === undefined) return;
    if (status === 'trash') await trashCommentsOfEntry(tx, id);
    if (before === 'trash') await restoreCommentsOfEntry(tx, id);
  },
  deleting: (tx, { id }) => deleteCommentsOfEntry(tx, id),
};
