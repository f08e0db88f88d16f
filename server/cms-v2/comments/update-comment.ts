// POST, PUT, PATCH on an item: what is sent changes, the rest stays; also moderation (users-and-comments.md §5.4).

import type { CommentArgs } from '../../../contract/cms-v2/comments.ts';
import type { Actor } from '../../access/actor.ts';
import type { WriteHandle } from '../../database/handle.ts';
import type { Call, Operation } from '../../http/room.ts';
import { Refusal } from '../../refusal.ts';
import { peopleLock } from '../entries/claim-entry.ts';
import { textWorkOf } from '../entries/text-work.ts';
import { changedAuthor } from './author.ts';
import { claimComment } from './claim-comment.ts';
import { composeChange } from './compose-comment.ts';
import { findEntriesToComment, findEntryToTellOf } from './entries-store.ts';
import type { CommentParts } from './parts.ts';
import type { CommentColumns, CommentRow } from './rows.ts';
import { saveComment, trashNotesBelow } from './save-comment.ts';
import { moved } from './states.ts';
import { findComment } from './store.ts';
import { tellOfComment } from './tell-of-comment.ts';
import { refuseCircle, requireDepth } from './threads.ts';

/** Changes a comment; answers with it as moderators see it. */
export function updateComment(parts: CommentParts): Operation {
  return {
    async run(call: Call<CommentArgs>, subject: CommentRow) {
      const { args } = call;
      const textWork = textWorkOf(parts, call);
      const update = async (tx: WriteHandle) => {
        await tx.share(peopleLock);
        const before = await claimComment(parts, tx, call, subject.id, 'edit');
        refuseOtherType(call, before);
        const author = await changedAuthor(tx, args, before);
        await requirePlace(parts, tx, args, before);
        const comment = composeChange(parts, call, before, author, textWork);
        const after = args.status === undefined ? comment : { ...comment, ...moved(before, args.status) };
        await saveComment(tx, before, after);
        if (after.status === 'trash' && before.status !== 'trash') await trashNotesBelow(tx, before);
        await tellOfApproval(parts, tx, call.actor, before, after);
        return findComment(tx, before.id);
      };
      const row = await textWork.complete(() => parts.database.transaction(update));
      return { kind: 'record', row, context: 'edit' };
    },
  };
}

/** The author of an entry hears of a comment once it is to be seen. */
async function tellOfApproval(
  parts: CommentParts,
  tx: WriteHandle,
  actor: Actor,
  before: CommentRow,
  after: CommentColumns,
): Promise<void> {
  if (after.type === 'note' || before.status !== 'hold' || after.status !== 'approved') return;
  const entry = await findEntryToTellOf(tx, after.post);
  if (entry) await tellOfComment(parts, tx, actor, entry, { ...after, id: before.id });
}

function refuseOtherType(call: Call<CommentArgs>, { type }: CommentRow): void {
  if ((call.sent('type') ?? type) !== type)
    throw new Refusal('rest_comment_invalid_type', 404, 'The type of a comment cannot be changed.');
}

/** 0 takes a comment off its entry. A parent that is not there is kept as it was sent, one below the comment is not. */
async function requirePlace(
  { settings }: CommentParts,
  tx: WriteHandle,
  { post, parent }: CommentArgs,
  before: CommentRow,
): Promise<void> {
  if (post !== undefined && post !== 0 && post !== before.post && (await findEntriesToComment(tx, [post])).length === 0)
    throw new Refusal('rest_comment_invalid_post_id', 403, 'There is no entry of this number.');
  if (parent === undefined || parent === before.parent) return;
  await refuseCircle(tx, before.id, parent);
  await requireDepth(tx, parent, settings.values.comment_depth);
}
