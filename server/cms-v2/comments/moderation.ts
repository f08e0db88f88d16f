// Determines the initial status of a new comment (users-and-comments.md §5.3, Initial state).
import type { Actor } from '../../access/actor.ts';
import type { ReadHandle } from '../../database/handle.ts';
import { countLinks } from '../../rendering/comment.ts';
import { fold } from '../../rendering/fold.ts';
import { stripTags } from '../../rendering/markup.ts';
import type { SettingValues } from '../../settings/declared.ts';
import { canModerateComments } from './conditions.ts';
import { hasApprovedComment } from './earlier-comments-store.ts';
import type { EntryToComment } from './entries-store.ts';
import type { CommentColumns } from './rows.ts';

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
export async function initialStatus(
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
