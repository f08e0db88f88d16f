// Notifies authors of entries about comments and notes, and moderators about comments that await moderation. Emails are queued in the
// transaction that stores the comment. No notifications are sent about imported comments.
import { type Actor, makeActor } from '../../access/actor.ts';
import type { WriteHandle } from '../../database/handle.ts';
import { queueMailToUsers, type Recipients } from '../../mail/queue.ts';
import { now } from '../../time/zone.ts';
import { mayEditEntry, mayReadEntry } from './conditions.ts';
import type { CommentDeps } from './deps.ts';
import type { EntryToNotify } from './entries-store.ts';
import { approvedMail, moderationMail, type NotifiedComment, noteMail } from './mails.ts';

/**
 * Queues the emails about a new or newly approved comment. The commenter and the actor are never recipients. The author of the entry
 * is a recipient only with permission to read the entry or, for notes and held comments, to edit it. Runs at most one statement.
 */
export async function notifyOfComment(
  deps: CommentDeps,
  tx: WriteHandle,
  actor: Actor,
  entry: EntryToNotify,
  comment: NotifiedComment,
): Promise<void> {
  const recipients = resolveRecipients(deps, entry, comment);
  if (recipients.ids.length + recipients.roles.length === 0) return;
  const mail = comment.type === 'note' ? noteMail : comment.status === 'hold' ? moderationMail : approvedMail;
  const content = mail(deps, entry, comment);
  await queueMailToUsers(tx, { ...recipients, excludedIds: [comment.author, actor.id] }, content, now(deps.site.clock));
}

/** Returns the recipients according to the site's settings and permissions, before the commenter and the actor are excluded. */
function resolveRecipients(
  { contract, roles, site }: CommentDeps,
  entry: EntryToNotify,
  { type, status }: NotifiedComment,
): Omit<Recipients, 'excludedIds'> {
  const { author, author_roles } = entry;
  const { values } = site.settings;
  const entryAuthor = makeActor({ id: author, login: '', roles: author_roles }, roles.capabilitiesOf(author_roles), {
    kind: 'none',
  });
  const authorIf = (isAllowed: boolean) => (isAllowed && author !== 0 ? [author] : []);
  if (status !== 'approved' && status !== 'hold') return { ids: [], roles: [] };
  if (type === 'note')
    return { ids: authorIf(values.notes_notify && mayEditEntry(contract, entryAuthor, entry)), roles: [] };
  if (status === 'approved')
    return {
      ids: authorIf(values.comments_notify && mayReadEntry(contract, entryAuthor, entry, undefined)),
      roles: [],
    };
  if (!values.moderation_notify) return { ids: [], roles: [] };
  return { ids: authorIf(mayEditEntry(contract, entryAuthor, entry)), roles: roles.having('moderate_comments') };
}
