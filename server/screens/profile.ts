// Implements the profile page, which shows the user's account, password form, application passwords and sessions.
import { listSessions, type SessionRow } from '../access/sessions-store.ts';
import { type ApplicationPasswordRow, listApplicationPasswordRows } from '../cms-v2/application-passwords/store.ts';
import { readStoredList } from '../database/stored-json.ts';
import type { SiteStorage } from '../settings/settings.ts';
import { now } from '../time/zone.ts';
import { findAccountDetails } from './account-store.ts';
import { browserLabel, formatRoles, timeElement } from './display.ts';
import { fieldMarkup, newPasswordFields } from './fields.ts';
import { decodeEntities, html, type Markup } from './html.ts';
import { noticeMarkup } from './layout.ts';
import type { Locale, PlainMessage } from './locale.ts';
import { screenPaths } from './paths.ts';
import { basePathOf, type Page, type Reply, type Screen, type Visit } from './types.ts';

/** Notices and status of a profile page. */
interface ProfileNotices {
  readonly notice?: Markup | undefined;
  readonly status?: number;
  /** Error notice of the password form. */
  readonly passwordError?: Markup;
}

interface ProfilePageOptions {
  readonly base: string;
  readonly locale: Locale;
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
  const title = options.locale.t('Your profile');
  const body = html`<h1>${title}</h1>
${options.profileNotices.notice}
${account(options)}
${password(options)}
${applicationPasswords(options)}
${sessions(options)}`;
  return { title, body, isWide: true };
}

function account({ base, user, formField, locale }: ProfilePageOptions): Markup {
  const { t } = locale;
  return html`<section class="card" aria-labelledby="about-account">
<h2 id="about-account">${t('Account')}</h2>
<dl>
<dt>${t('Username')}</dt><dd>${user.login}</dd>
<dt>${t('Name')}</dt><dd>${decodeEntities(user.name)}</dd>
<dt>${t('Email')}</dt><dd>${user.email}</dd>
<dt>${t('Role')}</dt><dd>${formatRoles(user.roles, locale)}</dd>
</dl>
<form method="post" action="${base}${screenPaths.signOut}">${formField}<button class="plain">${t('Sign out')}</button></form>
</section>`;
}

function password(options: ProfilePageOptions): Markup {
  const { base, user, formField, locale } = options;
  const { t } = locale;
  const { passwordError } = options.profileNotices;
  return html`<section class="card" aria-labelledby="about-password">
<h2 id="about-password">${t('Password')}</h2>
${passwordError}
<form method="post" action="${base}${screenPaths.password}">
${formField}
<input type="text" name="login" value="${user.login}" autocomplete="username" hidden>
${fieldMarkup({
  name: 'password',
  label: t('Current password'),
  type: 'password',
  autocomplete: 'current-password',
  invalid: passwordError !== undefined,
})}
${newPasswordFields(locale, passwordError !== undefined)}
<button>${t('Change the password')}</button>
</form>
</section>`;
}

const applicationPasswords = (options: ProfilePageOptions): Markup => {
  const { base, formField, applicationPasswords: list } = options;
  const { t } = options.locale;
  return html`<section class="card" aria-labelledby="about-applications">
<h2 id="about-applications">${t('Application passwords')}</h2>
<p class="quiet">${t('Each application signs in as you with its own password, so that you can revoke it separately. It can do everything that you can do, unless its password is restricted.')}</p>
${list.length > 0 && html`<ul class="list">${list.map((row) => applicationPassword(row, options))}</ul>`}
<form method="post" action="${base}${screenPaths.applicationPasswords}" class="row">
${formField}
${fieldMarkup({ name: 'name', label: t('Name of a new application'), autocomplete: 'off' })}
<button name="make" value="yes">${t('Create password')}</button>
</form>
</section>`;
};

function applicationPassword(row: ApplicationPasswordRow, options: ProfilePageOptions): Markup {
  const { base, zone, formField, locale } = options;
  const { t } = locale;
  const name = decodeEntities(row.name);
  const created = t('created {time}', { time: timeElement(row.created, zone, locale) });
  return html`<li>
<div><strong>${name}</strong><span class="quiet">${created}, ${describeLastUse(row, options)}${describeRestrictions(row, options)}</span></div>
<form method="post" action="${base}${screenPaths.applicationPasswords}">${formField}<button class="plain small" name="revoke" value="${row.uuid}" aria-label="${t('Revoke {name}', { name })}">${t('Revoke')}</button></form>
</li>`;
}

