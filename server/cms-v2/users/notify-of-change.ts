// Notifies users by e-mail that their password or e-mail address was changed, whoever changed it (users-and-comments.md §3.5): a
// victim of an account takeover learns of it this way.
import type { RateLimiter } from '../../access/rate-limiter.ts';
import type { WriteHandle } from '../../database/handle.ts';
import { InvalidMail, type MailContent } from '../../mail/mail.ts';
import { queueMail } from '../../mail/queue.ts';
import { htmlToPlainText } from '../../rendering/html-to-plain-text.ts';
import type { Settings } from '../../settings/settings.ts';
import type { Site } from '../../site.ts';
import { type Clock, now } from '../../time/zone.ts';

/**
 * Maximum number of e-mails of a kind to one user, per hour. E-mail addresses are not verified, so this prevents mail bombing of
 * other people's addresses. The first e-mail is the important one.
 */
export const notificationLimit = { max: 5, windowMs: 3600_000 } as const;

export interface NotificationDeps {
  readonly site: Site;
  readonly settings: Settings;
  readonly clock: Clock;
  /** Limits the rate of the e-mails to `notificationLimit`. */
  readonly notificationLimiter: RateLimiter;
}

/** The recipient. */
interface Recipient {
  readonly login: string;
  readonly email: string;
}

/** Queues an e-mail that reports a changed password. */
export const notifyOfPasswordChange = (
  tx: WriteHandle,
  deps: NotificationDeps,
  { login, email }: Recipient,
): Promise<void> =>
  queue(
    tx,
    deps,
    { login, email },
    {
      kind: 'password-changed',
      subject: `Your password at ${siteName(deps)} was changed`,
      text: `The password of ${login} at ${deps.site.home} was changed, and all browser sessions were signed out.

If this was not you, reset your password immediately: ${deps.site.home}/account/forgotten-password
`,
    },
  );

/** Queues an e-mail to the previous address of a user that reports a changed e-mail address. */
export const notifyOfEmailChange = (
  tx: WriteHandle,
  deps: NotificationDeps,
  { login, email }: Recipient,
): Promise<void> =>
  queue(
    tx,
    deps,
    { login, email },
    {
      kind: 'email-changed',
      subject: `Your e-mail address at ${siteName(deps)} was changed`,
      text: `The e-mail address of ${login} at ${deps.site.home} was changed and is no longer this one.

If this was not you, contact the administrator of the site.
`,
    },
  );

const siteName = ({ settings, site }: NotificationDeps): string => htmlToPlainText(settings.values.title) || site.home;

/** Queues an e-mail within the rate limit. An invalid or empty address is ignored, so that it does not fail the update. */
async function queue(
  tx: WriteHandle,
  { clock, notificationLimiter }: NotificationDeps,
  { login, email }: Recipient,
  content: MailContent,
): Promise<void> {
  const limitKey = `${content.kind} ${login}`;
  if (notificationLimiter.secondsToWait(limitKey) > 0) return;
  notificationLimiter.record(limitKey);
  try {
    await queueMail(tx, { ...content, to: email }, now(clock));
  } catch (error) {
    if (!(error instanceof InvalidMail)) throw error;
  }
}
