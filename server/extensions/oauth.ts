// The OAuth 2.0 client for extensions: authorization codes with PKCE (RFC 6749 §4.1, RFC 7636), refresh tokens (RFC 6749 §6) and
// revocation (RFC 7009). oauth4webapi creates the requests and validates the responses; the guarded fetch sends the requests. Messages
// and logs never quote responses, because they may contain secrets.
import { createHash, randomUUID } from 'node:crypto';
import type { Secrets } from '../access/sealed.ts';
import { FetchError, type FetchLimits, guardedPost } from '../fetch/guarded-fetch.ts';
import type { Clock } from '../time/zone.ts';

/** An authorization server, and the credentials with which the site is registered there. */
export interface OAuthServer {
  readonly authorizeUrl: string;
  readonly tokenUrl: string;
  /** The revocation URL; empty for none. */
  readonly revokeUrl: string;
  readonly clientId: string;
  /** Empty for a client without a secret. */
  readonly clientSecret: string;
}

/** An authorization to start. */
export interface OAuthRequest {
  /** The URL to which the server redirects, which must be registered there. */
  readonly redirectUri: string;
  /** Additional parameters of the authorization URL, such as `scope`. */
  readonly parameters: Readonly<Record<string, string>>;
  /** A text that `readState` returns. It is signed, but not encrypted. */
  readonly context: string;
}

/** An authorization that was started. */
export interface OAuthAuthorization {
  /** The URL to which the user is redirected. */
  readonly url: string;
  /** Random ID of the authorization. */
  readonly nonce: string;
  /** Time until which `readState` accepts the state, in milliseconds since 1970: ten minutes after the start. */
  readonly expires: number;
}

/** The tokens that a server has issued. */
export interface OAuthTokens {
  readonly accessToken: string;
  /** New refresh token; empty if the server issued none, so that a previous one remains valid. */
  readonly refreshToken: string;
  /** Lifetime of the access token, at most a day; an hour if the server returns no valid lifetime. */
  readonly lifetimeSeconds: number;
  /**
   * The claims of the ID token; empty if there is none. The signature is not verified, because the token was received directly from the
   * server (OIDC core §3.1.3.7).
   */
  readonly claims: Readonly<Record<string, unknown>>;
  /** All properties of the response. */
  readonly properties: Readonly<Record<string, unknown>>;
}

/** Why a server returned no valid tokens: an error code of RFC 6749 §5.2, or one of these. */
export type OAuthFailure =
  | (typeof errorCodes)[number]
  /** The token URL is invalid. */
  | 'invalid_url'
  /** Secrets would be sent without encryption. */
  | 'not_encrypted'
  /** The operator does not allow requests to the host. */
  | 'host_not_allowed'
  /** The server is unreachable, or did not respond in time. */
  | 'unreachable'
  /** The response is invalid, or an error without a known code. */
  | 'invalid_response';

/** Error codes of token responses (RFC 6749 §5.2). */
const errorCodes = [
  ...(['invalid_request', 'invalid_client', 'invalid_grant', 'unauthorized_client'] as const),
  ...(['unsupported_grant_type', 'invalid_scope'] as const),
] as const;

/** Thrown when a server returns no valid tokens. The message is a sentence without secrets. */
export class OAuthError extends Error {
  override readonly name = 'OAuthError';
  readonly reason: OAuthFailure;

  constructor(message: string, reason: OAuthFailure = 'invalid_response') {
    super(message);
    this.reason = reason;
  }
}

