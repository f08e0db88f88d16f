// The sign-in form, and what it does.
import { findByPassword } from '../access/account-password.ts';
import { lifetimes } from '../access/sessions.ts';
import { setCookie } from '../http/cookies.ts';
import { field } from './fields.ts';
import { html, type Markup } from './html.ts';
import { told } from './layout.ts';
import { ownAddress } from './next.ts';
import { baseOf, type ScreenParts } from './parts.ts';
import { places } from './places.ts';
import type { Page, Screen, Visit } from './screen.ts';

/** What people are told who were sent here by another page of ours. */
const notices: ReadonlyMap<string, string> = new Map([
  ['signed-out', 'You have signed out.'],
  ['password-changed', 'Your password was changed, and every browser was signed out. Sign in with the new one.'],
]);

/** Signs people in with the name and the password of their account, and sends them where they wanted to go. */
export function signIn(parts: ScreenParts): Screen {
  const { site } = parts;
  const base = baseOf(site);
  const nextOf = ({ query, fields }: Visit) => ownAddress(fields.get('next') ?? query.get('next'), site.home);
  const start = base + places.profile;
  return {
    GET(visit) {
      const next = nextOf(visit);
      if (visit.visitor) return { kind: 'redirect', to: next ?? start };
      const notice = notices.get(visit.query.get('told') ?? '');
      return { kind: 'page', page: form(visit, base, next, told(notice, 'good')) };
    },
    async POST(visit) {
      const { fields, headers, from } = visit;
      const next = nextOf(visit);
      const login = fields.get('login') ?? '';
      const account = await parts.guessing.guard({ from, account: login, secret: 'password' }, (rank) =>
        findByPassword(parts.database.read, login, fields.get('password') ?? '', rank),
      );
      const remembered = fields.has('remember');
      const token =
        account &&
        (await parts.sessions.open({
          user: account.id,
          login: account.login,
          hash: account.hash,
          remembered,
          from,
          agent: headers['user-agent'] ?? '',
          before: visit.token,
        }));
      if (token === undefined) {
        const page = form(visit, base, next, told('The name or the password is not right. Please try again.'));
        return { kind: 'page', status: 401, page };
      }
      const seconds = remembered ? lifetimes.remembered / 1000 : undefined;
      return { kind: 'redirect', to: next ?? start, cookies: [setCookie(parts.cookie, token, seconds)] };
    },
  };
}

function form({ fields, formField }: Visit, base: string, next: string | undefined, above: Markup | undefined): Page {
  const query = next === undefined ? '' : `?${new URLSearchParams({ next })}`;
  const isAgain = fields.has('login');
  const body = html`<section class="card">
<h1>Sign in</h1>
${above}
<form method="post" action="${base}${places.signIn}${query}">
${formField}
${field({
  name: 'login',
  label: 'Username or e-mail address',
  value: fields.get('login')?.slice(0, 200) ?? '',
  autocomplete: 'username',
  autofocus: !isAgain,
  invalid: isAgain,
})}
${field({ name: 'password', label: 'Password', type: 'password', autocomplete: 'current-password', autofocus: isAgain, invalid: isAgain })}
<div class="choice"><input id="remember" name="remember" type="checkbox" value="yes"${fields.has('remember') && html` checked`}><label for="remember">Keep me signed in for two weeks</label></div>
<button class="whole">Sign in</button>
</form>
<p class="below"><a href="${base}${places.forgotten}">Forgotten your password?</a></p>
</section>`;
  return { title: 'Sign in', body };
}
