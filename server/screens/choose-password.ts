// Implements the screens for choosing a password with a link that was sent by email: after a request for a new password, and to accept an
// invitation. A link works once. Choosing a password ends all sessions of the user.
import { findUserOfInvitation } from '../access/invitations-store.ts';
import { findUserOfReset } from '../access/password-resets-store.ts';
import { lockLogins } from '../access/require-valid-credential.ts';
import { hashPassword } from '../access/secrets.ts';
import { anonymousFrom, recordAuditEvent } from '../audit/record-event.ts';
import { hashLinkSecret } from '../cms-v2/users/account-links.ts';
import { notifyOfPasswordChange } from '../cms-v2/users/notify-of-change.ts';
import { updatePasswordHash } from '../cms-v2/users/store.ts';
import type { ReadHandle } from '../database/handle.ts';
import type { SiteStorage } from '../settings/settings.ts';
import { now } from '../time/zone.ts';
import { newPasswordFields, validateNewPasswordPair } from './fields.ts';
import { html, type Markup } from './html.ts';
import { noticeMarkup } from './layout.ts';
import type { Locale, PlainMessage } from './locale.ts';
import { screenPaths } from './paths.ts';
import { type AccountMail, basePathOf, type Reply, type Screen } from './types.ts';

/** The differences between the screens of the two kinds of links. */
interface LinkScreen {
  readonly kind: 'reset' | 'invitation';
  readonly path: string;
  readonly heading: PlainMessage;
  readonly button: PlainMessage;
  /** Returns the user of a secret's hash; undefined for links that cannot be used. */
  readonly find: (
    read: ReadHandle,
    hash: string,
    now: string,
  ) => Promise<{ readonly id: number; readonly login: string; readonly email: string } | undefined>;
  /** The value of the query parameter `notice` of the sign-in page afterwards. */
  readonly notice: string;
  /** The origin of the password in the audit log. */
  readonly auditedAs: string;
  /** Explains why a link cannot be used, and what to do. */
  readonly expiredText: (base: string, locale: Locale) => Markup;
}

/** Creates the screen for choosing a new password. It responds with status 400 to unknown, used and expired links. */
export const resetPassword = (storage: SiteStorage, mail: AccountMail): Screen =>
  choosePassword(storage, mail, {
    kind: 'reset',
    path: screenPaths.reset,
    heading: 'Choose a new password',
    button: 'Set the password',
    find: findUserOfReset,
    notice: 'password-changed',
    auditedAs: 'letter',
    expiredText: (
      base,
      { t },
    ) => html`<p>${t('It has already been used, has been replaced by a newer one, or is more than an hour old.')}</p>
<p><a href="${base}${screenPaths.forgotten}">${t('Request a new link')}</a></p>`,
  });

/** Creates the screen for accepting an invitation. It responds with status 400 to unknown, used, withdrawn and expired links. */
export const acceptInvitation = (storage: SiteStorage, mail: AccountMail): Screen =>
  choosePassword(storage, mail, {
    kind: 'invitation',
    path: screenPaths.invitation,
    heading: 'Choose a password',
    button: 'Accept the invitation',
    find: findUserOfInvitation,
    notice: 'invitation-accepted',
    auditedAs: 'invitation',
    expiredText: (
      base,
      { t },
    ) => html`<p>${t('The invitation has already been accepted, was withdrawn or sent again, or is more than a week old. Ask the person who invited you to send it again.')}</p>
<p><a href="${base}${screenPaths.signIn}">${t('Go to sign-in')}</a></p>`,
  });

function choosePassword(storage: SiteStorage, { notificationLimiter }: AccountMail, screen: LinkScreen): Screen {
  const { database, key, clock, site, settings } = storage;
  const base = basePathOf(site);
  const hashOf = (query: URLSearchParams) => hashLinkSecret(key, screen.kind, query.get('key') ?? '');
  const find = (query: URLSearchParams) => screen.find(database.read, hashOf(query), now(clock));
  const expiredPage = (locale: Locale) => expiredLinkPage(screen.expiredText(base, locale), locale);
  return {
    async GET({ query, formField, locale }) {
      const user = await find(query);
      return user ? passwordForm(screen, { base, query, login: user.login, formField, locale }) : expiredPage(locale);
    },
    async POST({ query, fields, formField, ip, locale }) {
      const user = await find(query);
      if (!user) return expiredPage(locale);
      const newPassword = fields.get('new-password') ?? '';
      const error = validateNewPasswordPair(newPassword, fields.get('again') ?? '');
      if (error !== undefined)
        return passwordForm(screen, { base, query, login: user.login, formField, locale, error });
      const hash = await hashPassword(newPassword, `user ${user.id}`);
      const written = await database.transaction(async (tx) => {
        // Withdrawing an invitation and deleting the user take this lock, too.
        await lockLogins(tx, user.id);
        const currentUser = await screen.find(tx, hashOf(query), now(clock));
        if (!currentUser) return false;
        await updatePasswordHash(tx, currentUser.id, hash);
        const { id, login: name } = currentUser;
        const auditEvent = { action: 'user-password-changed', kind: 'user', id, name } as const;
        await recordAuditEvent(tx, clock, anonymousFrom(ip), { ...auditEvent, details: { by: screen.auditedAs } });
        // Users who accept an invitation had no password before.
        if (screen.kind === 'reset')
          await notifyOfPasswordChange(tx, { site, settings, clock, notificationLimiter }, currentUser);
        return true;
      });
      return written
        ? { kind: 'redirect', to: `${base}${screenPaths.signIn}?notice=${screen.notice}` }
        : expiredPage(locale);
    },
  };
}

interface PasswordFormOptions {
  readonly base: string;
  readonly query: URLSearchParams;
  readonly login: string;
  readonly formField: Markup;
  readonly locale: Locale;
  readonly error?: PlainMessage;
}

function passwordForm(
  { heading, path, button }: LinkScreen,
  { base, query, login, formField, locale, error }: PasswordFormOptions,
): Reply {
  const { t } = locale;
  const body = html`<section class="card">
<h1>${t(heading)}</h1>
${noticeMarkup(error && t(error))}
<p>${t('for {login}', { login: html`<strong>${login}</strong>` })}</p>
<form method="post" action="${base}${path}?${new URLSearchParams({ key: query.get('key') ?? '' }).toString()}">
${formField}
<input type="text" name="login" value="${login}" autocomplete="username" hidden>
${newPasswordFields(locale, error !== undefined)}
<button class="whole">${t(button)}</button>
</form>
</section>`;
  const status = error === undefined ? 200 : 400;
  return { kind: 'page', status, page: { title: t(heading), body } };
}

/** Returns the page for a link that cannot be used, with status 400. */
export function expiredLinkPage(text: Markup, { t }: Locale): Reply {
  const body = html`<section class="card">
<h1>${t('This link has expired')}</h1>
${text}
</section>`;
  return { kind: 'page', status: 400, page: { title: t('This link has expired'), body } };
}
