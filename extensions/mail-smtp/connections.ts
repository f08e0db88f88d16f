// Connects accounts at providers with OAuth (RFC 6749 §4.1, RFC 7636), provides their access tokens, and disconnects them.
import {
  ApiError,
  type Call,
  type ExtensionServices,
  isMailAddress,
  MailProblem,
  OAuthError,
  type OAuthTokens,
} from 'octavo/extension';
import {
  callbackPath,
  type MailSmtpOperations,
  oauthServer,
  type Provider,
  type ProviderSettings,
  presentSettings,
  providers,
  type Services,
} from './contract.ts';
import { optionalObject, requireProvider } from './parameters.ts';
import {
  type Connection,
  consumePending,
  deleteConnection,
  deleteExpiredPending,
  deletePending,
  findConnection,
  insertConnection,
  insertPending,
  renewConnection,
  setProblem,
} from './store.ts';
import { updateSettings } from './update-settings.ts';

/** Authorization parameters of each provider. They request permission to send mail, offline access, and the address of the account. */
const authorizationParameters: Readonly<Record<Provider, Readonly<Record<string, string>>>> = {
  google: { scope: 'https://mail.google.com/ openid email', access_type: 'offline', prompt: 'consent' },
  microsoft: {
    scope: 'https://outlook.office.com/SMTP.Send offline_access openid email',
    prompt: 'select_account',
  },
};

/** Returns the redirect URI, which must be registered with the provider. */
export const redirectUri = ({ site }: Pick<Services, 'site'>): string => site.urls.rest + callbackPath;

/**
 * Stores the submitted `settings` of the mailer, if there are any, and responds with the authorization URL.
 *
 * Throws ApiError 400 `mail_smtp_client_needed` if `client_id` or `client_secret` is not set, and the errors of `updateSettings`.
 */
export const getOauthUrl = (services: Services): MailSmtpOperations['get-oauth-url'] => ({
  async run(call) {
    const mailer = requireProvider(call);
    const submitted = optionalObject(call, 'settings');
    const { url, expires } = await services.database.transaction(async (tx) => {
      const { [mailer]: settings } = submitted
        ? await updateSettings(services, tx, call, { [mailer]: submitted })
        : await services.settings.read(tx);
      if (settings.client_id === '' || settings.client_secret === '')
        throw new ApiError('mail_smtp_client_needed', 400, `Set client_id and client_secret of ${mailer} first.`);
      const authorization = services.http.oauth.authorize(oauthServer(settings), {
        redirectUri: redirectUri(services),
        parameters: {
          ...authorizationParameters[mailer],
          ...(settings.user !== '' && { login_hint: settings.user }),
        },
        context: mailer,
      });
      const { nonce, expires } = authorization;
      await tx.run(deleteExpiredPending, { before: services.clock() });
      await tx.run(insertPending, { nonce, mailer, expires });
      return authorization;
    });
    const until = new Date(expires).toISOString();
    return { kind: 'value', value: { mailer, oauth_url: url, redirect_uri: redirectUri(services), expires: until } };
  },
});

/**
 * Requests tokens and stores them as the connection of the mailer. If this fails, an existing connection does not change.
 *
 * Throws ApiError 400 `mail_smtp_oauth_state` if `state` is unknown, used or expired, `mail_smtp_oauth_denied` if the authorization was
 * denied, and `mail_smtp_oauth_failed` if the provider returns no tokens or no account, or the settings have changed.
 */
