// Implements the profile page, which shows the user's account, password form, application passwords and sessions.
import { browserName } from '../access/browser-name.ts';
import { listSessions, type SessionRow } from '../access/sessions-store.ts';
import { type ApplicationPasswordRow, listApplicationPasswordRows } from '../cms-v2/application-passwords/store.ts';
import { readStoredList } from '../database/stored-json.ts';
import type { SiteStorage } from '../settings/settings.ts';
import { now } from '../time/zone.ts';
import { findAccountDetails } from './account-store.ts';
import { fieldMarkup, newPasswordFields } from './fields.ts';
import { decodeEntities, formatRoles, html, type Markup, timeElement } from './html.ts';
import { noticeMarkup } from './layout.ts';
import { screenPaths } from './paths.ts';
import { basePathOf, type Page, type Reply, type Screen, type Visitor } from './types.ts';

/** Notices and status of a profile page. */
interface ProfileNotices {
  readonly notice?: Markup | undefined;
  readonly status?: number;
  /** Error notice of the password form. */
  readonly passwordError?: Markup;
}

interface ProfilePageOptions {
  readonly base: string;
  readonly zone: string;
  readonly user: {
    readonly login: string;
    readonly name: string;
    readonly email: string;
    readonly roles: readonly string[];
  };
  readonly applicationPasswords: readonly ApplicationPasswordRow[];
  readonly sessions: readonly SessionRow[];
  /** ID of the current session. */
  readonly currentSessionId: string;
  readonly formField: Markup;
  readonly profileNotices: ProfileNotices;
}

/** Returns the profile page of the signed-in user. */
function profilePage(options: ProfilePageOptions): Page {
  const body = html`<h1>Your profile</h1>
${options.profileNotices.notice}
${account(options)}
${password(options)}
${applicationPasswords(options)}
${sessions(options)}`;
  return { title: 'Your profile', body, isWide: true };
}

const account = ({
  base,
  user,
  formField,
}: ProfilePageOptions): Markup => html`<section class="card" aria-labelledby="about-account">
<h2 id="about-account">Account</h2>
<dl>
<dt>Username</dt><dd>${user.login}</dd>
<dt>Name</dt><dd>${decodeEntities(user.name)}</dd>
<dt>Email</dt><dd>${user.email}</dd>
<dt>Role</dt><dd>${formatRoles(user.roles)}</dd>
</dl>
<form method="post" action="${base}${screenPaths.signOut}">${formField}<button class="plain">Sign out</button></form>
</section>`;

const password = ({
  base,
  user,
  formField,
  profileNotices: { passwordError },
}: ProfilePageOptions): Markup => html`<section class="card" aria-labelledby="about-password">
<h2 id="about-password">Password</h2>
${passwordError}
<form method="post" action="${base}${screenPaths.password}">
${formField}
<input type="text" name="login" value="${user.login}" autocomplete="username" hidden>
${fieldMarkup({
  name: 'password',
  label: 'Current password',
  type: 'password',
  autocomplete: 'current-password',
  invalid: passwordError !== undefined,
})}
${newPasswordFields(passwordError !== undefined)}
<button>Change the password</button>
</form>
</section>`;

const applicationPasswords = (options: ProfilePageOptions): Markup => {
  const { base, formField, applicationPasswords: list } = options;
  return html`<section class="card" aria-labelledby="about-applications">
<h2 id="about-applications">Application passwords</h2>
<p class="quiet">Each application signs in as you with its own password, so that you can revoke it separately. It can do everything that you can do, unless its password is restricted.</p>
${list.length > 0 && html`<ul class="list">${list.map((row) => applicationPassword(row, options))}</ul>`}
<form method="post" action="${base}${screenPaths.applicationPasswords}" class="row">
${formField}
${fieldMarkup({ name: 'name', label: 'Name of a new application', autocomplete: 'off' })}
<button name="make" value="yes">Create password</button>
</form>
</section>`;
};

