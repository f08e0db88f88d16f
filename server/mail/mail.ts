// What a mail is, and what may stand in one.
import { isMailAddress, oneLine } from './mailbox.ts';

/** A mail to one person. */
export interface Mail {
  /** What it is about, for people who look at the queue: `comment-moderation`. */
  readonly kind: string;
  readonly to: string;
  /** Made one line, and cut where it is too long. */
  readonly subject: string;
  /** Plain text. */
  readonly text: string;
  /** The same as HTML, for programs that show it. */
  readonly html?: string;
  /** Where answers go; absent: to the sender. */
  readonly replyTo?: string;
  /** Headers beside those that every mail has. */
  readonly headers?: Readonly<Record<string, string>>;
}

/** What a mail says, whoever gets it. */
export type MailContent = Omit<Mail, 'to'>;

/** A mail that nobody may send: an address that is none, or a header that would write others. */
export class MailRefused extends Error {
  override readonly name = 'MailRefused';
}

/** The longest subject. Characters. */
const longestSubject = 200;

/** The longest text, and the longest HTML. Characters. */
const longestText = 100_000;

/** Headers that every mail has of its own. */
const ownHeaders: ReadonlySet<string> = new Set(
  `from sender to cc bcc reply-to subject date message-id mime-version auto-submitted return-path received
  content-type content-transfer-encoding content-disposition dkim-signature`.split(/\s+/),
);

// Visible characters of ASCII and blanks: nothing that ends a line, in any encoding.
const headerValue = /^[\x20-\x7e]{1,500}$/;

/**
 * The content of a mail as it may be sent: its subject on one line, nothing too long.
 *
 * Throws MailRefused for a header or an address that cannot stand in one.
 */
export function checkedContent<C extends MailContent>(content: C): C {
  const { subject, text, html, replyTo, headers = {} } = content;
  if (replyTo !== undefined) requireAddress(replyTo);
  for (const [name, value] of Object.entries(headers)) {
    const isOwn = ownHeaders.has(name.toLowerCase());
    if (isOwn || !/^[A-Za-z][A-Za-z0-9-]{0,60}$/.test(name) || !headerValue.test(value))
      throw new MailRefused(`The header ${JSON.stringify(name)} cannot stand in a mail.`);
  }
  return {
    ...content,
    subject: oneLine(subject).slice(0, longestSubject).toWellFormed(),
    text: text.slice(0, longestText).toWellFormed(),
    ...(html !== undefined && { html: html.slice(0, longestText).toWellFormed() }),
  };
}

/** A mail as it may be sent. Throws MailRefused. */
export function checkedMail(mail: Mail): Mail {
  requireAddress(mail.to);
  return checkedContent(mail);
}

function requireAddress(address: string): void {
  if (!isMailAddress(address)) throw new MailRefused(`${JSON.stringify(address)} is no address that mail can go to.`);
}
