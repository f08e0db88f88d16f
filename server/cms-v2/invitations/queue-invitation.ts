// Queues the emails of invitations.
import type { WriteHandle } from '../../database/handle.ts';
import { oneLine } from '../../mail/mail.ts';
import { queueMail } from '../../mail/queue.ts';
import { htmlToPlainText } from '../../rendering/html-to-plain-text.ts';
import { now } from '../../time/zone.ts';
import { siteName } from '../users/notify-of-change.ts';
import type { PasswordResetDeps } from '../users/password-reset.ts';
import { findUserName } from '../users/store.ts';

interface Invitation {
  readonly user: { readonly login: string; readonly email: string };
  /** ID of the user who sends the invitation. */
  readonly inviter: number;
  /** The link for choosing a password. */
  readonly url: string;
}

/** Queues the email of an invitation. Its only text that users have entered are names. Throws InvalidMail for an invalid address. */
export async function queueInvitation(
  tx: WriteHandle,
  deps: PasswordResetDeps,
  { user, inviter, url }: Invitation,
): Promise<void> {
  const title = siteName(deps);
  const inviterName = oneLine(htmlToPlainText((await findUserName(tx, inviter))?.name ?? '')) || 'An administrator';
  const text = `${inviterName} has invited you to ${title}, ${deps.site.home}.

Your username is ${user.login}. To accept the invitation and to choose a password, open this link within one week:

${url}

If you did not expect this invitation, ignore this email.
`;
  const mail = { kind: 'invitation', to: user.email, subject: `Invitation to ${title}`, text };
  await queueMail(tx, mail, now(deps.clock));
}