export const oauthCallback = (services: Services): MailSmtpOperations['oauth-callback'] => ({
  async run(call) {
    const { state, code, error } = call.args;
    const { mailer, nonce } = await consumeState(services, state);
    if (error !== '' || code === '')
      throw new ApiError(
        'mail_smtp_oauth_denied',
        400,
        error === 'access_denied'
          ? `The authorization was denied at ${mailer}. Nothing was changed.`
          : `${mailer} returned no code. Nothing was changed; start again.`,
      );
    const { [mailer]: settings } = await services.settings.read();
    const grant = { code, nonce, redirectUri: redirectUri(services) };
    const tokens = await withApiError(services.http.oauth.exchangeCode(oauthServer(settings), grant));
    const account = accountOf(tokens) || settings.user;
    if (tokens.refreshToken === '')
      throw oauthFailed(`${mailer} returned no refresh token; connect the account again.`);
    if (account === '')
      throw oauthFailed(`${mailer} did not return the account; set ${mailer}[user], and start again.`);
    await services.database.transaction(async (tx) => {
      await tx.lock('settings of mail-smtp');
      const { [mailer]: current } = await services.settings.read(tx);
      if (JSON.stringify(current) !== JSON.stringify(settings))
        throw oauthFailed('The settings were changed during the authorization; start again.');
      const connected = services.clock();
      await tx.run(deleteConnection, { mailer });
      await tx.run(insertConnection, {
        ...{ mailer, account, connected, problem: '' },
        refresh_token: tokens.refreshToken,
        access_token: tokens.accessToken,
        expires: connected + tokens.lifetimeSeconds * 1000,
      });
      await services.record.settingsChange(tx, call, [`${mailer}.connection`]);
    });
    services.log.info({ mailer }, 'mail account connected');
    return { kind: 'value', value: { mailer, connected: true, account }, headers: { 'Cache-Control': 'no-store' } };
  },
});

/** Returns the mailer and the nonce in `state`, and invalidates `state`, so that it can be used only once. */
async function consumeState(services: Services, state: string): Promise<{ mailer: Provider; nonce: string }> {
  const { context, nonce } = services.http.oauth.readState(state) ?? {};
  const mailer = providers.find((each) => each === context);
  const isConsumed =
    mailer !== undefined &&
    nonce !== undefined &&
    (await services.database.transaction((tx) => tx.run(consumePending, { nonce }))).changes === 1;
  if (isConsumed) return { mailer, nonce };
  throw new ApiError(
    'mail_smtp_oauth_state',
    400,
    'The authorization is unknown or has expired. Nothing was changed; start again.',
  );
}

/** Returns the email address in the ID token (`email` or `preferred_username`); an empty string if there is none. */
const accountOf = ({ claims: { email, preferred_username: name } }: OAuthTokens): string =>
  [email, name].filter((each) => typeof each === 'string').find(isMailAddress) ?? '';

const oauthFailed = (message: string) => new ApiError('mail_smtp_oauth_failed', 400, message);

async function withApiError(request: Promise<OAuthTokens>): Promise<OAuthTokens> {
  try {
    return await request;
  } catch (error) {
    throw error instanceof OAuthError ? oauthFailed(error.message) : error;
  }
}

/** Returns a connection for responses, without its tokens. */
export async function connectedData(services: ExtensionServices, mailer: Provider): Promise<object> {
  const found = await findConnection(services.database.read, mailer);
  if (!found) return { mailer, connected: false, account: null, connected_since: null, problem: null };
  return {
    mailer,
    connected: true,
    account: found.account,
    connected_since: new Date(found.connected).toISOString(),
    problem: found.problem || null,
  };
}

/** Responds with the connection of `mailer`. Throws ApiError 400 if `mailer` is invalid. */
export const getConnectedData = (services: ExtensionServices): MailSmtpOperations['get-connected-data'] => ({
  run: async (call) => ({ kind: 'value', value: await connectedData(services, requireProvider(call)) }),
});

/** Deletes the connection of `mailer`. The settings of the mailer do not change, so that it can be connected again. */
export const removeOauthConnection = (services: Services): MailSmtpOperations['remove-oauth-connection'] => ({
  async run(call) {
    const mailer = requireProvider(call);
    return { kind: 'value', value: { mailer, ...(await removeConnection(services, call, mailer)) } };
  },
});

