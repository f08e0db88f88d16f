// Implements the screen with which the first administrator of a new site is created. It needs the secret of the link that the service
// prints at its start. The secret is in the fragment of the link, which browsers do not send, so that no proxy or log contains it.
import { hashPassword } from '../access/secrets.ts';
import { usernameError, validateUsername } from '../cms-v2/users/user-args.ts';
import { setCookie } from '../http/cookies.ts';
import { isEmail } from '../http/parameters/formats.ts';
import { isMailAddress } from '../mail/mail.ts';
import type { SiteStorage } from '../settings/settings.ts';
import type { Site } from '../site.ts';
import { fieldMarkup, newPasswordFields, validateNewPasswordPair } from './fields.ts';
import { type HtmlValue, html, type Markup } from './html.ts';
import { noticeMarkup } from './layout.ts';
import { type Language, type Locale, languages, type PlainMessage } from './locale.ts';
import { screenPaths } from './paths.ts';
import { type BrowserSessions, basePathOf, type Reply, type Screen, type Visit } from './types.ts';

/** The ways in which a new site can begin, with their labels. */
const starts = {
  example: 'With an example post',
  empty: 'Empty',
  demo: 'With demo content: a small magazine, to try everything out',
  import: 'With the content of another site: import its export file',
  restore: 'With a backup of a site: upload it next; its users then replace this account',
} as const satisfies Readonly<Record<string, PlainMessage>>;

/** A way in which a new site can begin. */
type Start = keyof typeof starts;

/** The page of the admin that opens after the setup, below the path of the admin. */
const nextPages: Readonly<Record<Start, string>> = {
  ...{ example: '', empty: '', demo: '', import: 'operations/import', restore: 'operations/backups?upload' },
};

/** The choices of the user for a new site. */
export interface NewSite {
  readonly secret: string;
  readonly title: string;
  readonly language: Language;
  readonly login: string;
  readonly email: string;
  readonly passwordHash: string;
  readonly start: Start;
  readonly ip: string;
}

/** The functions that set up a site. */
export interface SiteSetup {
  /** The path of the admin, with a slash at the end; undefined if it is not installed. */
  readonly adminPath: string | undefined;
  /** Whether the site has an administrator, so that the link is no longer valid. */
  isComplete(): Promise<boolean>;
  /** Whether a secret is that of the current link. */
  isSecret(secret: string): Promise<boolean>;
  /**
   * Creates the administrator, and the content with which the site begins. Checks the secret again in the transaction. Returns the
   * administrator, or why nothing was changed.
   */
  setUp(
    site: NewSite,
  ): Promise<{ readonly id: number; readonly login: string } | 'invalid link' | 'taken username' | 'taken email'>;
}

/** Creates the screen. */
export function setupScreen({ site }: SiteStorage, { sessions, cookie }: BrowserSessions, setup: SiteSetup): Screen {
  const base = basePathOf(site);
  return {
    GET: async (visit) => ((await setup.isComplete()) ? completePage(base, visit.locale) : page(visit, setup, site)),
    async POST(visit) {
      if (await setup.isComplete()) return completePage(base, visit.locale);
      const { fields, ip, headers } = visit;
      const secret = secretIn(fields.get('link') ?? '');
      if (!(await setup.isSecret(secret))) return page(visit, setup, site, linkError);
      const [login, email] = [fields.get('login')?.trim() ?? '', fields.get('email')?.trim() ?? ''];
      const error = validate(fields, login, email);
      if (error !== undefined) return page(visit, setup, site, error);
      const password = fields.get('new-password') ?? '';
      const passwordHash = await hashPassword(password);
      const title = fields.get('title')?.trim() ?? '';
      const start = startIn(fields, setup);
      const language = languageIn(visit);
      const administrator = await setup.setUp({
        ...{ secret, title, language, login, email, passwordHash, start, ip },
      });
      if (typeof administrator === 'string') return page(visit, setup, site, errors[administrator]);
      const token = await sessions.open({
        ...{ user: administrator.id, login: administrator.login, hash: passwordHash, remembered: false, from: ip },
        ...{ agent: headers['user-agent'] ?? '', previousToken: visit.token },
      });
      const to = setup.adminPath === undefined ? base + screenPaths.profile : setup.adminPath + nextPages[start];
      // Without a session, because the password was changed meanwhile, the page asks to sign in.
      return { kind: 'redirect', to, cookies: token === undefined ? [] : [setCookie(cookie, token)] };
    },
  };
}

const linkError: PlainMessage =
  'This link is not valid. It was replaced by a newer one, or is more than an hour old: restart the service to get a new one.';

const errors = {
  'invalid link': linkError,
  'taken username': 'This username is already taken.',
  'taken email': 'This email address is already taken.',
} as const satisfies Readonly<Record<string, PlainMessage>>;

