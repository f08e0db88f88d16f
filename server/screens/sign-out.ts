// Implements the sign-out screen, which ends the session on the server and deletes the cookie in the browser.
import { deleteSession } from '../access/sessions-store.ts';
import { recordAuditEvent } from '../audit/record-event.ts';
import { setCookie } from '../http/cookies.ts';
import { basePathOf, type ScreenDeps } from './deps.ts';
import { html } from './html.ts';
import { screenPaths } from './paths.ts';
import { auditTargetOf, type Screen } from './types.ts';

/** Creates the screen. It asks for confirmation before it signs the user out. */
export function signOut({ site, database, clock, cookie }: ScreenDeps): Screen {
  const base = basePathOf(site);
  const signedOutPath = `${base}${screenPaths.signIn}?notice=signed-out`;
  return {
    GET({ visitor, formField }) {
      if (!visitor) return { kind: 'redirect', to: base + screenPaths.signIn };
      const body = html`<section class="card">
<h1>Sign out</h1>
<p>You are signed in as <strong>${visitor.actor.login}</strong>.</p>
<form method="post" action="${base}${screenPaths.signOut}">${formField}<button class="whole">Sign out</button></form>
<p class="below"><a href="${base}${screenPaths.profile}">Stay signed in</a></p>
</section>`;
      return { kind: 'page', page: { title: 'Sign out', body } };
    },
    async POST({ visitor, ip }) {
      if (visitor)
        await database.transaction(async (tx) => {
          await deleteSession(tx, visitor.actor.id, visitor.session);
          await recordAuditEvent(
            tx,
            clock,
            { actor: visitor.actor, from: ip },
            { action: 'signed-out', ...auditTargetOf(visitor) },
          );
        });
      return { kind: 'redirect', to: signedOutPath, cookies: [setCookie(cookie, 'x', 0)] };
    },
  };
}
