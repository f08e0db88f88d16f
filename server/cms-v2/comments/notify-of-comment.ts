// Notifies authors of entries about comments and notes, and moderators about comments that await moderation. Emails are queued in the
// transaction that stores the comment. No notifications are sent about imported comments.
import { type Actor, makeActor } from '../../access/actor.ts';
import type { WriteHandle } from '../../database/handle.ts';
import { type MailContent, oneLine } from '../../mail/mail.ts';
import { queueMailToUsers, type Recipients } from '../../mail/queue.ts';
import { htmlToPlainText } from '../../rendering/html-to-plain-text.ts';
import { now } from '../../time/zone.ts';
import { entryUrl } from '../entries/urls.ts';
import { mayEditEntry, mayReadEntry } from './conditions.ts';
import type { EntryToNotify } from './entries-store.ts';
import type { CommentDeps } from './operations.ts';
import type { CommentColumns } from './rows.ts';

/** The columns of a comment that emails contain. */
type NotifiedComment = Pick<
  CommentColumns,
  'type' | 'status' | 'author' | 'author_name' | 'author_email' | 'author_url' | 'author_ip' | 'content'
> & { readonly id: number };

type MailWriter = (deps: CommentDeps, entry: EntryToNotify, comment: NotifiedComment) => MailContent;

/** Maximum length of the text of a comment in an email, in characters. */
const maxTextLength = 2000;

/** Composes the email about an approved comment for the author of the entry. Of the data of the commenter, it contains only the name. */
const approvedMail: MailWriter = (deps, entry, comment) => {
  const title = titleOf(entry);
  return {
    kind: 'comment',
    subject: `[${siteName(deps)}] Comment on “${title}”`,
    text: lines(
      `${authorNameOf(comment)} commented on “${title}”:`,
      excerptOf(comment),
      `${urlOf(deps, entry)}#comment-${comment.id}`,
    ),
  };
};

/**
 * Composes the email about a comment that awaits moderation, for moderators and the author of the entry. It contains the name, email
 * address, URL and IP address of the commenter.
 */
const moderationMail: MailWriter = (deps, entry, comment) => {
  const title = titleOf(entry);
  const { id, author_email, author_url, author_ip } = comment;
  const details = [
    `Comment ${id} by ${authorNameOf(comment)}`,
    ...(author_email === '' ? [] : [`Email: ${oneLine(author_email)}`]),
    ...(author_url === '' ? [] : [`Web: ${oneLine(author_url)}`]),
    ...(author_ip === '' ? [] : [`IP address: ${oneLine(author_ip)}`]),
  ];
  return {
    kind: 'comment-moderation',
    subject: `[${siteName(deps)}] A comment on “${title}” awaits moderation`,
    text: lines(
      `A comment on “${title}” awaits moderation.`,
      details.join('\n'),
      excerptOf(comment),
      `Page: ${urlOf(deps, entry)}`,
    ),
  };
};

/** Composes the email about a note for the author of the entry. */
const noteMail: MailWriter = (deps, entry, comment) => {
  const title = titleOf(entry);
  return {
    kind: 'note',
    subject: `[${siteName(deps)}] Note on “${title}”`,
    text: lines(
      `${authorNameOf(comment)} left a note on “${title}”:`,
      excerptOf(comment),
      `Page: ${urlOf(deps, entry)}`,
    ),
  };
};

const lines = (...paragraphs: string[]): string => `${paragraphs.filter((each) => each !== '').join('\n\n')}\n`;

const siteName = ({ site: { settings } }: CommentDeps): string => oneLine(htmlToPlainText(settings.values.title));

const titleOf = ({ title }: EntryToNotify): string => oneLine(htmlToPlainText(title)).slice(0, 100) || '(no title)';

const authorNameOf = ({ author_name }: NotifiedComment): string => oneLine(htmlToPlainText(author_name)) || 'Anonymous';

function excerptOf({ content }: NotifiedComment): string {
  const text = htmlToPlainText(content).trim();
  return text.length > maxTextLength ? `${text.slice(0, maxTextLength)} …` : text;
}

function urlOf({ contract, site }: CommentDeps, entry: EntryToNotify): string {
  const type = contract.types.get(entry.type);
  return type ? entryUrl(entry, type, site, entry.hiddenPaths) : `${site.urls.front}/`;
}

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
