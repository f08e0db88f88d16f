// Letters to a user whose password or address was changed, whoever has changed it (users-and-comments.md §3.5): the one who
// knows least of it is the one it was taken from.
import type { WriteHandle } from '../../database/handle.ts';
import { type MailContent, MailRefused } from '../../mail/mail.ts';
import { queueMail } from '../../mail/queue.ts';
import { readableText } from '../../rendering/readable-text.ts';
import type { Settings } from '../../settings/settings.ts';
import type { Site } from '../../site.ts';
import { type Clock, now } from '../../time/zone.ts';

export interface TellingParts {
  readonly site: Site;
  readonly settings: Settings;
  readonly clock: Clock;
}

/** Who is told, and where. */
interface Told {
  readonly login: string;
  readonly email: string;
}

/** Queues a letter that says that the password is another one. */
export const tellOfNewPassword = (tx: WriteHandle, parts: TellingParts, { login, email }: Told): Promise<void> =>
  queue(tx, parts, email, {
    kind: 'password-changed',
    subject: `Your password at ${siteName(parts)} was changed`,
    text: `The password of ${login} at ${parts.site.home} was changed, and every browser was signed out.

If it was not you, choose a new one at once: ${parts.site.home}/account/forgotten-password
`,
  });

/** Queues a letter to the address that a user has had until now. */
export const tellOfNewAddress = (tx: WriteHandle, parts: TellingParts, { login, email }: Told): Promise<void> =>
  queue(tx, parts, email, {
    kind: 'email-changed',
    subject: `Your e-mail address at ${siteName(parts)} was changed`,
    text: `The e-mail address of ${login} at ${parts.site.home} is no longer this one.

If it was not you, tell those who run the site.
`,
  });

const siteName = ({ settings, site }: TellingParts): string => readableText(settings.values.title) || site.home;

/** A user may have an address that no mail can go to, or none; the change is made all the same. */
async function queue(tx: WriteHandle, { clock }: TellingParts, to: string, content: MailContent): Promise<void> {
  try {
    await queueMail(tx, { ...content, to }, now(clock));
  } catch (error) {
    if (!(error instanceof MailRefused)) throw error;
  }
}
