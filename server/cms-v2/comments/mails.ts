// What mails about comments say.
import type { MailContent } from '../../mail/mail.ts';
import { oneLine } from '../../mail/mailbox.ts';
import { readableText } from '../../rendering/readable-text.ts';
import { addressOf } from '../entries/addresses.ts';
import type { EntryToTellOf } from './entries-store.ts';
import type { CommentParts } from './parts.ts';
import type { CommentColumns } from './rows.ts';

/** A comment as mails tell of it. */
export type ToldComment = Pick<
  CommentColumns,
  'type' | 'status' | 'author' | 'author_name' | 'author_email' | 'author_url' | 'author_ip' | 'content'
> & { readonly id: number };

type Writer = (parts: CommentParts, entry: EntryToTellOf, comment: ToldComment) => MailContent;

/** So much of a comment is told; the rest is where the comment is. Characters. */
const mostTold = 2000;

/** To the author of an entry: a comment is to be seen there. Who wrote it is told by name alone, as readers see it. */
export const shownMail: Writer = (parts, entry, comment) => {
  const title = titleOf(entry);
  return {
    kind: 'comment',
    subject: `[${siteName(parts)}] Comment on “${title}”`,
    text: lines(
      `${nameOf(comment)} has commented on “${title}”:`,
      contentOf(comment),
      `${addressOfEntry(parts, entry)}#comment-${comment.id}`,
    ),
  };
};

/** To those who decide on a comment: with what they may see of its author. */
export const heldMail: Writer = (parts, entry, comment) => {
  const title = titleOf(entry);
  const { id, author_email, author_url, author_ip } = comment;
  const facts = [
    `Comment ${id} by ${nameOf(comment)}`,
    ...(author_email === '' ? [] : [`E-mail: ${oneLine(author_email)}`]),
    ...(author_url === '' ? [] : [`Web: ${oneLine(author_url)}`]),
    ...(author_ip === '' ? [] : [`Sent from: ${oneLine(author_ip)}`]),
  ];
  return {
    kind: 'comment-moderation',
    subject: `[${siteName(parts)}] A comment on “${title}” waits for approval`,
    text: lines(
      `A comment on “${title}” is not shown until somebody approves it.`,
      facts.join('\n'),
      contentOf(comment),
      `It is on: ${addressOfEntry(parts, entry)}`,
    ),
  };
};

/** To the author of an entry: somebody has made a note on it. */
export const noteMail: Writer = (parts, entry, comment) => {
  const title = titleOf(entry);
  return {
    kind: 'note',
    subject: `[${siteName(parts)}] Note on “${title}”`,
    text: lines(
      `${nameOf(comment)} has made a note on “${title}”:`,
      contentOf(comment),
      `It is on: ${addressOfEntry(parts, entry)}`,
    ),
  };
};

const lines = (...paragraphs: string[]): string => `${paragraphs.filter((each) => each !== '').join('\n\n')}\n`;

const siteName = ({ settings }: CommentParts): string => oneLine(readableText(settings.values.title));

const titleOf = ({ title }: EntryToTellOf): string => oneLine(readableText(title)).slice(0, 100) || '(no title)';

const nameOf = ({ author_name }: ToldComment): string => oneLine(readableText(author_name)) || 'Somebody';

function contentOf({ content }: ToldComment): string {
  const text = readableText(content).trim();
  return text.length > mostTold ? `${text.slice(0, mostTold)} …` : text;
}

function addressOfEntry({ contract, site, settings }: CommentParts, entry: EntryToTellOf): string {
  const type = contract.types.get(entry.type);
  return type ? addressOf(entry, type, site, settings.values, entry.hiddenPaths) : `${site.front}/`;
}
