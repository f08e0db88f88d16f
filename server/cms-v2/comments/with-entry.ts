// What becomes of comments when their entry goes or comes back (users-and-comments.md §5.5; contract/README.md,
// decision 14).
import type { WriteHandle } from '../../database/handle.ts';
import { type Slots, statement } from '../../database/statement.ts';
import { forgetCounts, recountEntryComments } from './counts-store.ts';

/** Held alone by whoever changes comments that are there, shared by whoever writes new ones. */
export const commentsLock = 'comments';

const away = statement((q, p: Slots<{ post: number; state: string }>) =>
  q
    .updateTable('comments')
    .set((eb) => ({ status_with_post: eb.ref('status'), status: p.state }) as never)
    .where('post', '=', p.post)
    .where('status', '<>', p.state),
);

const back = statement((q, p: Slots<{ post: number; state: string; none: string }>) =>
  q
    .updateTable('comments')
    .set((eb) => ({ status: eb.ref('status_with_post'), status_with_post: p.none }) as never)
    .where('post', '=', p.post)
    .where('status', '=', p.state)
    .where('status_with_post', '<>', p.none),
);

const removal = statement((q, p: Slots<{ post: number }>) => q.deleteFrom('comments').where('post', '=', p.post));

/** Takes the comments on an entry along into the trash; each remembers its state. */
export async function trashComments(tx: WriteHandle, post: number): Promise<void> {
  await tx.lock(commentsLock);
  const { changes } = await tx.run(away, { post, state: 'post-trashed' });
  if (changes > 0) await recountEntryComments(tx, post);
}

/** Brings back the comments that went into the trash with their entry, each in its state. */
export async function restoreComments(tx: WriteHandle, post: number): Promise<void> {
  await tx.lock(commentsLock);
  const { changes } = await tx.run(back, { post, state: 'post-trashed', none: '' });
  if (changes > 0) await recountEntryComments(tx, post);
}

/** Deletes the comments on an entry for good. */
export async function eraseComments(tx: WriteHandle, post: number): Promise<void> {
  await tx.lock(commentsLock);
  await tx.run(removal, { post });
  await forgetCounts(tx, post);
}