/** The OAuth 2.0 client of an extension. */
export interface OAuthClient {
  /**
   * Starts an authorization. The extension stores the nonce and deletes it in the transaction that accepts the callback, so that the
   * authorization can be completed only once.
   */
  authorize(server: OAuthServer, request: OAuthRequest): OAuthAuthorization;
  /** Returns the nonce and the context of the authorization to which a submitted `state` belongs; undefined if it is invalid or expired. */
  readState(state: unknown): { readonly nonce: string; readonly context: string } | undefined;
  /** Requests tokens for the code of the authorization with this nonce. Throws OAuthError. */
  exchangeCode(
    server: OAuthServer,
    grant: { readonly code: string; readonly nonce: string; readonly redirectUri: string },
  ): Promise<OAuthTokens>;
  /** Requests new tokens. Throws OAuthError. */
  refresh(server: OAuthServer, refreshToken: string): Promise<OAuthTokens>;
  /** Revokes a token. Returns false if there is no valid revocation URL, or the server does not accept the revocation. */
  revoke(server: OAuthServer, token: string): Promise<boolean>;
}

/** The services of an extension that its OAuth client uses. */
export interface OAuthDeps {
  readonly secrets: Secrets;
  readonly clock: Clock;
  readonly fetchLimits: FetchLimits;
  readonly log: { warn(fields: object, event: string): void };
}

/** Time within which users must complete an authorization, in milliseconds. */
const authorizationTimeoutMs = 10 * 60 * 1000;

/** Default timeout of a request, in milliseconds. */
const requestTimeoutMs = 15_000;

/** Default and maximum lifetime of access tokens, in seconds. */
const [defaultLifetime, maxLifetime] = [3600, 24 * 3600];

/** Purpose of the seal of the parameter `state`. */
const statePurpose = 'oauth state';

/** Error messages without their subject, the host of the server, keyed by the error codes of RFC 6749 §5.2. */
const errorMessages: Readonly<Record<(typeof errorCodes)[number], string>> = {
  invalid_request: 'rejected the request as malformed',
  invalid_client: 'rejected client_id and client_secret',
  invalid_grant:
    'rejected the authorization, which was used before, has expired or was revoked; connect the account again',
  unauthorized_client: 'does not allow this client to request tokens',
  unsupported_grant_type: 'does not support this grant type',
  invalid_scope: 'does not allow the requested scope',
};

