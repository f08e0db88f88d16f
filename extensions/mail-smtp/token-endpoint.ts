// Asking a provider for tokens (RFC 6749 §4.1.3 and §6), and giving them back (RFC 7009). Nothing that a provider says is
// quoted, for it has our secrets.
import { type ExtensionServices, FetchFailed, guardedSend, isMailAddress } from 'octavo/extension';
import { isObject } from './sent.ts';
import type { ProviderSettings } from './settings.ts';

export interface Tokens {
  readonly accessToken: string;
  /** Empty: none was given, the one before holds on. */
  readonly refreshToken: string;
  /** How long the access token holds. Seconds. */
  readonly lifetime: number;
  /** The address of the account; empty: the provider does not tell. */
  readonly account: string;
}

/** Thrown where a provider gives no tokens; the message is one sentence without secrets. */
export class NoTokens extends Error {
  override readonly name = 'NoTokens';
  /** Whether the provider has said no for good: asking again with the same would be of no use. */
  readonly final: boolean;

  constructor(message: string, final = false) {
    super(message);
    this.final = final;
  }
}

/** How long a provider is waited for. Milliseconds. */
const patience = 15_000;

/** What a provider may say (RFC 6749 §5.2), in words for who has set it up. */
const refusals: Readonly<Record<string, string>> = {
  invalid_request: 'finds something missing in the request',
  invalid_client: 'does not know client_id and client_secret',
  invalid_grant: 'says that what was allowed is used, has ended, or was taken back; connect the account again',
  unauthorized_client: 'does not let this client ask for tokens',
  unsupported_grant_type: 'does not give tokens in this way',
  invalid_scope: 'does not let this client send mail',
};

/** Asks for tokens with what is granted. Throws NoTokens. */
export async function askForTokens(
  { fetchLimits, log }: Pick<ExtensionServices, 'fetchLimits' | 'log'>,
  { token_url: address, client_id, client_secret }: ProviderSettings,
  granted: Readonly<Record<string, string>>,
): Promise<Tokens> {
  const { host } = new URL(address);
  const body = new URLSearchParams({ client_id, client_secret, ...granted }).toString();
  const headers = { 'Content-Type': 'application/x-www-form-urlencoded' };
  try {
    const limits = { patience, ...fetchLimits, accept: 'application/json' };
    const { status, body: text } = await guardedSend(address, { headers, body }, limits);
    return tokensIn(host, status, text);
  } catch (error) {
    if (error instanceof NoTokens) {
      log.warn({ host, problem: error.message }, 'a provider gives no tokens');
      throw error;
    }
    if (!(error instanceof FetchFailed)) throw error;
    log.warn({ host, fault: error.fault }, 'a provider cannot be asked for tokens');
    if (error.fault === 'refused') throw new NoTokens(`${host} is no host that may be asked for tokens from here.`);
    throw new NoTokens(`${host} could not be reached, or took too long to answer.`);
  }
}

/** Gives tokens back; whether the provider has taken them. */
export async function giveBackToken(
  { fetchLimits, log }: Pick<ExtensionServices, 'fetchLimits' | 'log'>,
  { revoke_url: address }: ProviderSettings,
  token: string,
): Promise<boolean> {
  if (address === '') return false;
  const headers = { 'Content-Type': 'application/x-www-form-urlencoded' };
  try {
    const body = new URLSearchParams({ token }).toString();
    const limits = { patience, ...fetchLimits, accept: 'application/json' };
    return (await guardedSend(address, { headers, body }, limits)).status === 200;
  } catch (error) {
    if (!(error instanceof FetchFailed)) throw error;
    log.warn({ host: new URL(address).host, fault: error.fault }, 'a token could not be given back');
    return false;
  }
}

function tokensIn(host: string, status: number, text: string): Tokens {
  const said = parsed(text);
  if (status !== 200) {
    const known = typeof said.error === 'string' && Object.hasOwn(refusals, said.error) ? said.error : undefined;
    const why = known === undefined ? `answers ${status} and no reason that is known` : `${refusals[known]} (${known})`;
    throw new NoTokens(`${host} ${why}.`, known !== undefined);
  }
  const { access_token: accessToken, refresh_token: refreshToken = '', token_type: type, expires_in: lifetime } = said;
  if (
    !isToken(accessToken) ||
    (refreshToken !== '' && !isToken(refreshToken)) ||
    typeof type !== 'string' ||
    !/^bearer$/i.test(type)
  )
    throw new NoTokens(`${host} answers with something that is no token.`);
  const seconds = typeof lifetime === 'number' || typeof lifetime === 'string' ? Number(lifetime) : 0;
  return {
    accessToken,
    refreshToken,
    lifetime: seconds > 0 && seconds < Number.POSITIVE_INFINITY ? Math.min(seconds, longest) : usual,
    account: accountIn(said.id_token),
  };
}

/** How long tokens hold of which nothing is said, and at most. Seconds. */
const [usual, longest] = [3600, 24 * 3600];

const isToken = (value: unknown): value is string => typeof value === 'string' && /^[\x21-\x7e]{1,8192}$/.test(value);

function parsed(text: string): Readonly<Record<string, unknown>> {
  try {
    const value: unknown = JSON.parse(text);
    return isObject(value) ? value : {};
  } catch {
    return {};
  }
}

/** The account that an ID token names. It came from the provider itself, so nobody else needs to vouch for it (OIDC core §3.1.3.7). */
function accountIn(token: unknown): string {
  if (typeof token !== 'string') return '';
  const { email, preferred_username: name } = parsed(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString());
  return [email, name].filter((each) => typeof each === 'string').find(isMailAddress) ?? '';
}
