// The state in which a new comment begins (users-and-comments.md §5.3, Initial state).
import type { Actor } from '../../access/actor.ts';
import type { ReadHandle } from '../../database/handle.ts';
import { countLinks } from '../../rendering/comment.ts';
import { fold } from '../../rendering/fold.ts';
import { stripTags } from '../../rendering/markup.ts';
import type { SettingValues } from '../../settings/declared.ts';
import type { EntryToComment } from './entries-store.ts';
import { hasApproved } from './rivals-store.ts';
import type { CommentColumns } from './rows.ts';
import { isModerator } from './rules.ts';

/** The fields in which the words of the site's lists are looked for. */
type Judged = Pick<
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
 * Approved, on hold, or in the trash. What moderators write, and the author of the entry, is approved; the rest as the site's
 * settings say.
 */
export async function initialState(
  read: ReadHandle,
  settings: SettingValues,
  actor: Actor,
  entry: Pick<EntryToComment, 'author'>,
  comment: Judged,
): Promise<'approved' | 'hold' | 'trash'> {
  if (isModerator(actor) || (comment.author !== 0 && comment.author === entry.author)) return 'approved';
  if (contains(comment, settings.disallowed_keys)) return 'trash';
  const most = settings.comment_max_links;
  const holds =
    settings.comment_moderation ||
    (most > 0 && countLinks(comment.content_rendered) >= most) ||
    contains(comment, settings.moderation_keys);
  if (holds) return 'hold';
  return !settings.comment_previously_approved || (await hasApproved(read, comment)) ? 'approved' : 'hold';
}

/** Whether a comment has one of the words, one on a line, in any of its fields, also where tags come in between. */
function contains(comment: Judged, list: string): boolean {
  const words = list
    .split('\n')
    .map((line) => fold(line.trim()))
    .filter((word) => word !== '');
  if (words.length === 0) return false;
  const { author_name, author_email, author_url, author_ip, author_user_agent, content } = comment;
  const texts = [author_name, author_email, author_url, author_ip, author_user_agent, content, stripTags(content)].map(
    fold,
  );
  return words.some((word) => texts.some((text) => text.includes(word)));
}
