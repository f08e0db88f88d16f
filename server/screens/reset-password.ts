// Implements the screen for choosing a new password with a reset link. A link works once. The change ends all sessions of the user.
import { findUserOfReset } from '../access/password-resets-store.ts';
import { hashPassword } from '../access/secrets.ts';
import { anonymousFrom, recordAuditEvent } from '../audit/record-event.ts';
import { notifyOfPasswordChange } from '../cms-v2/users/notify-of-change.ts';
import { updatePasswordHash } from '../cms-v2/users/store.ts';
import { now } from '../time/zone.ts';
import { basePathOf, type ScreenDeps } from './deps.ts';
import { hashResetSecret } from './forgotten-password.ts';
import { html, type Markup } from './html.ts';
import { noticeMarkup } from './layout.ts';
import { newPasswordFields, validateNewPasswordPair } from './new-password-fields.ts';
import { screenPaths } from './paths.ts';
import type { Reply, Screen } from './types.ts';

/** Creates the screen. It responds with status 400 to unknown, used and expired links. */
export function resetPassword(deps: ScreenDeps): Screen {
  const { database, key, clock, site } = deps;
  const base = basePathOf(site);
  const hashOf = (query: URLSearchParams) => hashResetSecret(key, query.get('key') ?? '');
  const find = (hash: string) => findUserOfReset(database.read, hash, now(clock));
  return {
    async GET({ query, formField }) {
      const user = await find(hashOf(query));
      return user ? form(base, query, user.login, formField) : expiredLinkPage(base);
    },
    async POST({ query, fields, formField, ip }) {
      const user = await find(hashOf(query));
      if (!user) return expiredLinkPage(base);
      const newPassword = fields.get('new-password') ?? '';
      const error = validateNewPasswordPair(newPassword, fields.get('again') ?? '');
      if (error !== undefined) return form(base, query, user.login, formField, error);
      const hash = await hashPassword(newPassword, `user ${user.id}`);
      const written = await database.transaction(async (tx) => {
        await tx.lock(`password reset ${user.id}`);
        const currentUser = await findUserOfReset(tx, hashOf(query), now(clock));
        if (!currentUser) return false;
        await updatePasswordHash(tx, currentUser.id, hash);
        const auditEvent = {
          action: 'user-password-changed',
          kind: 'user',
          id: currentUser.id,
          name: currentUser.login,
        } as const;
        await recordAuditEvent(tx, clock, anonymousFrom(ip), { ...auditEvent, details: { by: 'letter' } });
        await notifyOfPasswordChange(tx, deps, currentUser);
        return true;
      });
      return written
        ? { kind: 'redirect', to: `${base}${screenPaths.signIn}?notice=password-changed` }
        : expiredLinkPage(base);
    },
  };
}

function form(base: string, query: URLSearchParams, login: string, formField: Markup, error?: string): Reply {
  const body = html`<section class="card">
<h1>Choose a new password</h1>
${noticeMarkup(error)}
<p>for <strong>${login}</strong></p>
<form method="post" action="${base}${screenPaths.reset}?${new URLSearchParams({ key: query.get('key') ?? '' }).toString()}">
${formField}
<input type="text" name="login" value="${login}" autocomplete="username" hidden>
${newPasswordFields(error !== undefined)}
<button class="whole">Set the password</button>
</form>
</section>`;
  const status = error === undefined ? 200 : 400;
  return { kind: 'page', status, page: { title: 'Choose a new password', body } };
}

function expiredLinkPage(base: string): Reply {
  const body = html`<section class="card">
<h1>This link has expired</h1>
<p>It has already been used, has been replaced by a newer one, or is more than an hour old.</p>
<p><a href="${base}${screenPaths.forgotten}">Request a new link</a></p>
</section>`;
  return { kind: 'page', status: 400, page: { title: 'This link has expired', body } };
}
