// Letters to a user whose password or address was changed, whoever has changed it (users-and-comments.md §3.5): the one who
// knows least of it is the one it was taken from.
import type { Tries } from '../../access/tries.ts';
import type { WriteHandle } from '../../database/handle.ts';
import { type MailContent, MailRefused } from '../../mail/mail.ts';
import { queueMail } from '../../mail/queue.ts';
import { readableText } from '../../rendering/readable-text.ts';
import type { Settings } from '../../settings/settings.ts';
import type { Site } from '../../site.ts';
import { type Clock, now } from '../../time/zone.ts';

/**
 * So many letters of a kind tell of one user in an hour: an address is not proved to be one's own, and nobody is to have
 * letters sent to somebody else's without end. The first of them is the one that matters.
 */
export const mostTold = { free: 5, counting: 3600_000 } as const;

export interface TellingParts {
  readonly site: Site;
  readonly settings: Settings;
  readonly clock: Clock;
  /** Counts the letters, `mostTold` at most. */
  readonly told: Tries;
}

/** Who is told, and where. */
interface Told {
  readonly login: string;
  readonly email: string;
}

/** Queues a letter that says that the password is another one. */
export const tellOfNewPassword = (tx: WriteHandle, parts: TellingParts, { login, email }: Told): Promise<void> =>
  queue(
    tx,
    parts,
    { login, email },
    {
      kind: 'password-changed',
      subject: `Your password at ${siteName(parts)} was changed`,
      text: `The password of ${login} at ${parts.site.home} was changed, and every browser was signed out.

If it was not you, choose a new one at once: ${parts.site.home}/account/forgotten-password
`,
    },
  );

/** Queues a letter to the address that a user has had until now. */
export const tellOfNewAddress = (tx: WriteHandle, parts: TellingParts, { login, email }: Told): Promise<void> =>
  queue(
    tx,
    parts,
    { login, email },
    {
      kind: 'email-changed',
      subject: `Your e-mail address at ${siteName(parts)} was changed`,
      text: `The e-mail address of ${login} at ${parts.site.home} is no longer this one.

If it was not you, tell those who run the site.
`,
    },
  );

const siteName = ({ settings, site }: TellingParts): string => readableText(settings.values.title) || site.home;

/** A user may have an address that no mail can go to, or none; the change is made all the same. */
async function queue(
  tx: WriteHandle,
  { clock, told }: TellingParts,
  { login, email }: Told,
  content: MailContent,
): Promise<void> {
  const what = `${content.kind} ${login}`;
  if (told.wait(what) > 0) return;
  told.note(what);
  try {
    await queueMail(tx, { ...content, to: email }, now(clock));
  } catch (error) {
    if (!(error instanceof MailRefused)) throw error;
  }
}
