// POST on the collection: a new comment or note (users-and-comments.md §5.3).

import type { CommentArgs } from '../../../contract/cms-v2/comments.ts';
import type { WriteHandle } from '../../database/handle.ts';
import { recordEvent } from '../../events/record.ts';
import { refusalOf } from '../../http/permit.ts';
import { type Call, type Operation, sendsNumber } from '../../http/room.ts';
import { Refusal } from '../../refusal.ts';
import { fold } from '../../rendering/fold.ts';
import type { TextWork } from '../../rendering/work/text-work.ts';
import { peopleLock } from '../entries/claim-entry.ts';
import { textWorkOf } from '../entries/text-work.ts';
import { composeComment } from './compose-comment.ts';
import { countComments } from './counts-store.ts';
import { type EntryToComment, type EntryToTellOf, findEntryToTellOf } from './entries-store.ts';
import { refuseFlood, refuseRepetition } from './flood.ts';
import type { Verdict } from './judge.ts';
import { mayComment } from './may-comment.ts';
import { initialState } from './moderation.ts';
import type { CommentParts } from './parts.ts';
import type { CommentColumns } from './rows.ts';
import { isModerator } from './rules.ts';
import { commentEvent } from './save-comment.ts';
import { moved } from './states.ts';
import { findComment, insertComment } from './store.ts';
import { tellOfComment } from './tell-of-comment.ts';
import { requireDepth } from './threads.ts';
import { commentsLock } from './with-entry.ts';

/** Makes a comment; answers 201 with it, as moderators see it where a moderator has written it. */
export function createComment(parts: CommentParts): Operation {
  return {
    async run(call: Call<CommentArgs>) {
      if (sendsNumber(call)) throw new Refusal('rest_comment_exists', 400, 'A new comment cannot be given a number.');
      const textWork = textWorkOf(parts, call);
      const verdict = await textWork.complete(() => verdictOn(parts, call, textWork));
      const create = async (tx: WriteHandle) => {
        await tx.share(peopleLock);
        await tx.share(commentsLock);
        const entry = await requireOpen(parts, tx, call);
        const composed = await composeComment(parts, tx, call, textWork);
        await claimSpeaker(tx, composed);
        await requireDepth(tx, composed.parent, parts.settings.values.comment_depth);
        const comment = { ...composed, ...(await firstStanding(parts, tx, call, entry, composed, verdict)) };
        const id = await insertComment(tx, comment);
        await countComments(tx, comment, 1);
        await tellOfComment(parts, tx, call.actor, entry, { ...comment, id });
        await recordEvent(tx, commentEvent('comment.created', id, comment));
        return findComment(tx, id);
      };
      const row = await textWork.complete(() => parts.database.transaction(create));
      return { kind: 'record', row, status: 201, context: isModerator(call.actor) ? 'edit' : 'view' };
    },
  };
}

/**
 * What judges say of a comment, asked before others have to wait for it; moderators and notes are not judged. What is not
 * even to be stored is refused.
 */
async function verdictOn(
  { judge, ...parts }: CommentParts,
  call: Call<CommentArgs>,
  textWork: TextWork,
): Promise<Verdict> {
  if (!judge || isModerator(call.actor)) return 'pass';
  const comment = await composeComment(parts, parts.database.read, call, textWork);
  if (comment.type === 'note') return 'pass';
  const { author_name: name, author_email: email, author_url: url, author, post: entry, content: text } = comment;
  const sender = { from: call.from, agent: call.agent };
  const verdict = await judge({ kind: 'comment', text, name, email, url, author, entry, ...sender });
  if (verdict === 'discard')
    throw new Refusal(
      'rest_comment_discarded',
      403,
      'This comment is taken for unwanted advertising and was not kept.',
    );
  return verdict;
}

/** What is commented on; others may have changed it since the request was let through, so its rule is asked again. */
async function requireOpen(parts: CommentParts, tx: WriteHandle, call: Call<CommentArgs>): Promise<EntryToTellOf> {
  const entry = await findEntryToTellOf(tx, call.args.post ?? 0);
  const denial = mayComment(parts, call, entry);
  if (denial) throw refusalOf(denial, call.actor);
  if (!entry) throw new Error('a comment was let through that is on nothing');
  return entry;
}

/** One comment after the other is looked at of one speaker, and of all who did not sign in. */
async function claimSpeaker(tx: WriteHandle, { author, author_email }: CommentColumns): Promise<void> {
  await tx.lock(author === 0 ? 'comments of people who are no users' : `comments of ${author}`);
  await tx.lock(`comments of ${fold(author_email)}`);
}

/** The state a comment begins in; what repeats, and who writes too fast, is refused before. Notes are not looked at. */
async function firstStanding(
  { settings: { values } }: CommentParts,
  tx: WriteHandle,
  { args, actor }: Call<CommentArgs>,
  entry: EntryToComment,
  comment: CommentColumns,
  verdict: Verdict,
) {
  const isNote = comment.type === 'note';
  if (!isNote) {
    await refuseRepetition(tx, comment);
    await refuseFlood(tx, values, actor, comment);
  }
  const usual = isNote ? 'approved' : await initialState(tx, values, actor, entry, comment);
  const status = verdict === 'spam' ? 'spam' : usual;
  const standing = { status, status_before: '' };
  return args.status === undefined ? standing : moved(standing, args.status);
}
