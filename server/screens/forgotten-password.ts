// Implements the screen for requesting an email with a link for resetting a password.
import { randomInt } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { findAccount } from '../access/account-password.ts';
import { findReset } from '../access/password-resets-store.ts';
import { RateLimiter } from '../access/rate-limiter.ts';
import type { SharedCounts } from '../access/shared-counts.ts';
import { linkLifetimesMs, secondsUntilNextEmail } from '../cms-v2/users/account-links.ts';
import { queuePasswordReset } from '../cms-v2/users/password-reset.ts';
import { isMailAddress } from '../mail/mail.ts';
import type { SiteStorage } from '../settings/settings.ts';
import type { Clock } from '../time/zone.ts';
import { fieldMarkup } from './fields.ts';
import { html } from './html.ts';
import type { Locale } from './locale.ts';
import { screenPaths } from './paths.ts';
import { type AccountMail, basePathOf, type Reply, type Screen, type Visit } from './types.ts';

// The screen that sends an email with a link for resetting a password. Neither the response, nor its timing, nor the response to the
// next request reveals whether an account exists.

/** Rate limits per IP address and per account. The account limit ends before the last link expires. */
const requestLimit = { max: 10, windowMs: 60_000 } as const;
const emailLimit = { max: 5, windowMs: linkLifetimesMs.reset } as const;

/** Creates the limiters of this screen. */
export const makeResetLimiters = (clock: Clock, counts: SharedCounts): AccountMail['resetLimiters'] => ({
  requests: new RateLimiter(clock, counts, 'password reset requests', requestLimit),
  emails: new RateLimiter(clock, counts, 'password reset emails', emailLimit),
});

/** Maximum random delay before an email is prepared, in milliseconds. It hides whether an account exists. */
const MAX_DELAY_MS = 500;

/** Creates the screen. If mail is not configured, the screen displays instructions instead of a form. */
export function forgottenPassword(
  storage: SiteStorage,
  { canSend, resetLimiters }: AccountMail,
  runInBackground: (work: Promise<void>) => void,
): Screen {
  const { site } = storage;
  const base = basePathOf(site);
  const send = async (name: string) => {
    await pause(randomInt(MAX_DELAY_MS));
    await queueResetMail(storage, resetLimiters.emails, name);
  };
  return {
    GET: async (visit) => ((await canSend()) ? requestForm(visit, base) : mailUnavailablePage(base, visit.locale)),
    async POST({ fields, ip, locale }) {
      if (!(await canSend())) return mailUnavailablePage(base, locale);
      const retryAfterSeconds = await resetLimiters.requests.take({ operation: 'letter', from: ip });
      if (retryAfterSeconds > 0) return tooManyRequestsPage(retryAfterSeconds, base, locale);
      runInBackground(send(fields.get('login') ?? ''));
      const { t } = locale;
      const body = html`<section class="card">
<h1>${t('Check your email')}</h1>
<p>${t('If there is an account with this username or email address, an email with a link is on its way. The link expires in one hour.')}</p>
<p class="quiet">${t('No email? Check your spam folder, or ask an administrator of this site to set a new password for you.')}</p>
<p class="below"><a href="${base}${screenPaths.signIn}">${t('Back to sign-in')}</a></p>
</section>`;
      return { kind: 'page', page: { title: t('Check your email'), body } };
    },
  };
}

function requestForm({ formField, locale: { t } }: Visit, base: string): Reply {
  const body = html`<section class="card">
<h1>${t('Forgot your password?')}</h1>
<p>${t('Enter your username or email address, and we will email you a link to choose a new password.')}</p>
<form method="post" action="${base}${screenPaths.forgotten}">
${formField}
${fieldMarkup({ name: 'login', label: t('Username or email address'), autocomplete: 'username', autofocus: true })}
<button class="whole">${t('Send me a link')}</button>
</form>
<p class="below"><a href="${base}${screenPaths.signIn}">${t('Back to sign-in')}</a></p>
</section>`;
  return { kind: 'page', page: { title: t('Forgotten password'), body } };
}

/** Returns the page for a site that cannot send mail. */
function mailUnavailablePage(base: string, { t }: Locale): Reply {
  const body = html`<section class="card">
<h1>${t('Forgot your password?')}</h1>
<p>${t('This site cannot send email, so it cannot send you a link. Ask an administrator to set a new password for you.')}</p>
<p class="quiet">${t(
    'If you run this site, set a password with {command}, or configure a mail server with {variable}.',
    {
      command: html`<code>octavo user set-password USERNAME</code>`,
      variable: html`<code>OCTAVO_MAIL</code>`,
    },
  )}</p>
<p class="below"><a href="${base}${screenPaths.signIn}">${t('Back to sign-in')}</a></p>
</section>`;
  return { kind: 'page', page: { title: t('Forgotten password'), body } };
}

function tooManyRequestsPage(retryAfterSeconds: number, base: string, { t }: Locale): Reply {
  const body = html`<section class="card">
<h1>${t('Too many requests')}</h1>
<p>${t('There were too many password reset requests from your IP address. Try again in {seconds} seconds.', { seconds: retryAfterSeconds })}</p>
<p class="below"><a href="${base}${screenPaths.signIn}">${t('Back to sign-in')}</a></p>
</section>`;
  return { kind: 'page', status: 429, page: { title: t('Too many requests'), body }, retryAfter: retryAfterSeconds };
}

async function queueResetMail(storage: SiteStorage, mailLimiter: RateLimiter, name: string): Promise<void> {
  const { database, clock } = storage;
  const account = await findAccount(database.read, name);
  if (!account || !isMailAddress(account.email)) return;
  // The limits are checked before the transaction, so that repeated requests do not block other writes.
  const previousReset = await findReset(database.read, account.id);
  const isTooSoon = previousReset !== undefined && secondsUntilNextEmail(clock, previousReset.created) > 0;
  if (isTooSoon || (await mailLimiter.take({ operation: account.id })) > 0) return;
  await database.transaction((tx) => queuePasswordReset(tx, storage, account));
}
