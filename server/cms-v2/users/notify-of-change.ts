// Notifies users by email when their password or email address is changed, regardless of who changed it (users-and-comments.md
// §3.5). This alerts the victims of account takeovers.
import type { TransactionLimiter } from '../../access/transaction-limiter.ts';
import type { WriteHandle } from '../../database/handle.ts';
import { InvalidMail, type MailContent } from '../../mail/mail.ts';
import { queueMail } from '../../mail/queue.ts';
import { htmlToPlainText } from '../../rendering/html-to-plain-text.ts';
import type { Settings } from '../../settings/settings.ts';
import type { Site } from '../../site.ts';
import { type Clock, now } from '../../time/zone.ts';

/**
 * Maximum number of emails of one kind about a user, per hour. Email addresses are not verified, so the limit prevents users from
 * flooding the addresses of others with emails. The first email of a series is the important one.
 */
export const notificationLimit = { max: 5, windowMs: 3600_000 } as const;

export interface NotificationDeps {
  readonly site: Site;
  readonly settings: Settings;
  readonly clock: Clock;
  /** The limiter with the limits in `notificationLimit`. */
  readonly notificationLimiter: TransactionLimiter;
}

interface Recipient {
  readonly login: string;
  readonly email: string;
}

/** Queues an email about a changed password. */
export const notifyOfPasswordChange = (tx: WriteHandle, deps: NotificationDeps, recipient: Recipient): Promise<void> =>
  queueNotification(tx, deps, recipient, {
    kind: 'password-changed',
    subject: `Your password at ${siteName(deps)} was changed`,
    text: `The password of ${recipient.login} at ${deps.site.home} was changed. All other browser sessions were signed out.

If this was not you, reset your password immediately: ${deps.site.home}/account/forgotten-password
`,
  });

/** Queues an email about a changed email address. It is sent to the previous address. */
export const notifyOfEmailChange = (tx: WriteHandle, deps: NotificationDeps, recipient: Recipient): Promise<void> =>
  queueNotification(tx, deps, recipient, {
    kind: 'email-changed',
    subject: `Your email address at ${siteName(deps)} was changed`,
    text: `The email address of ${recipient.login} at ${deps.site.home} was changed and is no longer this one.

If this was not you, contact the administrator of the site.
`,
  });

/** Returns the title of the site as plain text, or its URL if it has no title. */
export const siteName = ({ settings, site }: Pick<NotificationDeps, 'settings' | 'site'>): string =>
  htmlToPlainText(settings.values.title) || site.home;

/**
 * Queues an email unless the rate limit is exceeded. If the address is invalid or empty, no email is queued and no error is
 * thrown, because the update must not fail.
 */
async function queueNotification(
  tx: WriteHandle,
  { clock, notificationLimiter }: NotificationDeps,
  { login, email }: Recipient,
  content: MailContent,
): Promise<void> {
  if (!(await notificationLimiter.take(tx, `${content.kind} ${login}`))) return;
  try {
    await queueMail(tx, { ...content, to: email }, now(clock));
  } catch (error) {
    if (!(error instanceof InvalidMail)) throw error;
  }
}
