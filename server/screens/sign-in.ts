// Implements the screens that start and end sessions, and the endpoint that renews their nonces.

import { findByPassword } from '../access/account-password.ts';
import type { LoginThrottle } from '../access/login-throttle.ts';
import { keyedHash } from '../access/secrets.ts';
import { lifetimes } from '../access/sessions.ts';
import { deleteSession } from '../access/sessions-store.ts';
import { recordAuditEvent } from '../audit/record-event.ts';
import { readCookie, setCookie, setReadableCookie, signedOutCookieOf } from '../http/cookies.ts';
import type { SiteStorage } from '../settings/settings.ts';
import { fieldMarkup } from './fields.ts';
import { html, type Markup } from './html.ts';
import { noticeMarkup } from './layout.ts';
import type { PlainMessage } from './locale.ts';
import { screenPaths } from './paths.ts';
import { sameSitePath } from './redirect-urls.ts';
import { auditTargetOf, type BrowserSessions, basePathOf, type Page, type Screen, type Visit } from './types.ts';

/** Confirmation messages of other screens, keyed by the value of the query parameter `notice`. */
const confirmations: ReadonlyMap<string, PlainMessage> = new Map([
  ['signed-out', 'You have signed out.'],
  ['password-changed', 'Your password was changed, and all browsers were signed out. Sign in with the new password.'],
  ['invitation-accepted', 'Your account is ready. Sign in with the password that you have chosen.'],
]);

/** Creates the screen. It signs users in with their username or email address and password, and redirects them to the requested page. */
export function signIn(
  { site, database }: SiteStorage,
  { sessions, cookie }: BrowserSessions,
  loginThrottle: LoginThrottle,
): Screen {
  const base = basePathOf(site);
  const nextPathOf = ({ query, fields }: Visit) => sameSitePath(fields.get('next') ?? query.get('next'), site.home);
  const profilePath = base + screenPaths.profile;
  return {
    GET(visit) {
      const next = nextPathOf(visit);
      if (visit.visitor) return { kind: 'redirect', to: next ?? profilePath };
      const notice = confirmations.get(visit.query.get('notice') ?? '');
      return { kind: 'page', page: form(visit, base, next, noticeMarkup(notice && visit.locale.t(notice), 'good')) };
    },
    async POST(visit) {
      const { fields, headers, ip } = visit;
      const next = nextPathOf(visit);
      const login = fields.get('login') ?? '';
      const account = await loginThrottle.guard({ from: ip, account: login, secret: 'password' }, (rank) =>
        findByPassword(database.read, login, fields.get('password') ?? '', rank),
      );
      const isRemembered = fields.has('remember');
      const token =
        account &&
        (await sessions.open({
          user: account.id,
          login: account.login,
          hash: account.hash,
          remembered: isRemembered,
          from: ip,
          agent: headers['user-agent'] ?? '',
          previousToken: visit.token,
        }));
      if (token === undefined) {
        const error = visit.locale.t('The username or password is incorrect. Please try again.');
        return { kind: 'page', status: 401, page: form(visit, base, next, noticeMarkup(error)) };
      }
      const seconds = isRemembered ? lifetimes.remembered / 1000 : undefined;
      return { kind: 'redirect', to: next ?? profilePath, cookies: [setCookie(cookie, token, seconds)] };
    },
  };
}

function form(visit: Visit, base: string, next: string | undefined, notice: Markup | undefined): Page {
  const { fields, formField } = visit;
  const { t } = visit.locale;
  const query = next === undefined ? '' : `?${new URLSearchParams({ next })}`;
  const isRetry = fields.has('login');
  const body = html`<section class="card">
<h1>${t('Sign in')}</h1>
${notice}
<form method="post" action="${base}${screenPaths.signIn}${query}">
${formField}
${fieldMarkup({
  name: 'login',
  label: t('Username or email address'),
  value: fields.get('login')?.slice(0, 200) ?? '',
  autocomplete: 'username',
  autofocus: !isRetry,
  invalid: isRetry,
})}
${fieldMarkup({ name: 'password', label: t('Password'), type: 'password', autocomplete: 'current-password', autofocus: isRetry, invalid: isRetry })}
<div class="choice"><input id="remember" name="remember" type="checkbox" value="yes"${fields.has('remember') && html` checked`}><label for="remember">${t('Keep me signed in for two weeks')}</label></div>
<button class="whole">${t('Sign in')}</button>
</form>
<p class="below"><a href="${base}${screenPaths.forgotten}">${t('Forgot your password?')}</a></p>
</section>`;
  return { title: t('Sign in'), body };
}

// Implements the sign-out screen, which ends the session on the server and deletes the cookie in the browser.

/** Time for which browsers remember who has signed out, in seconds. The admin deletes its unsaved changes after the same time. */
const signedOutSeconds = 30 * 24 * 60 * 60;

/** Maximum number of users whom the cookie names. */
const maxSignedOut = 5;

/** Creates the screen. It asks for confirmation before it signs the user out. */
export function signOut({ site, database, clock }: SiteStorage, { cookie }: BrowserSessions): Screen {
  const base = basePathOf(site);
  const signedOutPath = `${base}${screenPaths.signIn}?notice=signed-out`;
  const signedOutCookie = signedOutCookieOf(site.home);
  const nameSignedOut = ({ visitor, headers }: Visit): string[] => {
    if (!visitor) return [];
    const before = readCookie(headers.cookie, signedOutCookie.name)?.match(/\d+/g) ?? [];
    const ids = [...new Set([...before, String(visitor.actor.id)])].slice(-maxSignedOut);
    return [setReadableCookie(signedOutCookie, ids.join('x'), signedOutSeconds)];
  };
  return {
    GET({ visitor, formField, locale: { t } }) {
      if (!visitor) return { kind: 'redirect', to: base + screenPaths.signIn };
      const body = html`<section class="card">
<h1>${t('Sign out')}</h1>
<p>${t('You are signed in as {login}.', { login: html`<strong>${visitor.actor.login}</strong>` })}</p>
<form method="post" action="${base}${screenPaths.signOut}">${formField}<button class="whole">${t('Sign out')}</button></form>
<p class="below"><a href="${base}${screenPaths.profile}">${t('Stay signed in')}</a></p>
</section>`;
      return { kind: 'page', page: { title: t('Sign out'), body } };
    },
    async POST(visit) {
      const { visitor, ip } = visit;
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
      return { kind: 'redirect', to: signedOutPath, cookies: [setCookie(cookie, 'x', 0), ...nameSignedOut(visit)] };
    },
  };
}

// Implements the endpoint that returns a new nonce to pages whose nonce has expired (users-and-comments.md §2.3).

/** The header that identifies the site, so that the admin notices when a restore has replaced the site with another one. */
const siteHeader = 'Octavo-Site';

/** Length of the identifier of a site, in characters. */
const siteIdLength = 16;

/**
 * Creates the endpoint. It returns the nonce of the session as plain text, or `0` with status 400 if the visitor is anonymous. A header
 * identifies the site. `key` is the secret key of the site, which the identifier does not reveal.
 */
export function nonceScreen({ nonces }: BrowserSessions, key: string): Screen {
  const headers = [[siteHeader, keyedHash(key, 'the site of an admin').slice(0, siteIdLength)]] as const;
  return {
    GET: ({ visitor }: Visit) =>
      visitor
        ? { kind: 'text', text: nonces.of({ id: visitor.session, user_id: visitor.actor.id }), headers }
        : { kind: 'text', text: '0', status: 400, headers },
  };
}