/** Returns the OAuth client of an extension. The library is loaded with the first request. */
export function makeOAuthClient(deps: OAuthDeps): OAuthClient {
  const { clock, log } = deps;
  const { secret, seal, unseal } = deps.secrets;
  /** The code verifier is derived from the nonce, so that it need not be stored. */
  const codeVerifier = (nonce: string) => secret(`verifier ${nonce}`);

  /** Sends a token request and validates the response. */
  async function requestTokens(
    server: OAuthServer,
    send: (library: Library, parties: Parties) => Promise<Response>,
  ): Promise<OAuthTokens> {
    if (!URL.canParse(server.tokenUrl)) throw new OAuthError('The token URL is invalid.', 'invalid_url');
    const library = await import('oauth4webapi');
    const { host } = new URL(server.tokenUrl);
    const exchange = new Exchange(deps.fetchLimits);
    const parties = partiesOf(library, server, server.tokenUrl, exchange);
    try {
      const response = await send(library, parties);
      const tokens = await library.processGenericTokenEndpointResponse(parties.as, parties.client, response);
      return readTokens(host, tokens.token_type, exchange.properties);
    } catch (error) {
      if (error instanceof FetchError) {
        log.warn({ host, fault: error.code }, 'token request failed');
        throw error.code === 'refused'
          ? new OAuthError(`Requests to the host ${host} are not allowed; see --fetch-hosts.`, 'host_not_allowed')
          : new OAuthError(`${host} is unreachable or did not respond in time.`, 'unreachable');
      }
      const tokenError = toOAuthError(library, error, host, exchange.status);
      if (tokenError) log.warn({ host, problem: tokenError.message }, 'token request rejected');
      throw tokenError ?? error;
    }
  }

  return {
    authorize({ authorizeUrl, clientId }, { redirectUri, parameters, context }) {
      const [nonce, expires] = [randomUUID(), clock() + authorizationTimeoutMs];
      const url = new URL(authorizeUrl);
      const all = {
        ...{ ...parameters, response_type: 'code', client_id: clientId, redirect_uri: redirectUri },
        state: seal(statePurpose, { nonce, context }, expires),
        code_challenge: createHash('sha256').update(codeVerifier(nonce)).digest('base64url'),
        code_challenge_method: 'S256',
      };
      for (const [name, value] of Object.entries(all)) url.searchParams.set(name, value);
      return { url: url.href, nonce, expires };
    },
    readState(state) {
      const value = typeof state === 'string' ? unseal(statePurpose, state) : undefined;
      const { nonce, context } = isObject(value) ? value : {};
      return typeof nonce === 'string' && typeof context === 'string' ? { nonce, context } : undefined;
    },
    exchangeCode: (server, { code, nonce, redirectUri }) =>
      requestTokens(server, async (library, { as, client, authentication, options }) => {
        // The sealed state has already been verified.
        const parameters = library.validateAuthResponse(as, client, new URLSearchParams({ code }));
        const verifier = codeVerifier(nonce);
        return library.authorizationCodeGrantRequest(
          as,
          client,
          authentication,
          parameters,
          redirectUri,
          verifier,
          options,
        );
      }),
    refresh: (server, refreshToken) =>
      requestTokens(server, (library, { as, client, authentication, options }) =>
        library.refreshTokenGrantRequest(as, client, authentication, refreshToken, options),
      ),
    async revoke(server, token) {
      const { revokeUrl } = server;
      if (!URL.canParse(revokeUrl)) return false;
      const library = await import('oauth4webapi');
      const exchange = new Exchange(deps.fetchLimits);
      const { as, client, authentication, options } = partiesOf(library, server, revokeUrl, exchange);
      try {
        await library.processRevocationResponse(
          await library.revocationRequest(as, client, authentication, token, options),
        );
        return true;
      } catch (error) {
        const { host } = new URL(revokeUrl);
        if (error instanceof FetchError) log.warn({ host, fault: error.code }, 'token revocation failed');
        else if (!toOAuthError(library, error, host, exchange.status)) throw error;
        return false;
      }
    },
  };
}

type Library = typeof import('oauth4webapi');

/** The server and the client in the terms of the library. */
type Parties = ReturnType<typeof partiesOf>;

/** Returns the parties of a request to `url`. */
function partiesOf(library: Library, server: OAuthServer, url: string, exchange: Exchange) {
  const { tokenUrl, revokeUrl, clientId, clientSecret } = server;
  return {
    as: { issuer: new URL(url).origin, token_endpoint: tokenUrl, revocation_endpoint: revokeUrl },
    client: { client_id: clientId },
    authentication: clientSecret === '' ? library.None() : library.ClientSecretPost(clientSecret),
    options: {
      [library.customFetch]: exchange.send,
      [library.allowInsecureRequests]: exchange.mayUseHttp(new URL(url)),
    },
  };
}

/** One request through the guarded fetch, and its response. */
class Exchange {
  readonly #limits: FetchLimits;
  /** Status of the response; 0 before it. */
  status = 0;
  /** The properties of a response that is a JSON object; otherwise none. */
  properties: Readonly<Record<string, unknown>> = {};

  constructor(limits: FetchLimits) {
    this.#limits = limits;
  }

  /** Whether secrets may be sent over HTTP: to this machine, or to a host that the operator allows. */
  mayUseHttp({ hostname }: URL): boolean {
    return ['localhost', '127.0.0.1'].includes(hostname) || this.#limits.hosts?.has(hostname) === true;
  }

