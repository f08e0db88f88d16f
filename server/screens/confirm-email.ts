// Implements the screen for confirming a new email address with the link that was sent to it.
import { deleteEmailChange, findEmailChangeByToken } from '../access/email-changes-store.ts';
import { anonymousFrom, recordAuditEvent } from '../audit/record-event.ts';
import { hashLinkSecret } from '../cms-v2/users/account-links.ts';
import { notifyOfEmailChange } from '../cms-v2/users/notify-of-change.ts';
import { findUserByEmail, updateUserEmail } from '../cms-v2/users/store.ts';
import type { SiteStorage } from '../settings/settings.ts';
import { now } from '../time/zone.ts';
import { expiredLinkPage } from './choose-password.ts';
import { html } from './html.ts';
import { screenPaths } from './paths.ts';
import { type AccountMail, basePathOf, type Reply, type Screen } from './types.ts';

/**
 * Creates the screen. Opening the link changes nothing, because mail programs open links, too; the button on the page does. Unknown, used
 * and expired links, and addresses that another user has in the meantime, have status 400.
 */
export function confirmEmail(storage: SiteStorage, { notificationLimiter }: AccountMail): Screen {
  const { database, key, clock, site, settings } = storage;
  const base = basePathOf(site);
  const hashOf = (query: URLSearchParams) => hashLinkSecret(key, 'email-change', query.get('key') ?? '');
  return {
    async GET({ query, formField }) {
      const change = await findEmailChangeByToken(database.read, hashOf(query), now(clock));
      if (!change) return expiredPage(base);
      const action = `${base}${screenPaths.confirmEmail}?${new URLSearchParams({ key: query.get('key') ?? '' })}`;
      const body = html`<section class="card">
<h1>Confirm your email address</h1>
<p>The email address of <strong>${change.login}</strong> will be <strong>${change.new_email}</strong>.</p>
<form method="post" action="${action}">${formField}<button class="whole">Confirm</button></form>
</section>`;
      return { kind: 'page', page: { title: 'Confirm your email address', body } };
    },
    async POST({ query, ip }) {
      const result = await database.transaction(async (tx) => {
        await tx.lock('users');
        const change = await findEmailChangeByToken(tx, hashOf(query), now(clock));
        if (!change) return 'expired';
        const owner = await findUserByEmail(tx, change.new_email);
        if (owner && owner.id !== change.id) return 'taken';
        await updateUserEmail(tx, change.id, change.new_email);
        await deleteEmailChange(tx, change.id);
        const auditEvent = { action: 'user-email-changed', kind: 'user', id: change.id, name: change.login } as const;
        await recordAuditEvent(tx, clock, anonymousFrom(ip), { ...auditEvent, details: { by: 'confirmation' } });
        await notifyOfEmailChange(tx, { site, settings, clock, notificationLimiter }, change);
        return change;
      });
      if (result === 'expired') return expiredPage(base);
      if (result === 'taken') return takenPage(base);
      const body = html`<section class="card">
<h1>Email address confirmed</h1>
<p>The email address of <strong>${result.login}</strong> is now <strong>${result.new_email}</strong>.</p>
<p class="below"><a href="${base}${screenPaths.profile}">Go to your account</a></p>
</section>`;
      return { kind: 'page', page: { title: 'Email address confirmed', body } };
    },
  };
}

const expiredPage = (base: string): Reply =>
  expiredLinkPage(html`<p>It has already been used, has been replaced by a newer one, or is more than a day old.</p>
<p><a href="${base}${screenPaths.profile}">Go to your account</a></p>`);

function takenPage(base: string): Reply {
  const body = html`<section class="card">
<h1>This email address is taken</h1>
<p>Another user of this site has this email address, so yours was not changed.</p>
<p><a href="${base}${screenPaths.profile}">Go to your account</a></p>
</section>`;
  return { kind: 'page', status: 400, page: { title: 'This email address is taken', body } };
}
