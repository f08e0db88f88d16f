// Repetitions and floods (users-and-comments.md §5.3, 18 and 19).
import { createHash } from 'node:crypto';
import type { Actor } from '../../access/actor.ts';
import { isSignedIn } from '../../access/actor.ts';
import type { ReadHandle } from '../../database/handle.ts';
import { Refusal } from '../../refusal.ts';
import { fold } from '../../rendering/fold.ts';
import type { SettingValues } from '../../settings/declared.ts';
import { isRepeated, latestFrom, latestOfEmail, latestOfUser, receivedOfNobody } from './rivals-store.ts';
import type { CommentColumns } from './rows.ts';
import { isModerator } from './rules.ts';

type Said = Pick<CommentColumns, 'parent' | 'author_name' | 'author_email' | 'content'>;

/** What two comments on one entry have in common when one repeats the other: whom they answer, who says it, and what. */
export const repetitionKey = ({ parent, author_name, author_email, content }: Said): string =>
  createHash('sha256')
    .update(JSON.stringify([parent, ...[author_name, author_email, content].map(fold)]))
    .digest('base64url');

/** Throws Refusal 409 `comment_duplicate`. */
export async function refuseRepetition(read: ReadHandle, { post, repeats }: CommentColumns): Promise<void> {
  if (await isRepeated(read, post, repeats))
    throw new Refusal('comment_duplicate', 409, 'This has been said here already, in the same words.');
}

/** How long after a comment the next one may come. Seconds. */
const pause = 15;
const minute = 60;

const before = (moment: string, seconds: number): string =>
  new Date(Date.parse(`${moment}Z`) - seconds * 1000).toISOString().slice(0, 19);

/**
 * Refuses who writes again too soon, judged by when comments came in and not by how they are dated. Moderators may say much at
 * once. Of those who did not sign in, no address may write again too soon, and all together no more than the site allows.
 *
 * Throws Refusal 400 `comment_flood`, 429 `comment_flood` for those who did not sign in.
 */
export async function refuseFlood(
  read: ReadHandle,
  settings: SettingValues,
  actor: Actor,
  { author, author_email, author_ip, received }: CommentColumns,
): Promise<void> {
  if (isModerator(actor)) return;
  const isSoon = (latest: string | undefined) => latest !== undefined && latest > before(received, pause);
  if (isSignedIn(actor)) {
    if (isSoon(await latestOfUser(read, author)))
      throw new Refusal('comment_flood', 400, 'You are writing too fast; wait a little.');
    return;
  }
  const known = author_email === '' ? undefined : await latestOfEmail(read, author_email);
  if (isSoon(known) || isSoon(await latestFrom(read, author_ip)))
    throw new Refusal('comment_flood', 429, 'You are writing too fast; wait a little.', { retryAfter: pause });
  const most = settings.anonymous_comments_per_minute;
  if ((await receivedOfNobody(read, before(received, minute))) >= most)
    throw new Refusal('comment_flood', 429, 'Too many comments are coming in; try again later.', {
      retryAfter: minute,
    });
}
