// DELETE /cms/v2/comments/<id>: moves a comment to the trash or deletes it permanently (users-and-comments.md §5.5).

import { ApiError } from '../../api-error.ts';
import { recordAuditEvent } from '../../audit/record-event.ts';
import type { WriteHandle } from '../../database/handle.ts';
import type { CommentDeps } from './deps.ts';
import { lockComment } from './lock-comment.ts';
import type { CommentOperations } from './operations.ts';
import { requireComment } from './permissions.ts';
import { deleteStoredComment, trashComment } from './save-comment.ts';

/**
 * Moves a comment to the trash. With `force`, deletes it permanently and responds with its previous values. Throws ApiError 410
 * `rest_already_trashed` if the comment is already in the trash and `force` is not set.
 */
export function deleteComment(deps: CommentDeps): CommentOperations['delete-comment'] {
  return {
    async run(call, loadedComment) {
      const lockForDelete = (tx: WriteHandle) => lockComment(deps, tx, call, loadedComment.id, 'delete');
      if (call.args.force) {
        const deleteStored = () =>
          deps.database.transaction(async (tx) => {
            const comment = await lockForDelete(tx);
            await deleteStoredComment(tx, comment);
            const auditEvent = { action: 'comment-deleted', kind: 'comment', id: comment.id, name: '' } as const;
            await recordAuditEvent(tx, deps.site.clock, call, { ...auditEvent, details: { post: comment.post } });
          });
        return { kind: 'deleted', previous: loadedComment, context: 'edit', deleteStored };
      }
      const row = await deps.database.transaction(async (tx) => {
        const comment = await lockForDelete(tx);
        if (comment.status === 'trash')
          throw new ApiError('rest_already_trashed', 410, 'The comment is already in the trash.');
        await trashComment(tx, comment);
        return requireComment(tx, comment.id);
      });
      return { kind: 'record', row, context: 'edit' };
    },
  };
}