/** The result of removing a connection. */
interface RemovalResult {
  /** Whether a connection was deleted. */
  readonly removed: boolean;
  /** Whether the provider has revoked the token. If not, users can revoke it in the settings of their account. */
  readonly revoked: boolean;
}

/** Deletes the connection to a provider and pending authorizations, then revokes the token. A failed revocation restores nothing. */
async function removeConnection(
  services: Services,
  call: Pick<Call, 'actor' | 'from'>,
  mailer: Provider,
): Promise<RemovalResult> {
  const { settings, connection } = await services.database.transaction(async (tx) => {
    await tx.lock('settings of mail-smtp');
    const found = await findConnection(tx, mailer);
    await tx.run(deletePending, { mailer });
    await tx.run(deleteConnection, { mailer });
    if (found) await services.record.settingsChange(tx, call, [`${mailer}.connection`]);
    return { settings: await services.settings.read(tx), connection: found };
  });
  if (!connection) return { removed: false, revoked: false };
  const revoked = await services.http.oauth.revoke(oauthServer(settings[mailer]), connection.refresh_token);
  return { removed: true, revoked };
}

/** Time before the expiry of a token from which it is refreshed, in milliseconds: a token must remain valid while mail is sent. */
const expiryMarginMs = 60_000;

/**
 * Returns the account that is connected at a provider, and a valid access token. Throws MailProblem `incomplete` if no account is
 * connected, and `login` if the provider issues no new token.
 */
export async function getAccessToken(
  services: ExtensionServices,
  provider: Provider,
  settings: ProviderSettings,
): Promise<{ readonly user: string; readonly accessToken: string }> {
  const { database, clock } = services;
  const isValid = (found: Connection) => found.expires - expiryMarginMs > clock();
  const stored = await findConnection(database.read, provider);
  if (!stored) throw new MailProblem('incomplete', `The mailer ${provider} is not connected to an account.`);
  if (isValid(stored)) return { user: stored.account, accessToken: stored.access_token };
  const before = stored.refresh_token;
  try {
    const { accessToken, refreshToken, lifetimeSeconds } = await services.http.oauth.refresh(
      oauthServer(settings),
      before,
    );
    const refresh_token = refreshToken || before;
    const expires = clock() + lifetimeSeconds * 1000;
    await database.transaction((tx) =>
      tx.run(renewConnection, { mailer: provider, before, refresh_token, access_token: accessToken, expires }),
    );
    return { user: stored.account, accessToken };
  } catch (error) {
    if (!(error instanceof OAuthError)) throw error;
    const problem = error.message;
    // Another process may have used the refresh token first. Some providers accept it only once.
    const refreshed = await findConnection(database.read, provider);
    if (refreshed && isValid(refreshed)) return { user: refreshed.account, accessToken: refreshed.access_token };
    await database.transaction((tx) => tx.run(setProblem, { mailer: provider, before, problem }));
    throw new MailProblem('login', problem);
  }
}

/**
 * Selects the configured mail server again, and disconnects the selected mailer. Its password or connection is deleted; the other
 * settings of the mailer do not change.
 */
export const mailerDisconnect = (services: Services): MailSmtpOperations['mailer-disconnect'] => ({
  async run(call) {
    const { mailer } = (await services.settings.read()).mail;
    const isProvider = mailer === 'google' || mailer === 'microsoft';
    const removed = isProvider ? await removeConnection(services, call, mailer) : undefined;
    const clearedSecrets = mailer === 'smtp' ? { smtp: { password: '' } } : {};
    const settings = await services.database.transaction((tx) =>
      updateSettings(services, tx, call, { mail: { mailer: 'none' }, ...clearedSecrets }),
    );
    const value = {
      ...{ mailer, disconnected: mailer !== 'none', revoked: removed?.revoked ?? false },
      settings: presentSettings(settings),
    };
    return { kind: 'value', value };
  },
});
