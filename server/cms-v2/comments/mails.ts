// Composes the emails about comments.
import { type MailContent, oneLine } from '../../mail/mail.ts';
import { htmlToPlainText } from '../../rendering/html-to-plain-text.ts';
import { entryUrl } from '../entries/urls.ts';
import type { CommentDeps } from './deps.ts';
import type { EntryToNotify } from './entries-store.ts';
import type { CommentColumns } from './rows.ts';

/** The columns of a comment that emails contain. */
export type NotifiedComment = Pick<
  CommentColumns,
  'type' | 'status' | 'author' | 'author_name' | 'author_email' | 'author_url' | 'author_ip' | 'content'
> & { readonly id: number };

type MailWriter = (deps: CommentDeps, entry: EntryToNotify, comment: NotifiedComment) => MailContent;

/** Maximum length of the text of a comment in an email, in characters. */
const maxTextLength = 2000;

/** Composes the email about an approved comment for the author of the entry. Of the data of the commenter, it contains only the name. */
export const approvedMail: MailWriter = (deps, entry, comment) => {
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
export const moderationMail: MailWriter = (deps, entry, comment) => {
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
export const noteMail: MailWriter = (deps, entry, comment) => {
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
