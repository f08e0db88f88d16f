// POST, PUT and PATCH /cms/v2/comments/<id>: update the submitted fields of a comment, including the status
// (users-and-comments.md §5.4).

import type { CommentArgs } from '../../../contract/cms-v2/comments.ts';
import type { Actor } from '../../access/actor.ts';
import { ApiError } from '../../api-error.ts';
import type { WriteHandle } from '../../database/handle.ts';
import type { Call } from '../../http/module.ts';
import { usersLock } from '../entries/lock-entry.ts';
import { textWorkOf } from '../entries/text-work.ts';
import { resolveUpdatedAuthor } from './author.ts';
import { composeUpdatedComment } from './compose-comment.ts';
import { findEntriesToComment, findEntryToNotify } from './entries-store.ts';
import { notifyOfComment } from './notify-of-comment.ts';
import type { CommentDeps, CommentOperations } from './operations.ts';
import { requireComment } from './permissions.ts';
import type { CommentColumns, CommentRow } from './rows.ts';
import { lockComment, saveComment, trashNoteReplies } from './save-comment.ts';
import { nextStatus } from './statuses.ts';
import { rejectCycle, requireMaxDepth } from './threads.ts';

/** Updates a comment and responds in the edit context. */
export function updateComment(deps: CommentDeps): CommentOperations['update-comment'] {
  return {
    async run(call, loadedComment) {
      const { args } = call;
      const textWork = textWorkOf(deps.texts, call);
      const update = async (tx: WriteHandle) => {
        await tx.share(usersLock);
        const before = await lockComment(deps, tx, call, loadedComment.id, 'edit');
        rejectTypeChange(call, before);
        const author = await resolveUpdatedAuthor(tx, args, before);
        await requireValidPosition(deps, tx, args, before);
        const comment = composeUpdatedComment(deps, call, before, author, textWork);
        const after = args.status === undefined ? comment : { ...comment, ...nextStatus(before, args.status) };
        await saveComment(tx, before, after);
        if (after.status === 'trash' && before.status !== 'trash') await trashNoteReplies(tx, before);
        await notifyOfApproval(deps, tx, call.actor, before, after);
        return requireComment(tx, before.id);
      };
      const row = await textWork.complete(() => deps.database.transaction(update));
      return { kind: 'record', row, context: 'edit' };
    },
  };
}

/** Notifies the author of the entry when a held comment is approved. */
export async function notifyOfApproval(
  deps: CommentDeps,
  tx: WriteHandle,
  actor: Actor,
  before: CommentRow,
  after: CommentColumns,
): Promise<void> {
  if (after.type === 'note' || before.status !== 'hold' || after.status !== 'approved') return;
  const entry = await findEntryToNotify(tx, after.post);
  if (entry) await notifyOfComment(deps, tx, actor, entry, { ...after, id: before.id });
}

function rejectTypeChange(call: Call<CommentArgs>, { type }: CommentRow): void {
  if ((call.submitted('type') ?? type) !== type)
    throw new ApiError('rest_comment_invalid_type', 404, 'The type of a comment cannot be changed.');
}

/**
 * Throws an error if the submitted entry does not exist, or if the submitted parent would cause a cycle or exceed the maximum depth.
 * Accepts 0 for `post`, which detaches the comment from its entry, and a parent that does not exist.
 */
async function requireValidPosition(
  { site: { settings } }: CommentDeps,
  tx: WriteHandle,
  { post, parent }: CommentArgs,
  before: CommentRow,
): Promise<void> {
  if (post !== undefined && post !== 0 && post !== before.post && (await findEntriesToComment(tx, [post])).length === 0)
    throw new ApiError('rest_comment_invalid_post_id', 403, 'No entry with this ID.');
  if (parent === undefined || parent === before.parent) return;
  await rejectCycle(tx, before.id, parent);
  await requireMaxDepth(tx, parent, settings.values.comment_depth);
}
