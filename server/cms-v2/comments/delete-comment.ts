// DELETE on an item: to the trash, or for good (users-and-comments.md §5.5).
import { noteDeed } from '../../audit/note.ts';
import type { WriteHandle } from '../../database/handle.ts';
import type { Call, Operation } from '../../http/room.ts';
import { Refusal } from '../../refusal.ts';
import { claimComment } from './claim-comment.ts';
import type { CommentParts } from './parts.ts';
import type { CommentRow } from './rows.ts';
import { eraseComment, trashComment } from './save-comment.ts';
import { findComment } from './store.ts';

/** Moves a comment to the trash and answers with it, or with `force` deletes it and answers with what it was. */
export function deleteComment(parts: CommentParts): Operation {
  return {
    async run(call: Call<{ force?: boolean }>, subject: CommentRow) {
      const claim = (tx: WriteHandle) => claimComment(parts, tx, call, subject.id, 'delete');
      if (call.args.force) {
        const erase = () =>
          parts.database.transaction(async (tx) => {
            const comment = await claim(tx);
            await eraseComment(tx, comment);
            const deed = { action: 'comment-deleted', kind: 'comment', id: comment.id, name: '' } as const;
            await noteDeed(tx, parts.clock, call, { ...deed, details: { post: comment.post } });
          });
        return { kind: 'deleted', previous: subject, context: 'edit', erase };
      }
      const row = await parts.database.transaction(async (tx) => {
        const comment = await claim(tx);
        if (comment.status === 'trash') throw new Refusal('rest_already_trashed', 410, 'It is in the trash already.');
        await trashComment(tx, comment);
        return findComment(tx, comment.id);
      });
      return { kind: 'record', row, context: 'edit' };
    },
  };
}
