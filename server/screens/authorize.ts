// The authorization screen: somebody who is signed in lets an application act for them (users-and-comments.md §2.4).
import { applicationName, issueApplicationPassword } from '../cms-v2/application-passwords/issue.ts';
import { field } from './fields.ts';
import { html, type Markup } from './html.ts';
import { told } from './layout.ts';
import { baseOf, type ScreenParts } from './parts.ts';
import { places } from './places.ts';
import { faultOfReturn, withParameters } from './return-address.ts';
import { rolesInWords } from './roles-in-words.ts';
import type { Page, Reply, Screen, Visit, Visitor } from './screen.ts';

/** What an application asks for. */
interface Wish {
  readonly name: string;
  readonly id: string;
  /** Where the application is told of the password, and where of a refusal. */
  readonly success: string;
  readonly reject: string;
}

const wishOf = (query: URLSearchParams): Wish => ({
  name: query.get('app_name') ?? '',
  id: query.get('app_id') ?? '',
  success: query.get('success_url') ?? '',
  reject: query.get('reject_url') ?? '',
});

/** The longest name of an application that is taken from the form. Characters. */
const longestName = 250;

/**
 * Asks whether an application may act for who is signed in; makes an application password for it, or none. What the address
 * says is checked when the page is shown and again when the form comes back.
 */
export function authorize(parts: ScreenParts): Screen {
  const { site } = parts;
  const base = baseOf(site);
  const checked = (visit: Visit, go: (wish: Wish, visitor: Visitor) => Reply | Promise<Reply>) => {
    const wish = wishOf(visit.query);
    const fault = faultOf(wish, site.home);
    if (fault !== undefined) return refusal(fault);
    return visit.visitor ? go(wish, visit.visitor) : refusal('Nobody is signed in.');
  };
  return {
    GET: (visit) =>
      checked(visit, (wish, visitor) => ({ kind: 'page', page: question(visit, visitor, wish, base, wish.name) })),
    POST: (visit) =>
      checked(visit, async (wish, visitor) => {
        if (visit.fields.has('reject')) return { kind: 'redirect', to: rejectAddress(wish, base) };
        const name = visit.fields.get('app_name') ?? '';
        if (applicationName(name) === '' || name.length > longestName) {
          const fault = told(`Give the application a name, of at most ${longestName} characters.`);
          return { kind: 'page', status: 400, page: question(visit, visitor, wish, base, name, fault) };
        }
        const { database, key, clock } = parts;
        const { password } = await issueApplicationPassword(database, key, visitor.actor.id, name, clock, wish.id, {
          doer: { actor: visitor.actor, from: visit.from },
        });
        if (wish.success === '') return { kind: 'page', page: granted(name, visitor, password, base) };
        return {
          kind: 'redirect',
          to: withParameters(wish.success, {
            site_url: site.home,
            user_login: visitor.actor.login,
            password: password.replaceAll(' ', ''),
          }),
        };
      }),
  };
}

/** What keeps a wish from being asked at all. */
function faultOf({ id, success, reject }: Wish, home: string): string | undefined {
  if (id !== '' && !/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(id))
    return 'The identifier of the application (app_id) must be a UUID in lower-case letters.';
  for (const [name, address] of [
    ['success_url', success],
    ['reject_url', reject],
  ] as const) {
    const fault = address === '' ? undefined : faultOfReturn(address, home);
    if (fault !== undefined) return `The address to go back to (${name}) cannot be used. ${fault}`;
  }
  return undefined;
}

function rejectAddress({ success, reject }: Wish, base: string): string {
  if (reject !== '') return withParameters(reject, {});
  return success === '' ? base + places.profile : withParameters(success, { success: 'false' });
}

function refusal(fault: string): Reply {
  const body = html`<section class="card">
<h1>This application cannot be authorized</h1>
<p>${fault}</p>
<p class="quiet">The application has sent you here with an address that we do not accept. Tell those who make it.</p>
</section>`;
  return { kind: 'page', status: 400, page: { title: 'Authorize an application', body } };
}

function question(visit: Visit, visitor: Visitor, wish: Wish, base: string, name: string, above?: Markup): Page {
  const { actor } = visitor;
  const target = wish.success === '' ? undefined : new URL(wish.success);
  const asked = wish.name === '' ? html`An application` : html`<strong>${wish.name.slice(0, longestName)}</strong>`;
  const body = html`<section class="card">
<h1>Authorize an application</h1>
${above}
<p>${asked} asks to act for you on this site. It will be able to do everything that your account may do, until you revoke it on your profile page.</p>
<dl>
<dt>You are</dt><dd><strong>${actor.login}</strong> (${rolesInWords(actor.roles)})</dd>
${target && html`<dt>Sends you to</dt><dd><strong>${target.host}</strong>${target.protocol !== 'https:' && html` <span class="quiet">(${target.protocol.slice(0, -1)})</span>`}</dd>`}
</dl>
<form method="post" action="${base}${places.authorize}?${visit.query.toString()}">
${visit.formField}
${field({
  name: 'app_name',
  label: 'Name of the application',
  value: name.slice(0, longestName),
  autocomplete: 'off',
  hint: 'Your profile page lists it by this name.',
  invalid: above !== undefined,
})}
<div class="row choose">
<button name="approve" value="yes">Allow</button>
<button name="reject" value="yes" class="plain" formnovalidate>Refuse</button>
</div>
</form>
<p class="below quiet">Not you? <a href="${base}${places.signOut}">Sign out</a></p>
</section>`;
  const schemes = [wish.success, wish.reject].filter((each) => each !== '').map((each) => new URL(each).protocol);
  // What an application does next may be another redirect, which browsers hold against the form too.
  return { title: 'Authorize an application', body, leadsTo: [...new Set(['https:', ...schemes])] };
}

function granted(name: string, { actor }: Visitor, password: string, base: string): Page {
  const body = html`<section class="card">
<h1>${name} may act for you</h1>
<p>Give it these. The password is shown this once.</p>
${field({ name: 'user-login', label: 'Username', value: actor.login, autocomplete: 'off', optional: true, readonly: true })}
${field({ name: 'secret', label: 'Application password', value: password, autocomplete: 'off', optional: true, readonly: true })}
<p class="below"><a href="${base}${places.profile}">Go to your profile</a></p>
</section>`;
  return { title: 'Application authorized', body };
}
