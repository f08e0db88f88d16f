// How one's own page looks.
import type { SessionRow } from '../access/sessions-store.ts';
import type { ApplicationPasswordRow } from '../cms-v2/application-passwords/store.ts';
import { browserName } from './browsers.ts';
import { field } from './fields.ts';
import { html, type Markup, plainOf } from './html.ts';
import { moment } from './moments.ts';
import { newPasswordFields } from './passwords.ts';
import { places } from './places.ts';
import { rolesInWords } from './roles-in-words.ts';
import type { Page } from './screen.ts';

/** What a profile says beside what it always shows. */
export interface Said {
  readonly above?: Markup | undefined;
  readonly status?: number;
  /** What is wrong with the form of the password. */
  readonly badPassword?: Markup;
}

interface Parts {
  readonly base: string;
  readonly zone: string;
  readonly person: {
    readonly login: string;
    readonly name: string;
    readonly email: string;
    readonly roles: readonly string[];
  };
  readonly applicationPasswords: readonly ApplicationPasswordRow[];
  readonly sessions: readonly SessionRow[];
  /** The session in which the page is looked at. */
  readonly session: string;
  readonly formField: Markup;
  readonly said: Said;
}

/** The profile of somebody, for themselves. */
export function profilePage(parts: Parts): Page {
  const body = html`<h1>Your profile</h1>
${parts.said.above}
${account(parts)}
${password(parts)}
${applicationPasswords(parts)}
${sessions(parts)}`;
  return { title: 'Your profile', body, wide: true };
}

const account = ({
  base,
  person,
  formField,
}: Parts): Markup => html`<section class="card" aria-labelledby="about-account">
<h2 id="about-account">Account</h2>
<dl>
<dt>Username</dt><dd>${person.login}</dd>
<dt>Name</dt><dd>${plainOf(person.name)}</dd>
<dt>E-mail</dt><dd>${person.email}</dd>
<dt>Role</dt><dd>${rolesInWords(person.roles)}</dd>
</dl>
<form method="post" action="${base}${places.signOut}">${formField}<button class="plain">Sign out</button></form>
</section>`;

const password = ({
  base,
  person,
  formField,
  said: { badPassword },
}: Parts): Markup => html`<section class="card" aria-labelledby="about-password">
<h2 id="about-password">Password</h2>
${badPassword}
<form method="post" action="${base}${places.password}">
${formField}
<input type="text" name="login" value="${person.login}" autocomplete="username" hidden>
${field({
  name: 'password',
  label: 'Present password',
  type: 'password',
  autocomplete: 'current-password',
  invalid: badPassword !== undefined,
})}
${newPasswordFields(badPassword !== undefined)}
<button>Change the password</button>
</form>
</section>`;

const applicationPasswords = (parts: Parts): Markup => {
  const { base, formField, applicationPasswords: list } = parts;
  return html`<section class="card" aria-labelledby="about-applications">
<h2 id="about-applications">Application passwords</h2>
<p class="quiet">An application signs in as you with a password of its own, so that you can take it back. It may do everything that you may, unless it was made to do less.</p>
${list.length > 0 && html`<ul class="list">${list.map((row) => applicationPassword(row, parts))}</ul>`}
<form method="post" action="${base}${places.applicationPasswords}" class="row">
${formField}
${field({ name: 'name', label: 'Name of a new application', autocomplete: 'off' })}
<button name="make" value="yes">Make a password</button>
</form>
</section>`;
};

function applicationPassword(row: ApplicationPasswordRow, { base, zone, formField }: Parts): Markup {
  const name = plainOf(row.name);
  const used = row.last_used
    ? html`last used ${moment(row.last_used, zone)}${row.last_ip !== null && ` from ${row.last_ip}`}`
    : 'never used';
  return html`<li>
<div><strong>${name}</strong><span class="quiet">made ${moment(row.created, zone)}, ${used}${limitsInWords(row, zone)}</span></div>
<form method="post" action="${base}${places.applicationPasswords}">${formField}<button class="plain small" name="revoke" value="${row.uuid}" aria-label="Revoke ${name}">Revoke</button></form>
</li>`;
}

/** What an application password may not, where there is anything (docs/configuration.md). */
function limitsInWords({ read_only, namespaces, expires }: ApplicationPasswordRow, zone: string): Markup {
  const named = JSON.parse(namespaces) as string[];
  return html`${read_only === 1 && '; may only read'}${named.length > 0 && `; in ${named.join(', ')} only`}${
    expires !== null && html`; until ${moment(expires, zone)}`
  }`;
}

const sessions = (parts: Parts): Markup => {
  const { base, formField, sessions: list } = parts;
  return html`<section class="card" aria-labelledby="about-sessions">
<h2 id="about-sessions">Where you are signed in</h2>
<ul class="list">${list.map((row) => session(row, parts))}</ul>
${
  list.length > 1 &&
  html`<form method="post" action="${base}${places.sessions}">${formField}<button class="plain" name="others" value="yes">Sign out everywhere else</button></form>`
}
</section>`;
};

function session(row: SessionRow, { base, zone, formField, session: own }: Parts): Markup {
  const name = browserName(row.agent);
  const isOwn = row.id === own;
  return html`<li>
<div><strong>${name}${isOwn && html`<span class="mark">this browser</span>`}</strong><span class="quiet">${row.address}, signed in ${moment(row.created, zone)}, last seen ${moment(row.last_seen, zone)}</span></div>
${!isOwn && html`<form method="post" action="${base}${places.sessions}">${formField}<button class="plain small" name="end" value="${row.id}" aria-label="Sign out ${name}, signed in ${row.created}">Sign out</button></form>`}
</li>`;
}
