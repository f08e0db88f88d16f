// Creates the links in emails with which users reset a password, accept an invitation or confirm an email address. Each contains a secret,
// of which only a keyed hash is stored, and works once and for a limited time.
import type { RateLimiter, RateLimitOptions } from '../../access/rate-limiter.ts';
import { keyedHash, randomSecret } from '../../access/secrets.ts';
import { ApiError } from '../../api-error.ts';
import { isMailAddress } from '../../mail/mail.ts';
import { fold } from '../../rendering/fold.ts';
import type { Site } from '../../site.ts';
import { type Clock, now } from '../../time/zone.ts';

/** Paths of the screens that the links lead to, below the home URL. */
export const accountLinkPaths = {
  reset: '/account/reset-password',
  invitation: '/account/invitation',
  'email-change': '/account/confirm-email',
} as const;

export type AccountLinkKind = keyof typeof accountLinkPaths;

const hourMs = 3600_000;

/** Lifetimes of links, in milliseconds. */
export const linkLifetimesMs: Readonly<Record<AccountLinkKind, number>> = {
  reset: hourMs,
  invitation: 7 * 24 * hourMs,
  'email-change': 24 * hourMs,
};

/** Minimum interval between two emails with links of the same kind for an account, in milliseconds. */
const minEmailIntervalMs = 2 * 60_000;

/** Length of the secret in a link, in characters. */
const secretLength = 43;

/** Returns the hash of the secret in a link, which depends on the kind of link. Only the hash is stored. */
export const hashLinkSecret = (key: string, kind: AccountLinkKind, secret: string): string =>
  keyedHash(key, `${kind} ${secret}`);

/** A new link. */
export interface AccountLink {
  readonly url: string;
  readonly token_hash: string;
  /** GMT, like the time of expiry. */
  readonly created: string;
  readonly expires: string;
}

/** Returns a new link of a kind. */
export function createAccountLink(
  { site, key, clock }: { readonly site: Site; readonly key: string; readonly clock: Clock },
  kind: AccountLinkKind,
): AccountLink {
  const secret = randomSecret(secretLength);
  return {
    url: `${site.home}${accountLinkPaths[kind]}?key=${secret}`,
    token_hash: hashLinkSecret(key, kind, secret),
    created: now(clock),
    expires: now(() => clock() + linkLifetimesMs[kind]),
  };
}

/** Returns the seconds until the next email may be sent, if the latest one was sent at this time, in GMT; 0 if it may be sent now. */
export const secondsUntilNextEmail = (clock: Clock, sent: string): number =>
  Math.max(0, Math.ceil((Date.parse(`${sent}Z`) + minEmailIntervalMs - clock()) / 1000));

/**
 * Maximum numbers of emails with links per hour: to one address, and requested by one user. They prevent that a site floods a mailbox, or
 * many mailboxes.
 */
const accountEmailLimits = { perAddress: 5, perUser: 60 } as const;

/** A kind of email with a link. */
type AccountEmail = 'invitation' | 'password-reset' | 'email-change';

/** The window of the limits. */
export const accountEmailWindow: RateLimitOptions = { max: accountEmailLimits.perAddress, windowMs: hourMs };

/** Returns the error for an email that must not be sent yet. */
export const tooManyEmails = (retryAfter: number): ApiError =>
  new ApiError('rest_too_many_emails', 429, `Too many emails; try again in ${formatWait(retryAfter)}.`, { retryAfter });

const formatWait = (seconds: number): string =>
  seconds <= 120 ? `${seconds} seconds` : `${Math.ceil(seconds / 60)} minutes`;

/**
 * Counts an email with a link to an address that a user has requested. Throws ApiError 429 `rest_too_many_emails` with Retry-After, without
 * counting it, if too many of this kind were sent to this address, or too many of any kind were requested by this user, within the last hour.
 * Kinds are counted separately, so that users who change their own address cannot prevent invitations and resets.
 */
export async function countAccountEmail(
  limiter: RateLimiter,
  kind: AccountEmail,
  address: string,
  requestedBy: number,
): Promise<void> {
  const seconds = await limiter.take(
    { operation: `${kind} to ${fold(address)}`, max: accountEmailLimits.perAddress },
    { operation: `by ${requestedBy}`, max: accountEmailLimits.perUser },
  );
  if (seconds > 0) throw tooManyEmails(seconds);
}

/**
 * Throws ApiError 400 `rest_mail_not_configured` if the site cannot send mail. `alternative` is a sentence that says what to do instead.
 */
export async function requireMail(canSend: () => Promise<boolean>, alternative: string): Promise<void> {
  if (await canSend()) return;
  throw new ApiError('rest_mail_not_configured', 400, `This site cannot send email. ${alternative}`);
}

/** Throws ApiError 400 `rest_user_invalid_email` if no email can be sent to an address. */
export function requireMailAddress(email: string): void {
  if (!isMailAddress(email))
    throw new ApiError('rest_user_invalid_email', 400, 'No email can be sent to this email address.');
}
