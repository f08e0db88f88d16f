// Defines and validates outgoing emails and email addresses.

/** An email address with a display name. */
export interface Mailbox {
  readonly name: string;
  readonly address: string;
}

const localPart = /^[a-zA-Z0-9!#$%&'*+/=?^_`{|}~.-]{1,64}$/;
const label = /^[a-zA-Z0-9-]{1,63}$/;

/** Returns whether a string is a valid email address. A valid address contains no line break and no second address. */
export function isMailAddress(text: string): boolean {
  const at = text.indexOf('@');
  if (text.length > 254 || !localPart.test(text.slice(0, Math.max(0, at)))) return false;
  return text
    .slice(at + 1)
    .split('.')
    .every((each) => label.test(each) && !each.startsWith('-') && !each.endsWith('-'));
}

/** Parses an address such as `ann@example.com` or `Ann <ann@example.com>`. Returns undefined if it is invalid. */
export function parseMailbox(text: string): Mailbox | undefined {
  const [, displayName = '', bracketed] = /^([^<>]*)<([^<>]*)>$/.exec(text.trim()) ?? [];
  const address = bracketed ?? text.trim();
  if (!isMailAddress(address)) return undefined;
  return { name: oneLine(displayName).replace(/^"(.*)"$/, '$1'), address };
}

/** Replaces each sequence of whitespace and control characters with one space. */
export const oneLine = (text: string): string => text.replace(/[\s\p{Cc}\p{Cf}\u2028\u2029]+/gu, ' ').trim();

/** An email to one recipient. */
export interface Mail {
  /** The kind of email, such as `comment-moderation`, for administrators who read the queue. */
  readonly kind: string;
  readonly to: string;
  /** The subject. It is converted to one line and truncated to the maximum length. */
  readonly subject: string;
  /** The content as plain text. */
  readonly text: string;
  /** The same content as HTML. */
  readonly html?: string;
  /** The address for replies. Default: the address of the sender. */
  readonly replyTo?: string;
  /** Additional headers. */
  readonly headers?: Readonly<Record<string, string>>;
}

/** An email without its recipient. */
export type MailContent = Omit<Mail, 'to'>;

/** Thrown for an email with an invalid address or with an invalid or reserved header. */
export class InvalidMail extends Error {
  override readonly name = 'InvalidMail';
}

/** Maximum length of a subject, in characters. */
const maxSubjectLength = 200;

/** Maximum length of the plain text, and of the HTML, in characters. */
const maxTextLength = 100_000;

/** Headers that the service sets itself. */
const reservedHeaders: ReadonlySet<string> = new Set(
  `from sender to cc bcc reply-to subject date message-id mime-version auto-submitted return-path received
  content-type content-transfer-encoding content-disposition dkim-signature`.split(/\s+/),
);

// Matches printable ASCII characters, because they cannot form a line break in any encoding.
const headerValue = /^[\x20-\x7e]{1,500}$/;

/**
 * Returns the normalized content of an email: the subject is on one line, and long values are truncated.
 *
 * Throws InvalidMail for an invalid header or reply address.
 */
export function normalizeContent<C extends MailContent>(content: C): C {
  const { subject, text, html, replyTo, headers = {} } = content;
  if (replyTo !== undefined) requireAddress(replyTo);
  for (const [name, value] of Object.entries(headers)) {
    const isReserved = reservedHeaders.has(name.toLowerCase());
    if (isReserved || !/^[A-Za-z][A-Za-z0-9-]{0,60}$/.test(name) || !headerValue.test(value))
      throw new InvalidMail(`Invalid email header: ${JSON.stringify(name)}.`);
  }
  return {
    ...content,
    subject: oneLine(subject).slice(0, maxSubjectLength).toWellFormed(),
    text: text.slice(0, maxTextLength).toWellFormed(),
    ...(html !== undefined && { html: html.slice(0, maxTextLength).toWellFormed() }),
  };
}

/** Returns the normalized email. Throws InvalidMail for an invalid address or header. */
export function normalizeMail(mail: Mail): Mail {
  requireAddress(mail.to);
  return normalizeContent(mail);
}

function requireAddress(address: string): void {
  if (!isMailAddress(address)) throw new InvalidMail(`Invalid email address: ${JSON.stringify(address)}.`);
}
