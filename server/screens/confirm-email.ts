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
import type { Locale } from './locale.ts';
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
    async GET({ query, formField, locale }) {
      const change = await findEmailChangeByToken(database.read, hashOf(query), now(clock));
      if (!change) return expiredPage(base, locale);
      const { t } = locale;
      const action = `${base}${screenPaths.confirmEmail}?${new URLSearchParams({ key: query.get('key') ?? '' })}`;
      const body = html`<section class="card">
<h1>${t('Confirm your email address')}</h1>
<p>${t('The email address of {login} will be {email}.', {
        login: html`<strong>${change.login}</strong>`,
        email: html`<strong>${change.new_email}</strong>`,
      })}</p>
<form method="post" action="${action}">${formField}<button class="whole">${t('Confirm')}</button></form>
</section>`;
      return { kind: 'page', page: { title: t('Confirm your email address'), body } };
    },
    async POST({ query, ip, locale }) {
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
      if (result === 'expired') return expiredPage(base, locale);
      if (result === 'taken') return takenPage(base, locale);
      const { t } = locale;
      const body = html`<section class="card">
<h1>${t('Email address confirmed')}</h1>
<p>${t('The email address of {login} is now {email}.', {
        login: html`<strong>${result.login}</strong>`,
        email: html`<strong>${result.new_email}</strong>`,
      })}</p>
<p class="below"><a href="${base}${screenPaths.profile}">${t('Go to your account')}</a></p>
</section>`;
      return { kind: 'page', page: { title: t('Email address confirmed'), body } };
    },
  };
}

function expiredPage(base: string, locale: Locale): Reply {
  const { t } = locale;
  return expiredLinkPage(
    html`<p>${t('It has already been used, has been replaced by a newer one, or is more than a day old.')}</p>
<p><a href="${base}${screenPaths.profile}">${t('Go to your account')}</a></p>`,
    locale,
  );
}

function takenPage(base: string, { t }: Locale): Reply {
  const body = html`<section class="card">
<h1>${t('This email address is taken')}</h1>
<p>${t('Another user of this site has this email address, so yours was not changed.')}</p>
<p><a href="${base}${screenPaths.profile}">${t('Go to your account')}</a></p>
</section>`;
  return { kind: 'page', status: 400, page: { title: t('This email address is taken'), body } };
}
