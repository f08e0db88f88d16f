// Requests and refreshes tokens (RFC 6749 §4.1.3 and §6), and revokes them (RFC 7009). Messages and logs never quote responses of
// providers, because they may contain secrets.
import { type ExtensionServices, FetchError, guardedPost, isMailAddress } from 'octavo/extension';
import { isObject } from './parameters.ts';
import type { ProviderSettings } from './settings.ts';

/** The tokens that a provider has issued. */
export interface Tokens {
  readonly accessToken: string;
  /** New refresh token; empty if the provider issued none, so that the previous one remains valid. */
  readonly refreshToken: string;
  /** Lifetime of the access token, in seconds. */
  readonly lifetime: number;
  /** Email address of the account; empty if the provider does not return it. */
  readonly account: string;
}

/** Thrown when a provider returns no valid tokens. The message is a sentence without secrets. */
export class TokenError extends Error {
  override readonly name = 'TokenError';
  /** Whether the error is permanent, so that repeating the request is useless. */
  readonly isPermanent: boolean;

  constructor(message: string, isPermanent = false) {
    super(message);
    this.isPermanent = isPermanent;
  }
}

/** Default timeout of requests to providers, in milliseconds. */
const timeoutMs = 15_000;

/** Error messages without their subject, the host of the provider, keyed by the error codes of RFC 6749 §5.2. */
const errorMessages: Readonly<Record<string, string>> = {
  invalid_request: 'rejected the request as malformed',
  invalid_client: 'rejected client_id and client_secret',
  invalid_grant:
    'rejected the authorization, which was used before, has expired or was revoked; connect the account again',
  unauthorized_client: 'does not allow this client to request tokens',
  unsupported_grant_type: 'does not support this grant type',
  invalid_scope: 'does not allow this client to send mail',
};

/** Requests tokens for a grant. Throws TokenError if the provider does not return any. */
export async function requestTokens(
  { fetchLimits, log }: Pick<ExtensionServices, 'fetchLimits' | 'log'>,
  { token_url: url, client_id, client_secret }: ProviderSettings,
  grant: Readonly<Record<string, string>>,
): Promise<Tokens> {
  const { host } = new URL(url);
  const body = new URLSearchParams({ client_id, client_secret, ...grant }).toString();
  const headers = { 'Content-Type': 'application/x-www-form-urlencoded' };
  try {
    const limits = { timeoutMs, ...fetchLimits, accept: 'application/json' };
    const { status, body: text } = await guardedPost(url, { headers, body }, limits);
    return parseTokens(host, status, text);
  } catch (error) {
    if (error instanceof TokenError) {
      log.warn({ host, problem: error.message }, 'token request rejected');
      throw error;
    }
    if (!(error instanceof FetchError)) throw error;
    log.warn({ host, fault: error.code }, 'token request failed');
    if (error.code === 'refused')
      throw new TokenError(`Requests to the host ${host} are not allowed; see --fetch-hosts.`);
    throw new TokenError(`${host} is unreachable or did not respond in time.`);
  }
}

/** Revokes a token. Returns false if there is no revocation URL, or the provider does not accept the revocation. */
export async function revokeToken(
  { fetchLimits, log }: Pick<ExtensionServices, 'fetchLimits' | 'log'>,
  { revoke_url: url }: ProviderSettings,
  token: string,
): Promise<boolean> {
  if (url === '') return false;
  const headers = { 'Content-Type': 'application/x-www-form-urlencoded' };
  try {
    const body = new URLSearchParams({ token }).toString();
    const limits = { timeoutMs, ...fetchLimits, accept: 'application/json' };
    return (await guardedPost(url, { headers, body }, limits)).status === 200;
  } catch (error) {
    if (!(error instanceof FetchError)) throw error;
    log.warn({ host: new URL(url).host, fault: error.code }, 'token revocation failed');
    return false;
  }
}

function parseTokens(host: string, status: number, text: string): Tokens {
  const response = parseJsonObject(text);
  if (status !== 200) {
    const known =
      typeof response.error === 'string' && Object.hasOwn(errorMessages, response.error) ? response.error : undefined;
    const reason =
      known === undefined
        ? `responded with status ${status} and no known error code`
        : `${errorMessages[known]} (${known})`;
    throw new TokenError(`${host} ${reason}.`, known !== undefined);
  }
  const {
    access_token: accessToken,
    refresh_token: refreshToken = '',
    token_type: type,
    expires_in: lifetime,
  } = response;
  if (
    !isToken(accessToken) ||
    (refreshToken !== '' && !isToken(refreshToken)) ||
    typeof type !== 'string' ||
    !/^bearer$/i.test(type)
  )
    throw new TokenError(`${host} returned an invalid token response.`);
  const seconds = typeof lifetime === 'number' || typeof lifetime === 'string' ? Number(lifetime) : 0;
  return {
    accessToken,
    refreshToken,
    lifetime: seconds > 0 && seconds < Number.POSITIVE_INFINITY ? Math.min(seconds, maxLifetime) : defaultLifetime,
    account: readAccount(response.id_token),
  };
}

/** Default and maximum lifetime of access tokens, in seconds. The default applies if a provider returns no valid lifetime. */
const [defaultLifetime, maxLifetime] = [3600, 24 * 3600];

const isToken = (value: unknown): value is string => typeof value === 'string' && /^[\x21-\x7e]{1,8192}$/.test(value);

function parseJsonObject(text: string): Readonly<Record<string, unknown>> {
  try {
    const value: unknown = JSON.parse(text);
    return isObject(value) ? value : {};
  } catch {
    return {};
  }
}

/**
 * Returns the email address in an ID token (`email` or `preferred_username`); an empty string if there is none. The signature is not
 * verified, because the token was received directly from the provider (OIDC core §3.1.3.7).
 */
function readAccount(token: unknown): string {
  if (typeof token !== 'string') return '';
  const { email, preferred_username: name } = parseJsonObject(
    Buffer.from(token.split('.')[1] ?? '', 'base64url').toString(),
  );
  return [email, name].filter((each) => typeof each === 'string').find(isMailAddress) ?? '';
}
