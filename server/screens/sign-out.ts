// Signing out: the session ends here, not only in the browser.
import { removeSession } from '../access/sessions-store.ts';
import { noteDeed } from '../audit/note.ts';
import { setCookie } from '../http/cookies.ts';
import { html } from './html.ts';
import { baseOf, type ScreenParts } from './parts.ts';
import { places } from './places.ts';
import { type Screen, userOf } from './screen.ts';

/** Asks, and signs out. */
export function signOut({ site, database, clock, cookie }: ScreenParts): Screen {
  const base = baseOf(site);
  const after = `${base}${places.signIn}?told=signed-out`;
  return {
    GET({ visitor, formField }) {
      if (!visitor) return { kind: 'redirect', to: base + places.signIn };
      const body = html`<section class="card">
<h1>Sign out</h1>
<p>You are signed in as <strong>${visitor.actor.login}</strong>.</p>
<form method="post" action="${base}${places.signOut}">${formField}<button class="whole">Sign out</button></form>
<p class="below"><a href="${base}${places.profile}">Stay signed in</a></p>
</section>`;
      return { kind: 'page', page: { title: 'Sign out', body } };
    },
    async POST({ visitor, from }) {
      if (visitor)
        await database.transaction(async (tx) => {
          await removeSession(tx, visitor.actor.id, visitor.session);
          await noteDeed(tx, clock, { actor: visitor.actor, from }, { action: 'signed-out', ...userOf(visitor) });
        });
      return { kind: 'redirect', to: after, cookies: [setCookie(cookie, 'x', 0)] };
    },
  };
}