function applicationPassword(row: ApplicationPasswordRow, { base, zone, formField }: ProfilePageOptions): Markup {
  const name = decodeEntities(row.name);
  const lastUse = row.last_used
    ? html`last used ${timeElement(row.last_used, zone)}${row.last_ip !== null && ` from ${row.last_ip}`}`
    : 'never used';
  return html`<li>
<div><strong>${name}</strong><span class="quiet">created ${timeElement(row.created, zone)}, ${lastUse}${describeRestrictions(row, zone)}</span></div>
<form method="post" action="${base}${screenPaths.applicationPasswords}">${formField}<button class="plain small" name="revoke" value="${row.uuid}" aria-label="Revoke ${name}">Revoke</button></form>
</li>`;
}

/** Returns the restrictions of an application password; empty when there are none (docs/command-line.md, app-password). */
function describeRestrictions({ read_only, namespaces, expires }: ApplicationPasswordRow, zone: string): Markup {
  const named = readStoredList(namespaces, 'application_passwords.namespaces');
  return html`${read_only === 1 && '; read-only'}${named.length > 0 && `; limited to ${named.join(', ')}`}${
    expires !== null && html`; expires ${timeElement(expires, zone)}`
  }`;
}

const sessions = (options: ProfilePageOptions): Markup => {
  const { base, formField, sessions: list } = options;
  return html`<section class="card" aria-labelledby="about-sessions">
<h2 id="about-sessions">Where you are signed in</h2>
<ul class="list">${list.map((row) => session(row, options))}</ul>
${
  list.length > 1 &&
  html`<form method="post" action="${base}${screenPaths.sessions}">${formField}<button class="plain" name="others" value="yes">Sign out everywhere else</button></form>`
}
</section>`;
};

function session(row: SessionRow, { base, zone, formField, currentSessionId }: ProfilePageOptions): Markup {
  const name = browserName(row.agent);
  const isCurrent = row.id === currentSessionId;
  return html`<li>
<div><strong>${name}${isCurrent && html`<span class="badge">this browser</span>`}</strong><span class="quiet">${row.address}, signed in ${timeElement(row.created, zone)}, last seen ${timeElement(row.last_seen, zone)}</span></div>
${!isCurrent && html`<form method="post" action="${base}${screenPaths.sessions}">${formField}<button class="plain small" name="end" value="${row.id}" aria-label="Sign out ${name}, signed in ${row.created}">Sign out</button></form>`}
</li>`;
}

/** Confirmation messages, keyed by the value of the query parameter `notice`. */
const confirmations: ReadonlyMap<string, string> = new Map([
  ['password-changed', 'Your password was changed. All other browsers were signed out.'],
  ['revoked', 'The application password was revoked and can no longer be used.'],
  ['session-ended', 'That browser was signed out.'],
  ['others-ended', 'All other browsers were signed out.'],
]);

/** Creates the profile screen. */
export const profile = (storage: SiteStorage): Screen => ({
  GET: ({ visitor, query, formField }) =>
    renderProfile(storage, visitor, formField, {
      notice: noticeMarkup(confirmations.get(query.get('notice') ?? ''), 'good'),
    }),
});

/** Returns the profile page of the signed-in user, or a redirect to the sign-in screen if the visitor is anonymous. */
export async function renderProfile(
  { database, settings, clock, site }: SiteStorage,
  visitor: Visitor | undefined,
  formField: Markup,
  profileNotices: ProfileNotices,
): Promise<Reply> {
  const user = visitor && (await findAccountDetails(database.read, visitor.actor.id));
  // The user may have been deleted concurrently.
  if (!visitor || !user) return { kind: 'redirect', to: basePathOf(site) + screenPaths.signIn };
  const page = profilePage({
    base: basePathOf(site),
    zone: settings.values.timezone,
    user: { ...user, roles: visitor.actor.roles },
    applicationPasswords: await listApplicationPasswordRows(database.read, user.id),
    sessions: await listSessions(database.read, user.id, now(clock)),
    currentSessionId: visitor.session,
    formField,
    profileNotices,
  });
  return { kind: 'page', page, status: profileNotices.status ?? 200 };
}
