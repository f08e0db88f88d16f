// Mails about comments: to the author of what is commented on, and to moderators where one waits. They are queued in the
// transaction that stores the comment; what is imported tells nobody.
import { type Actor, makeActor } from '../../access/actor.ts';
import type { WriteHandle } from '../../database/handle.ts';
import { type Addressees, queueMailToUsers } from '../../mail/queue.ts';
import { now } from '../../time/zone.ts';
import type { EntryToTellOf } from './entries-store.ts';
import { heldMail, noteMail, shownMail, type ToldComment } from './mails.ts';
import type { CommentParts } from './parts.ts';
import { mayEditEntry, mayReadEntry } from './rules.ts';

/**
 * Queues the mails about a comment that has come, or has been approved. Nobody is told of what they wrote or did themselves, and
 * nobody of what they may not see. One statement, or none.
 */
export async function tellOfComment(
  parts: CommentParts,
  tx: WriteHandle,
  actor: Actor,
  entry: EntryToTellOf,
  comment: ToldComment,
): Promise<void> {
  const told = addressees(parts, entry, comment);
  if (told.ids.length + told.roles.length === 0) return;
  const mail = comment.type === 'note' ? noteMail : comment.status === 'hold' ? heldMail : shownMail;
  const content = mail(parts, entry, comment);
  await queueMailToUsers(tx, { ...told, but: [comment.author, actor.id] }, content, now(parts.clock));
}

/** Who is told, as the site's settings say; whoever has written it is not left out yet. */
function addressees(
  { contract, roles, settings: { values } }: CommentParts,
  entry: EntryToTellOf,
  { type, status }: ToldComment,
): Omit<Addressees, 'but'> {
  const { author, author_roles } = entry;
  const owner = makeActor({ id: author, login: '', roles: author_roles }, roles.capabilitiesOf(author_roles), {
    kind: 'none',
  });
  const ownerIf = (may: boolean) => (may && author !== 0 ? [author] : []);
  if (status !== 'approved' && status !== 'hold') return { ids: [], roles: [] };
  if (type === 'note') return { ids: ownerIf(values.notes_notify && mayEditEntry(contract, owner, entry)), roles: [] };
  if (status === 'approved')
    return { ids: ownerIf(values.comments_notify && mayReadEntry(contract, owner, entry, undefined)), roles: [] };
  if (!values.moderation_notify) return { ids: [], roles: [] };
  return { ids: ownerIf(mayEditEntry(contract, owner, entry)), roles: roles.having('moderate_comments') };
}
