// Choosing a new password with the link of a letter: it works once, and signs every browser out.
import { findUserOfReset } from '../access/password-resets-store.ts';
import { hashPassword } from '../access/secrets.ts';
import { nobodyFrom, noteDeed } from '../audit/note.ts';
import { writePasswordHash } from '../cms-v2/users/store.ts';
import { tellOfNewPassword } from '../cms-v2/users/tell-of-change.ts';
import { now } from '../time/zone.ts';
import { hashOfReset } from './forgotten-password.ts';
import { html, type Markup } from './html.ts';
import { told } from './layout.ts';
import { baseOf, type ScreenParts } from './parts.ts';
import { faultOfPassword, newPasswordFields } from './passwords.ts';
import { places } from './places.ts';
import type { Reply, Screen } from './screen.ts';

/** Asks for a new password, and writes it. */
export function resetPassword(parts: ScreenParts): Screen {
  const { database, key, clock, site } = parts;
  const base = baseOf(site);
  const hashOf = (query: URLSearchParams) => hashOfReset(key, query.get('key') ?? '');
  const find = (hash: string) => findUserOfReset(database.read, hash, now(clock));
  return {
    async GET({ query, formField }) {
      const user = await find(hashOf(query));
      return user ? form(base, query, user.login, formField) : endedLetter(base);
    },
    async POST({ query, fields, formField, from }) {
      const user = await find(hashOf(query));
      if (!user) return endedLetter(base);
      const wanted = fields.get('new-password') ?? '';
      const fault = faultOfPassword(wanted, fields.get('again') ?? '');
      if (fault !== undefined) return form(base, query, user.login, formField, fault);
      const hash = await hashPassword(wanted, `user ${user.id}`);
      const written = await database.transaction(async (tx) => {
        await tx.lock(`password reset ${user.id}`);
        const still = await findUserOfReset(tx, hashOf(query), now(clock));
        if (!still) return false;
        await writePasswordHash(tx, still.id, hash);
        const deed = { action: 'user-password-changed', kind: 'user', id: still.id, name: still.login } as const;
        await noteDeed(tx, clock, nobodyFrom(from), { ...deed, details: { by: 'letter' } });
        await tellOfNewPassword(tx, parts, still);
        return true;
      });
      return written ? { kind: 'redirect', to: `${base}${places.signIn}?told=password-changed` } : endedLetter(base);
    },
  };
}

function form(base: string, query: URLSearchParams, login: string, formField: Markup, fault?: string): Reply {
  const body = html`<section class="card">
<h1>Choose a new password</h1>
${told(fault)}
<p>for <strong>${login}</strong></p>
<form method="post" action="${base}${places.reset}?${new URLSearchParams({ key: query.get('key') ?? '' }).toString()}">
${formField}
<input type="text" name="login" value="${login}" autocomplete="username" hidden>
${newPasswordFields(fault !== undefined)}
<button class="whole">Set the password</button>
</form>
</section>`;
  const status = fault === undefined ? 200 : 400;
  return { kind: 'page', status, page: { title: 'Choose a new password', body } };
}

function endedLetter(base: string): Reply {
  const body = html`<section class="card">
<h1>This link holds no longer</h1>
<p>It was used already, another one was sent after it, or it is older than an hour.</p>
<p><a href="${base}${places.forgotten}">Ask for another one</a></p>
</section>`;
  return { kind: 'page', status: 400, page: { title: 'This link holds no longer', body } };
}
