// Queues emails with links for choosing a new password.
import { findReset, upsertReset } from '../../access/password-resets-store.ts';
import type { WriteHandle } from '../../database/handle.ts';
import { queueMail } from '../../mail/queue.ts';
import type { Settings } from '../../settings/settings.ts';
import type { Site } from '../../site.ts';
import type { Clock } from '../../time/zone.ts';
import { createAccountLink, secondsUntilNextEmail } from './account-links.ts';
import { siteName } from './notify-of-change.ts';

export interface PasswordResetDeps {
  readonly site: Site;
  readonly settings: Settings;
  /** The site's secret key for keyed hashes. */
  readonly key: string;
  readonly clock: Clock;
}

interface Account {
  readonly id: number;
  readonly login: string;
  readonly email: string;
}

/** The result: the time when the link expires, in GMT, or the seconds to wait because another email was sent shortly before. */
export type QueuedReset = { readonly expires: string } | { readonly secondsToWait: number };

/**
 * Queues an email with a link for choosing a new password, and invalidates the previous link. Queues nothing if another one was queued less
 * than two minutes ago.
 *
 * Throws InvalidMail for an invalid address.
 */
export async function queuePasswordReset(
  tx: WriteHandle,
  deps: PasswordResetDeps,
  { id, login, email }: Account,
): Promise<QueuedReset> {
  await tx.lock(`password reset ${id}`);
  const previous = await findReset(tx, id);
  const secondsToWait = previous === undefined ? 0 : secondsUntilNextEmail(deps.clock, previous.created);
  if (secondsToWait > 0) return { secondsToWait };
  const { url, ...columns } = createAccountLink(deps, 'reset');
  await upsertReset(tx, { user_id: id, email, ...columns });
  const title = siteName(deps);
  const text = resetMailText(title, login, url);
  const mail = { kind: 'password-reset', to: email, subject: `A new password for ${title}`, text };
  await queueMail(tx, mail, columns.created);
  return { expires: columns.expires };
}

const resetMailText = (
  title: string,
  login: string,
  link: string,
): string => `A password reset was requested for ${login} at ${title}.

To choose a new password, open this link within one hour:

${link}

If you did not request this, ignore this email. Your password has not changed.
`;
