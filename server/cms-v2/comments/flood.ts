// Rejects duplicate comments and comment floods (users-and-comments.md §5.3, 18 and 19).
import { createHash } from 'node:crypto';
import type { Actor } from '../../access/actor.ts';
import { isSignedIn } from '../../access/actor.ts';
import { ApiError } from '../../api-error.ts';
import type { ReadHandle } from '../../database/handle.ts';
import { fold } from '../../rendering/fold.ts';
import type { SettingValues } from '../../settings/declared.ts';
import { canModerateComments } from './conditions.ts';
import {
  countAnonymousSince,
  findLatestFromIp,
  findLatestOfEmail,
  findLatestOfUser,
  isDuplicate,
} from './earlier-comments-store.ts';
import type { CommentColumns } from './rows.ts';

type CommentIdentity = Pick<CommentColumns, 'parent' | 'author_name' | 'author_email' | 'content'>;

/** Returns a hash that is equal for comments with the same parent and the same folded author name, email address and content. */
export const duplicateKey = ({ parent, author_name, author_email, content }: CommentIdentity): string =>
  createHash('sha256')
    .update(JSON.stringify([parent, ...[author_name, author_email, content].map(fold)]))
    .digest('base64url');

/** Throws ApiError 409 `comment_duplicate` if the entry already has a comment with the same duplicate key. */
export async function rejectDuplicate(read: ReadHandle, { post, repeats }: CommentColumns): Promise<void> {
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
export async function rejectFlood(
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
