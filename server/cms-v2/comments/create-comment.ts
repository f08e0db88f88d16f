// POST /cms/v2/comments: creates a comment or note (users-and-comments.md §5.3).

import type { CommentArgs } from '../../../contract/cms-v2/comments.ts';
import { ApiError } from '../../api-error.ts';
import type { WriteHandle } from '../../database/handle.ts';
import { recordEvent } from '../../events/record.ts';
import { type Call, submitsId } from '../../http/module.ts';
import { permissionApiError } from '../../http/permission-checks.ts';
import { fold } from '../../rendering/fold.ts';
import type { TextWork } from '../../rendering/work/text-work.ts';
import { usersLock } from '../entries/lock-entry.ts';
import { textWorkOf } from '../entries/text-work.ts';
import { validateMayComment } from './check-may-comment.ts';
import type { Classification } from './classifier.ts';
import { commentsLock } from './comments-of-entry.ts';
import { composeComment } from './compose-comment.ts';
import { canModerateComments } from './conditions.ts';
import { adjustCommentCounters } from './counts-store.ts';
import type { CommentDeps } from './deps.ts';
import { type EntryToComment, type EntryToNotify, findEntryToNotify } from './entries-store.ts';
import { rejectDuplicate, rejectFlood } from './flood.ts';
import { initialStatus } from './moderation.ts';
import { notifyOfComment } from './notify-of-comment.ts';
import type { CommentOperations } from './operations.ts';
import { requireComment } from './permissions.ts';
import type { CommentColumns } from './rows.ts';
import { commentEvent } from './save-comment.ts';
import { nextStatus } from './statuses.ts';
import { insertComment } from './store.ts';
import { requireMaxDepth } from './threads.ts';

/** Creates a comment and responds with status 201, in the edit context if the caller is a moderator, else in the view context. */
export function createComment(deps: CommentDeps): CommentOperations['create-comment'] {
  return {
    async run(call) {
      if (submitsId(call)) throw new ApiError('rest_comment_exists', 400, 'The ID of a new comment cannot be set.');
      const textWork = textWorkOf(deps.texts, call);
      const classification = await textWork.complete(() => classifyComment(deps, call, textWork));
      const create = async (tx: WriteHandle) => {
        await tx.share(usersLock);
        await tx.share(commentsLock);
        const entry = await requireCommentableEntry(deps, tx, call);
        const composedComment = await composeComment(deps, tx, call, textWork);
        await lockCommentAuthor(tx, composedComment);
        await requireMaxDepth(tx, composedComment.parent, deps.site.settings.values.comment_depth);
        const comment = {
          ...composedComment,
          ...(await resolveInitialStatus(deps, tx, call, { entry, comment: composedComment, classification })),
        };
        const id = await insertComment(tx, comment);
        await adjustCommentCounters(tx, comment, 1);
        await notifyOfComment(deps, tx, call.actor, entry, { ...comment, id });
        await recordEvent(tx, commentEvent('comment.created', id, comment));
        return requireComment(tx, id);
      };
      const row = await textWork.complete(() => deps.database.transaction(create));
      return { kind: 'record', row, status: 201, context: canModerateComments(call.actor) ? 'edit' : 'view' };
    },
  };
}

/**
 * Classifies a comment before the transaction begins, so that no locks are held while the classifier runs. Notes and comments by
 * moderators are not classified. Throws ApiError 403 `rest_comment_discarded` if the classification is `discard`.
 */
async function classifyComment(
  deps: CommentDeps,
  call: Call<CommentArgs>,
  textWork: TextWork,
): Promise<Classification> {
  const classifier = deps.classifier();
  if (!classifier || canModerateComments(call.actor)) return 'pass';
  const comment = await composeComment(deps, deps.database.read, call, textWork);
  if (comment.type === 'note') return 'pass';
  const { author_name: name, author_email: email, author_url: url, author, post: entry, content: text } = comment;
  const sender = { from: call.from, agent: call.userAgent };
  const classification = await classifier({ kind: 'comment', text, name, email, url, author, entry, ...sender });
  if (classification === 'discard')
    throw new ApiError('rest_comment_discarded', 403, 'The comment was classified as spam and discarded.');
  return classification;
}

/**
 * Returns the entry to comment on. Checks the permission again, because the entry may have changed since the request was authorized;
 * throws the ApiError for a forbidden request if the check fails.
 */
async function requireCommentableEntry(
  deps: CommentDeps,
  tx: WriteHandle,
  call: Call<CommentArgs>,
): Promise<EntryToNotify> {
  const entry = await findEntryToNotify(tx, call.args.post ?? 0);
  const forbiddenError = validateMayComment(deps, call, entry);
  if (forbiddenError) throw permissionApiError(forbiddenError, call.actor);
  if (!entry) throw new Error('an authorized comment has no entry');
  return entry;
}

/**
 * Serializes the creation of comments by the same user or email address, and of all anonymous comments, so that each flood check
 * includes the comments that were created before.
 */
async function lockCommentAuthor(tx: WriteHandle, { author, author_email }: CommentColumns): Promise<void> {
  await tx.lock(author === 0 ? 'comments of people who are no users' : `comments of ${author}`);
  await tx.lock(`comments of ${fold(author_email)}`);
}

interface SubmittedComment {
  readonly entry: EntryToComment;
  readonly comment: CommentColumns;
  readonly classification: Classification;
}

/**
 * Returns the initial status of a comment. Throws ApiError 409 `comment_duplicate` for a duplicate, and 400 or 429 `comment_flood` if
 * the author comments too fast. These checks do not apply to notes.
 */
async function resolveInitialStatus(
  { site }: CommentDeps,
  tx: WriteHandle,
  { args, actor }: Call<CommentArgs>,
  { entry, comment, classification }: SubmittedComment,
) {
  const { values } = site.settings;
  const isNote = comment.type === 'note';
  if (!isNote) {
    await rejectDuplicate(tx, comment);
    await rejectFlood(tx, values, actor, comment);
  }
  const defaultStatus = isNote ? 'approved' : await initialStatus(tx, values, actor, entry, comment);
  const status = classification === 'spam' ? 'spam' : defaultStatus;
  const currentStatus = { status, status_before: '' };
  return args.status === undefined ? currentStatus : nextStatus(currentStatus, args.status);
}
