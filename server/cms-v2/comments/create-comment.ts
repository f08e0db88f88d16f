// POST /cms/v2/comments: creates a comment or note (users-and-comments.md §5.3).

import type { CommentArgs } from '../../../contract/cms-v2/comments.ts';
import { type Actor, isSignedIn } from '../../access/actor.ts';
import { ApiError } from '../../api-error.ts';
import type { ReadHandle, WriteHandle } from '../../database/handle.ts';
import { recordEvent } from '../../events/record.ts';
import { type Call, submitsId } from '../../http/module.ts';
import { permissionApiError } from '../../http/permission-checks.ts';
import { countLinks } from '../../rendering/comment.ts';
import { fold } from '../../rendering/fold.ts';
import { stripTags } from '../../rendering/markup.ts';
import type { TextWork } from '../../rendering/work/text-work.ts';
import type { SettingValues } from '../../settings/declared.ts';
import { usersLock } from '../entries/lock-entry.ts';
import { textWorkOf } from '../entries/text-work.ts';
import type { Classification } from './classifier.ts';
import { commentsLock } from './comments-of-entry.ts';
import { composeComment } from './compose-comment.ts';
import { canModerateComments } from './conditions.ts';
import { adjustCommentCounters } from './counts-store.ts';
import {
  countAnonymousSince,
  findLatestFromIp,
  findLatestOfEmail,
  findLatestOfUser,
  hasApprovedComment,
  isDuplicate,
} from './earlier-comments-store.ts';
import { type EntryToComment, type EntryToNotify, findEntryToNotify } from './entries-store.ts';
import { notifyOfComment } from './notify-of-comment.ts';
import type { CommentDeps, CommentOperations } from './operations.ts';
import { requireComment, validateMayComment } from './permissions.ts';
import type { CommentColumns } from './rows.ts';
import { commentEvent } from './save-comment.ts';
import { nextStatus } from './statuses.ts';
import { insertComment } from './store.ts';
import { requireMaxDepth } from './threads.ts';

// Rejects duplicate comments and comment floods (users-and-comments.md §5.3, 18 and 19).

/** Throws ApiError 409 `comment_duplicate` if the entry already has a comment with the same duplicate key. */
async function rejectDuplicate(read: ReadHandle, { post, repeats }: CommentColumns): Promise<void> {
  if (await isDuplicate(read, post, repeats))
    throw new ApiError('comment_duplicate', 409, 'Duplicate comment: this comment was already submitted.');
}

/** Minimum interval between two comments by the same user, email address or IP address, in seconds. */
const minIntervalSeconds = 15;
/** Period in which the number of anonymous comments is limited, in seconds. */
const windowSeconds = 60;

const secondsBefore = (timestamp: string, seconds: number): string =>
  new Date(Date.parse(`${timestamp}Z`) - seconds * 1000).toISOString().slice(0, 19);

/**
 * Throws an error if the author comments too fast. The check uses the time when comments were received, not their date. Moderators are
 * exempt. For anonymous callers, the interval applies per email address and per IP address; in addition, the setting
 * `anonymous_comments_per_minute` limits the number of all anonymous comments per minute.
 *
 * Throws ApiError 400 `comment_flood` for users, and 429 `comment_flood` for anonymous callers.
 */
async function rejectFlood(
  read: ReadHandle,
  settings: SettingValues,
  actor: Actor,
  { author, author_email, author_ip, received }: CommentColumns,
): Promise<void> {
  if (canModerateComments(actor)) return;
  const isTooSoon = (latest: string | undefined) =>
    latest !== undefined && latest > secondsBefore(received, minIntervalSeconds);
  if (isSignedIn(actor)) {
    if (isTooSoon(await findLatestOfUser(read, author)))
      throw new ApiError(
        'comment_flood',
        400,
        `You are commenting too fast; wait ${minIntervalSeconds} seconds between comments.`,
      );
    return;
  }
  const latestOfAddress = author_email === '' ? undefined : await findLatestOfEmail(read, author_email);
  if (isTooSoon(latestOfAddress) || isTooSoon(await findLatestFromIp(read, author_ip)))
    throw new ApiError(
      'comment_flood',
      429,
      `You are commenting too fast; wait ${minIntervalSeconds} seconds between comments.`,
      {
        retryAfter: minIntervalSeconds,
      },
    );
  const maxPerMinute = settings.anonymous_comments_per_minute;
  if ((await countAnonymousSince(read, secondsBefore(received, windowSeconds))) >= maxPerMinute)
    throw new ApiError('comment_flood', 429, 'Too many comments; try again in a minute.', {
      retryAfter: windowSeconds,
    });
}

// Determines the initial status of a new comment (users-and-comments.md §5.3, Initial state).

/** The columns of a comment that determine its initial status. */
type ModeratedFields = Pick<
  CommentColumns,
  | 'author'
  | 'author_name'
  | 'author_email'
  | 'author_url'
  | 'author_ip'
  | 'author_user_agent'
  | 'content'
  | 'content_rendered'
>;

/**
 * Returns the initial status. Comments by moderators and by the author of the entry are approved; the status of all other comments
 * depends on the settings of the site and on whether an earlier comment of the author was approved.
 */
async function initialStatus(
  read: ReadHandle,
  settings: SettingValues,
  actor: Actor,
  entry: Pick<EntryToComment, 'author'>,
  comment: ModeratedFields,
): Promise<'approved' | 'hold' | 'trash'> {
  if (canModerateComments(actor) || (comment.author !== 0 && comment.author === entry.author)) return 'approved';
  if (containsKey(comment, settings.disallowed_keys)) return 'trash';
  const maxLinks = settings.comment_max_links;
  const isHeld =
    settings.comment_moderation ||
    (maxLinks > 0 && countLinks(comment.content_rendered) >= maxLinks) ||
    containsKey(comment, settings.moderation_keys);
  if (isHeld) return 'hold';
  return !settings.comment_previously_approved || (await hasApprovedComment(read, comment)) ? 'approved' : 'hold';
}

/**
 * Whether a key occurs in the author data, IP address, user agent or content of a comment; in the content, tags may interrupt the key.
 * `keyList` contains one key per line.
 */
function containsKey(comment: ModeratedFields, keyList: string): boolean {
  const keys = keyList
    .split('\n')
    .map((line) => fold(line.trim()))
    .filter((key) => key !== '');
  if (keys.length === 0) return false;
  const { author_name, author_email, author_url, author_ip, author_user_agent, content } = comment;
  const fields = [author_name, author_email, author_url, author_ip, author_user_agent, content, stripTags(content)].map(
    fold,
  );
  return keys.some((key) => fields.some((text) => text.includes(key)));
}

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