/** Returns the secret of a link; the submitted text may also be the secret alone. */
const secretIn = (link: string): string => link.trim().replace(/^.*#/s, '');

function validate(fields: URLSearchParams, login: string, email: string): PlainMessage | undefined {
  if ('error' in validateUsername(login)) return usernameError;
  if (login.length > 60) return 'A username can have at most 60 characters.';
  if (!isEmail(email) || !isMailAddress(email) || email.length > 100) return 'No email can be sent to this address.';
  return validateNewPasswordPair(fields.get('new-password') ?? '', fields.get('again') ?? '');
}

/** Returns the ways in which the site can begin: importing and restoring need the admin. */
const startsOf = ({ adminPath }: SiteSetup): Start[] => [
  ...(['example', 'empty', 'demo'] as const),
  ...(adminPath === undefined ? [] : (['import', 'restore'] as const)),
];

const startIn = (fields: URLSearchParams, setup: SiteSetup): Start =>
  startsOf(setup).find((start) => start === fields.get('start')) ?? 'example';

/** Returns the chosen language of the site: by default that of the page, which the browser prefers. */
const languageIn = ({ fields, locale }: Visit): Language =>
  languages.find((language) => language === fields.get('language')) ?? locale.language;

/** Copies the secret from the URL into the form, and removes it from the history of the browser. */
const script = `const link = document.getElementById('link');
if (location.hash.length > 1) {
  link.value = location.hash.slice(1);
  history.replaceState(null, '', location.pathname);
}
if (link.value !== '') link.closest('.field').hidden = true;`;

function page(visit: Visit, setup: SiteSetup, site: Site, error?: PlainMessage): Reply {
  const { fields, formField, locale } = visit;
  const { t } = locale;
  const base = basePathOf(site);
  const value = (name: string) => fields.get(name)?.slice(0, 200) ?? '';
  const body = html`<section class="card">
<h1>${t('Set up your site')}</h1>
${noticeMarkup(error && t(error))}
<form method="post" action="${base}${screenPaths.setup}">
${formField}
${fieldMarkup({
  ...{ name: 'link', label: t('Setup link'), value: error === linkError ? '' : value('link'), autocomplete: 'off' },
  ...{ hint: t('Paste the link that the service has printed at its start.'), invalid: error === linkError },
})}
${fieldMarkup({ name: 'title', label: t('Title of the site'), value: value('title'), autocomplete: 'off', optional: true, hint: t('You can change it later.') })}
${languageFields(visit)}
${addressNotice(visit, site)}
<h2>${t('Your account')}</h2>
<p class="quiet">${t('You will be the administrator.')}</p>
${fieldMarkup({ name: 'login', label: t('Username'), value: value('login') || 'admin', autocomplete: 'username' })}
${fieldMarkup({ name: 'email', label: t('Email address'), type: 'email', value: value('email'), autocomplete: 'email' })}
${newPasswordFields(locale, error !== undefined && error !== linkError)}
${startFields(visit, setup)}
<button class="whole">${t('Set up the site')}</button>
</form>
</section>`;
  return {
    kind: 'page',
    status: error === undefined ? 200 : 400,
    page: { title: t('Set up your site'), body, script },
  };
}

/** Returns the URL of the site, which only operators can change, with a warning if the page was opened at another one. */
function addressNotice({ headers, locale: { t } }: Visit, { home }: Site): Markup {
  const { host } = new URL(home);
  const sentences = [
    t('The URL of the site is {url}.', { url: html`<strong>${home}</strong>` }),
    headers.host !== host &&
      t('You have opened this page at {host}.', { host: html`<strong>${headers.host ?? ''}</strong>` }),
    t('If this URL is wrong, set {variable} in the configuration and restart the service before you continue.', {
      variable: html`<code>OCTAVO_HOME</code>`,
    }),
  ].filter((each) => each !== false);
  return html`<p class="quiet">${sentences.map((each, at) => [at > 0 && ' ', each])}</p>`;
}

function startFields({ fields, locale: { t } }: Visit, setup: SiteSetup): Markup {
  const choices = startsOf(setup).map((start) =>
    choiceMarkup('start', start, t(starts[start]), startIn(fields, setup)),
  );
  return html`<fieldset><legend>${t('How to begin')}</legend>${choices}</fieldset>`;
}

/** Returns the choice of a language. Each language has its own name, so that everyone finds it. */
function languageFields(visit: Visit): Markup {
  const choices = languages.map((language) => {
    const name = new Intl.DisplayNames([language], { type: 'language' }).of(language) ?? language;
    return choiceMarkup('language', language, html`<span lang="${language}">${name}</span>`, languageIn(visit));
  });
  return html`<fieldset><legend>${visit.locale.t('Language of the site')}</legend>${choices}</fieldset>`;
}

const choiceMarkup = (name: string, value: string, label: HtmlValue, chosen: string): Markup =>
  html`<div class="choice"><input id="${name}-${value}" name="${name}" type="radio" value="${value}"${
    value === chosen && html` checked`
  }><label for="${name}-${value}">${label}</label></div>`;

function completePage(base: string, { t }: Locale): Reply {
  const body = html`<section class="card">
<h1>${t('This site is set up')}</h1>
<p>${t('It has an administrator, so this link is no longer valid.')}</p>
<p><a href="${base}${screenPaths.signIn}">${t('Sign in')}</a></p>
</section>`;
  return { kind: 'page', status: 410, page: { title: t('This site is set up'), body } };
}

/** Returns the page that people see instead of the sign-in form, because nobody can sign in before the setup. */
export function pendingPage({ t }: Locale): Reply {
  const body = html`<section class="card">
<h1>${t('This site is not set up yet')}</h1>
<p>${t('If you run it, open the link that the service has printed at its start. It is valid for an hour; restart the service to get a new one.')}</p>
</section>`;
  return { kind: 'page', page: { title: t('This site is not set up yet'), body } };
}
