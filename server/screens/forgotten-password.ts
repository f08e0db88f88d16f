// Implements the screens for resetting a password with a link that is sent by email.
import { randomInt } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { findAccount } from '../access/account-password.ts';
import { findReset, findUserOfReset, upsertReset } from '../access/password-resets-store.ts';
import { RateLimiter } from '../access/rate-limiter.ts';
import { hashPassword, keyedHash, randomSecret } from '../access/secrets.ts';
import { anonymousFrom, recordAuditEvent } from '../audit/record-event.ts';
import { notifyOfPasswordChange } from '../cms-v2/users/notify-of-change.ts';
import { updatePasswordHash } from '../cms-v2/users/store.ts';
import { isMailAddress } from '../mail/mail.ts';
import { queueMail } from '../mail/queue.ts';
import type { SiteStorage } from '../settings/settings.ts';
import { now } from '../time/zone.ts';
import { fieldMarkup, newPasswordFields, validateNewPasswordPair } from './fields.ts';
import { decodeEntities, html, type Markup } from './html.ts';
import { noticeMarkup } from './layout.ts';
import { screenPaths } from './paths.ts';
import { type AccountMail, basePathOf, type Reply, type Screen, type Visit } from './types.ts';

// The screen that sends an email with a link for resetting a password. Neither the response, nor its timing, nor the response to the
// next request reveals whether an account exists.

/** Lifetime of a reset link, in milliseconds. */
const LINK_LIFETIME_MS = 3600_000;
/** Minimum interval between two emails for an account, in milliseconds. */
const MIN_INTERVAL_MS = 2 * 60_000;

/** Rate limits per IP address and per account. The account limit ends before the last link expires. */
const addressLimit = { max: 10, windowMs: 60_000 } as const;
const accountLimit = { max: 5, windowMs: LINK_LIFETIME_MS } as const;

/** Maximum random delay before an email is prepared, in milliseconds. It hides whether an account exists. */
const MAX_DELAY_MS = 500;

/** Length of the secret in a reset link, in characters. */
const SECRET_LENGTH = 43;

/** Returns the hash of the secret in a reset link. Only the hash is stored. */
const hashResetSecret = (key: string, secret: string): string => keyedHash(key, `reset ${secret}`);

/** Creates the screen. If mail is not configured, the screen displays instructions instead of a form. */
export function forgottenPassword(
  storage: SiteStorage,
  { canSend }: AccountMail,
  runInBackground: (work: Promise<void>) => void,
): Screen {
  const { site, clock } = storage;
  const base = basePathOf(site);
  const [requestLimiter, mailLimiter] = [new RateLimiter(clock, addressLimit), new RateLimiter(clock, accountLimit)];
  const send = async (name: string) => {
    await pause(randomInt(MAX_DELAY_MS));
    await queueResetMail(storage, mailLimiter, name);
  };
  return {
    GET: async (visit) => ((await canSend()) ? requestForm(visit, base) : mailUnavailablePage(base)),
    async POST({ fields, ip }) {
      if (!(await canSend())) return mailUnavailablePage(base);
      const retryAfterSeconds = requestLimiter.secondsToWait('letter', ip);
      if (retryAfterSeconds > 0) return tooManyRequestsPage(retryAfterSeconds, base);
      requestLimiter.record('letter', ip);
      runInBackground(send(fields.get('login') ?? ''));
      const body = html`<section class="card">
<h1>Check your email</h1>
<p>If there is an account with this username or email address, an email with a link is on its way. The link expires in one hour.</p>
<p class="quiet">No email? Check your spam folder, or ask an administrator of this site to set a new password for you.</p>
<p class="below"><a href="${base}${screenPaths.signIn}">Back to sign-in</a></p>
</section>`;
      return { kind: 'page', page: { title: 'Check your email', body } };
    },
  };
}

function requestForm({ formField }: Visit, base: string): Reply {
  const body = html`<section class="card">
<h1>Forgot your password?</h1>
<p>Enter your username or email address, and we will email you a link to choose a new password.</p>
<form method="post" action="${base}${screenPaths.forgotten}">
${formField}
${fieldMarkup({ name: 'login', label: 'Username or email address', autocomplete: 'username', autofocus: true })}
<button class="whole">Send me a link</button>
</form>
<p class="below"><a href="${base}${screenPaths.signIn}">Back to sign-in</a></p>
</section>`;
  return { kind: 'page', page: { title: 'Forgotten password', body } };
}

/** Returns the page for a site that cannot send mail. */
function mailUnavailablePage(base: string): Reply {
  const body = html`<section class="card">
<h1>Forgot your password?</h1>
<p>This site cannot send email, so it cannot send you a link. Ask an administrator to set a new password for you.</p>
<p class="quiet">If you run this site, set a password with <code>octavo user set-password USERNAME</code>, or configure a mail server with <code>OCTAVO_MAIL</code>.</p>
<p class="below"><a href="${base}${screenPaths.signIn}">Back to sign-in</a></p>
</section>`;
  return { kind: 'page', page: { title: 'Forgotten password', body } };
}

