// From a mail to what goes over the wire (RFC 5322). The library is loaded with the first.
import type { Message } from './connection.ts';
import { checkedMail, type Mail } from './mail.ts';
import type { Mailbox } from './mailbox.ts';

/** What a mail is known by, whoever tries to send it, however often. */
export interface Identity {
  /** Without brackets. */
  readonly messageId: string;
  readonly date: Date;
}

/** A mail with all its headers. Throws MailRefused for what cannot stand in one. */
export async function composeMessage(mail: Mail, from: Mailbox, { messageId, date }: Identity): Promise<Message> {
  const { to, subject, text, html, replyTo, headers } = checkedMail(mail);
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