  /** Sends a request of the library, and returns the response in the form that the library validates. */
  readonly send = async (url: string, { body }: { readonly body: URLSearchParams }): Promise<Response> => {
    const headers = { 'Content-Type': 'application/x-www-form-urlencoded' };
    const limits = { timeoutMs: requestTimeoutMs, ...this.#limits, accept: 'application/json' };
    const { status, body: text } = await guardedPost(url, { headers, body: body.toString() }, limits);
    if (status < 200 || status > 599) throw new FetchError('answered', 'the response status is invalid');
    this.status = status;
    this.properties = parseJsonObject(text) ?? {};
    const hasNoBody = status === 204 || status === 205 || status === 304;
    // Some servers send a wrong content type, which does not matter, because the body is parsed as JSON in any case.
    const responseHeaders = { 'Content-Type': 'application/json' };
    return new Response(hasNoBody ? null : validatedText(text), { status, headers: responseHeaders });
  };
}

/**
 * Returns the part of a token response that the library validates: all of it except an ID token, whose issuer the settings of servers do
 * not contain, and a lifetime that is not a positive number, for which the default is used.
 */
function validatedText(text: string): string {
  const properties = parseJsonObject(text);
  if (!properties) return text;
  const { id_token: _idToken, expires_in: lifetime, ...rest } = properties;
  return JSON.stringify(readLifetime(lifetime) === undefined ? rest : { ...rest, expires_in: lifetime });
}

/** Returns the error to throw instead of an error of the library; undefined for other errors. */
function toOAuthError(library: Library, error: unknown, host: string, status: number): OAuthError | undefined {
  if (error instanceof OAuthError) return error;
  if (error instanceof library.ResponseBodyError) {
    const code = errorCodes.find((each) => each === error.error);
    if (code) return new OAuthError(`${host} ${errorMessages[code]} (${code}).`, code);
  }
  if (error instanceof library.OperationProcessingError && error.code === library.HTTP_REQUEST_FORBIDDEN)
    return new OAuthError(`Secrets are sent to the host ${host} only over HTTPS.`, 'not_encrypted');
  const isInvalidResponse =
    error instanceof library.ResponseBodyError ||
    error instanceof library.OperationProcessingError ||
    error instanceof library.UnsupportedOperationError;
  if (!isInvalidResponse) return undefined;
  if (status === 200) return invalidResponse(host);
  return new OAuthError(`${host} responded with status ${status} and no known error code.`);
}

const invalidResponse = (host: string) => new OAuthError(`${host} returned an invalid token response.`);

/** Returns the tokens in a response that the library has validated. Throws OAuthError if they cannot be sent in headers. */
function readTokens(host: string, tokenType: string, properties: OAuthTokens['properties']): OAuthTokens {
  const { access_token: accessToken, refresh_token: refreshToken = '', expires_in: lifetime } = properties;
  if (tokenType !== 'bearer' || !isToken(accessToken) || (refreshToken !== '' && !isToken(refreshToken)))
    throw invalidResponse(host);
  return {
    ...{ accessToken, refreshToken, properties },
    lifetimeSeconds: Math.min(readLifetime(lifetime) ?? defaultLifetime, maxLifetime),
    claims: readClaims(properties.id_token),
  };
}

/** Whether a value is a token, which has printable characters only. */
const isToken = (value: unknown): value is string => typeof value === 'string' && /^[\x21-\x7e]{1,8192}$/.test(value);

/** Returns a lifetime in seconds; undefined if it is not a positive number. */
function readLifetime(value: unknown): number | undefined {
  const seconds = typeof value === 'number' || typeof value === 'string' ? Number(value) : 0;
  return seconds > 0 && seconds < Number.POSITIVE_INFINITY ? seconds : undefined;
}

/** Returns the claims of an ID token; none if it is malformed. */
function readClaims(token: unknown): Readonly<Record<string, unknown>> {
  if (typeof token !== 'string') return {};
  return parseJsonObject(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString()) ?? {};
}

function parseJsonObject(text: string): Readonly<Record<string, unknown>> | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return isObject(value) ? value : undefined;
  } catch {
    return undefined;
  }
}

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
