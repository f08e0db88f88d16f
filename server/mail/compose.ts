// Composes the message of an email (RFC 5322). The library is loaded on first use.
import type { Message } from './connection.ts';
import { type Mail, normalizeMail } from './mail.ts';
import type { Mailbox } from './mailbox.ts';

/** The ID and date of a message. They are the same for all attempts to send it. */
export interface MessageIdentity {
  /** The Message-ID without angle brackets. */
  readonly messageId: string;
  readonly date: Date;
}

/** Returns the message with all headers. Throws InvalidMail for an invalid address or header. */
export async function composeMessage(
  mail: Mail,
  from: Mailbox,
  { messageId, date }: MessageIdentity,
): Promise<Message> {
  const { to, subject, text, html, replyTo, headers } = normalizeMail(mail);
  const { default: MailComposer } = await import('nodemailer/lib/mail-composer');
  const composer = new MailComposer({
    from: { name: from.name, address: from.address },
    to: { name: '', address: to },
    subject,
    text,
    ...(html !== undefined && { html }),
    ...(replyTo !== undefined && { replyTo: { name: '', address: replyTo } }),
    headers: { ...headers, 'Auto-Submitted': 'auto-generated' },
    messageId: `<${messageId}>`,
    date,
    disableFileAccess: true,
    disableUrlAccess: true,
  });
  return { from: from.address, to, bytes: await composer.compile().build() };
}