function tooManyRequestsPage(retryAfterSeconds: number, base: string): Reply {
  const body = html`<section class="card">
<h1>Too many requests</h1>
<p>There were too many password reset requests from your IP address. Try again in ${retryAfterSeconds} seconds.</p>
<p class="below"><a href="${base}${screenPaths.signIn}">Back to sign-in</a></p>
</section>`;
  return { kind: 'page', status: 429, page: { title: 'Too many requests', body }, retryAfter: retryAfterSeconds };
}

async function queueResetMail(storage: SiteStorage, mailLimiter: RateLimiter, name: string): Promise<void> {
  const { database, site, settings, key, clock } = storage;
  const account = await findAccount(database.read, name);
  if (!account || !isMailAddress(account.email)) return;
  const isTooSoon = (previousReset: { readonly created: string } | undefined): boolean =>
    previousReset !== undefined && clock() - Date.parse(`${previousReset.created}Z`) < MIN_INTERVAL_MS;
  // The limits are checked before the transaction, so that repeated requests do not block other writes.
  if (mailLimiter.secondsToWait(account.id) > 0 || isTooSoon(await findReset(database.read, account.id))) return;
  mailLimiter.record(account.id);
  const secret = randomSecret(SECRET_LENGTH);
  const link = `${site.home}${screenPaths.reset}?key=${secret}`;
  const title = decodeEntities(settings.values.title) || site.home;
  await database.transaction(async (tx) => {
    await tx.lock(`password reset ${account.id}`);
    if (isTooSoon(await findReset(tx, account.id))) return;
    await upsertReset(tx, {
      user_id: account.id,
      token_hash: hashResetSecret(key, secret),
      email: account.email,
      created: now(clock),
      expires: now(() => clock() + LINK_LIFETIME_MS),
    });
    const text = resetMailText(title, account.login, link);
    const mail = { kind: 'password-reset', to: account.email, subject: `A new password for ${title}`, text };
    await queueMail(tx, mail, now(clock));
  });
}

const resetMailText = (
  title: string,
  login: string,
  link: string,
): string => `A password reset was requested for ${login} at ${title}.

To choose a new password, open this link within one hour:

${link}

If you did not request this, ignore this email. Your password has not changed.
`;

// Implements the screen for choosing a new password with a reset link. A link works once. The change ends all sessions of the user.

/** Creates the screen. It responds with status 400 to unknown, used and expired links. */
export function resetPassword(storage: SiteStorage, { notificationLimiter }: AccountMail): Screen {
  const { database, key, clock, site, settings } = storage;
  const base = basePathOf(site);
  const hashOf = (query: URLSearchParams) => hashResetSecret(key, query.get('key') ?? '');
  const find = (hash: string) => findUserOfReset(database.read, hash, now(clock));
  return {
    async GET({ query, formField }) {
      const user = await find(hashOf(query));
      return user ? resetForm(base, query, user.login, formField) : expiredLinkPage(base);
    },
    async POST({ query, fields, formField, ip }) {
      const user = await find(hashOf(query));
      if (!user) return expiredLinkPage(base);
      const newPassword = fields.get('new-password') ?? '';
      const error = validateNewPasswordPair(newPassword, fields.get('again') ?? '');
      if (error !== undefined) return resetForm(base, query, user.login, formField, error);
      const hash = await hashPassword(newPassword, `user ${user.id}`);
      const written = await database.transaction(async (tx) => {
        await tx.lock(`password reset ${user.id}`);
        const currentUser = await findUserOfReset(tx, hashOf(query), now(clock));
        if (!currentUser) return false;
        await updatePasswordHash(tx, currentUser.id, hash);
        const auditEvent = {
          action: 'user-password-changed',
          kind: 'user',
          id: currentUser.id,
          name: currentUser.login,
        } as const;
        await recordAuditEvent(tx, clock, anonymousFrom(ip), { ...auditEvent, details: { by: 'letter' } });
        await notifyOfPasswordChange(tx, { site, settings, clock, notificationLimiter }, currentUser);
        return true;
      });
      return written
        ? { kind: 'redirect', to: `${base}${screenPaths.signIn}?notice=password-changed` }
        : expiredLinkPage(base);
    },
  };
}

function resetForm(base: string, query: URLSearchParams, login: string, formField: Markup, error?: string): Reply {
  const body = html`<section class="card">
<h1>Choose a new password</h1>
${noticeMarkup(error)}
<p>for <strong>${login}</strong></p>
<form method="post" action="${base}${screenPaths.reset}?${new URLSearchParams({ key: query.get('key') ?? '' }).toString()}">
${formField}
<input type="text" name="login" value="${login}" autocomplete="username" hidden>
${newPasswordFields(error !== undefined)}
<button class="whole">Set the password</button>
</form>
</section>`;
  const status = error === undefined ? 200 : 400;
  return { kind: 'page', status, page: { title: 'Choose a new password', body } };
}

function expiredLinkPage(base: string): Reply {
  const body = html`<section class="card">
<h1>This link has expired</h1>
<p>It has already been used, has been replaced by a newer one, or is more than an hour old.</p>
<p><a href="${base}${screenPaths.forgotten}">Request a new link</a></p>
</section>`;
  return { kind: 'page', status: 400, page: { title: 'This link has expired', body } };
}