function describeLastUse({ last_used, last_ip }: ApplicationPasswordRow, { zone, locale }: ProfilePageOptions) {
  if (!last_used) return locale.t('never used');
  const time = timeElement(last_used, zone, locale);
  return last_ip === null
    ? locale.t('last used {time}', { time })
    : locale.t('last used {time} from {address}', { time, address: last_ip });
}

/** Returns the restrictions of an application password; empty when there are none (docs/command-line.md, app-password). */
function describeRestrictions(
  { read_only, namespaces, expires }: ApplicationPasswordRow,
  { zone, locale }: ProfilePageOptions,
): Markup {
  const { t } = locale;
  const named = readStoredList(namespaces, 'application_passwords.namespaces');
  const restrictions = [
    read_only === 1 && t('read-only'),
    named.length > 0 && t('limited to {namespaces}', { namespaces: named.join(', ') }),
    expires !== null && t('expires {time}', { time: timeElement(expires, zone, locale) }),
  ].filter((each) => each !== false);
  return html`${restrictions.map((each) => html`; ${each}`)}`;
}

const sessions = (options: ProfilePageOptions): Markup => {
  const { t } = options.locale;
  const { base, formField, sessions: list } = options;
  return html`<section class="card" aria-labelledby="about-sessions">
<h2 id="about-sessions">${t('Where you are signed in')}</h2>
<ul class="list">${list.map((row) => session(row, options))}</ul>
${
  list.length > 1 &&
  html`<form method="post" action="${base}${screenPaths.sessions}">${formField}<button class="plain" name="others" value="yes">${t('Sign out everywhere else')}</button></form>`
}
</section>`;
};

function session(row: SessionRow, options: ProfilePageOptions): Markup {
  const { base, zone, formField, currentSessionId, locale } = options;
  const { t } = locale;
  const browser = browserLabel(row.agent, locale);
  const isCurrent = row.id === currentSessionId;
  const times = t('{address}, signed in {created}, last seen {seen}', {
    address: row.address,
    created: timeElement(row.created, zone, locale),
    seen: timeElement(row.last_seen, zone, locale),
  });
  return html`<li>
<div><strong>${browser}${isCurrent && html`<span class="badge">${t('this browser')}</span>`}</strong><span class="quiet">${times}</span></div>
${!isCurrent && html`<form method="post" action="${base}${screenPaths.sessions}">${formField}<button class="plain small" name="end" value="${row.id}" aria-label="${t('Sign out {browser}, signed in {time}', { browser, time: row.created })}">${t('Sign out')}</button></form>`}
</li>`;
}

/** Confirmation messages, keyed by the value of the query parameter `notice`. */
const confirmations: ReadonlyMap<string, PlainMessage> = new Map([
  ['password-changed', 'Your password was changed. All other browsers were signed out.'],
  ['revoked', 'The application password was revoked and can no longer be used.'],
  ['session-ended', 'That browser was signed out.'],
  ['others-ended', 'All other browsers were signed out.'],
]);

/** Creates the profile screen. */
export const profile = (storage: SiteStorage): Screen => ({
  GET(visit) {
    const notice = confirmations.get(visit.query.get('notice') ?? '');
    return renderProfile(storage, visit, { notice: noticeMarkup(notice && visit.locale.t(notice), 'good') });
  },
});

/** Returns the profile page of the signed-in user, or a redirect to the sign-in screen if the visitor is anonymous. */
export async function renderProfile(
  { database, settings, clock, site }: SiteStorage,
  { visitor, formField, locale }: Pick<Visit, 'visitor' | 'formField' | 'locale'>,
  profileNotices: ProfileNotices,
): Promise<Reply> {
  const user = visitor && (await findAccountDetails(database.read, visitor.actor.id));
  // The user may have been deleted concurrently.
  if (!visitor || !user) return { kind: 'redirect', to: basePathOf(site) + screenPaths.signIn };
  const page = profilePage({
    base: basePathOf(site),
    locale,
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
