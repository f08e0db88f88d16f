// Starts and completes the authorizations that connect accounts at providers with OAuth (RFC 6749 §4.1, RFC 7636).
import {
  ApiError,
  type Call,
  isMailAddress,
  OAuthError,
  type OAuthFailure,
  type OAuthTokens,
  type Outcome,
} from 'octavo/extension';
import { findBrowser, serializeBrowserCookie } from './browser-cookie.ts';
import {
  callbackPath,
  type MailSmtpOperations,
  oauthServer,
  type Provider,
  type ProviderSettings,
  providers,
  type Services,
} from './contract.ts';
import { optionalObject, requireProvider, returnsToAdmin } from './parameters.ts';
import { consumePending, deleteConnection, deleteExpiredPending, insertConnection, insertPending } from './store.ts';
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
 * Stores the submitted `settings` of the mailer, if there are any, and responds with the authorization URL. If the authorization returns to
 * the admin, a cookie ties it to this browser.
 *
 * Throws ApiError 400 `mail_smtp_client_needed` if `client_id` or `client_secret` is not set, and the errors of `updateSettings`.
 */
export const getOauthUrl = (services: Services): MailSmtpOperations['get-oauth-url'] => ({
  async run(call) {
    const mailer = requireProvider(call);
    const submitted = optionalObject(call, 'settings');
    const browser = returnsToAdmin(call) ? (findBrowser(services, call) ?? crypto.randomUUID()) : undefined;
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
        context: browser === undefined ? mailer : `${mailer} ${browser}`,
      });
      const { nonce, expires } = authorization;
      await tx.run(deleteExpiredPending, { before: services.clock() });
      await tx.run(insertPending, { nonce, mailer, expires });
      return authorization;
    });
    const until = new Date(expires).toISOString();
    const value = { mailer, oauth_url: url, redirect_uri: redirectUri(services), expires: until };
    if (browser === undefined) return { kind: 'value', value };
    return { kind: 'value', value, headers: { 'Set-Cookie': serializeBrowserCookie(services, browser) } };
  },
});

/** Why an account was not connected. The screen of the admin says what to do about each. */
type Failure =
  | OAuthFailure
  /** The authorization is unknown, was completed before, or has expired. */
  | 'unknown_state'
  /** The authorization was started in another browser, or at another URL of the site. */
  | 'other_browser'
  | 'access_denied'
  /** The provider redirected with another error, or without a code. */
  | 'no_code'
  | 'no_refresh_token'
  | 'no_account'
  /** The settings of the mailer were changed after the authorization was started. */
  | 'settings_changed';

/** Thrown when an account is not connected. */
class ConnectionFailed extends Error {
  readonly reason: Failure;
  /** The error for clients other than the admin. */
  readonly error: ApiError;

  constructor(reason: Failure, error: ApiError) {
    super(error.message);
    this.reason = reason;
    this.error = error;
  }
}

/**
 * Requests tokens and stores them as the connection of the mailer. If this fails, an existing connection does not change. An authorization
 * that was started in the admin, and a failure in a browser with its cookie, redirect to the admin.
 *
 * Throws ApiError 400 `mail_smtp_oauth_state` if `state` is unknown, used or expired, `mail_smtp_oauth_denied` if the authorization was
 * denied, and `mail_smtp_oauth_failed` if the provider returns no tokens or no account, or the settings have changed.
 */
export const oauthCallback = (services: Services): MailSmtpOperations['oauth-callback'] => ({
  async run(call) {
    const authorization = findAuthorization(services, call.args.state);
    const browser = findBrowser(services, call);
    const isForAdmin = authorization === undefined ? browser !== undefined : authorization.browser !== undefined;
    try {
      const { mailer, account } = await connect(services, call, authorization, browser);
      if (isForAdmin) return redirectToAdmin(services, { connected: mailer });
      return { kind: 'value', value: { mailer, connected: true, account }, headers: { 'Cache-Control': 'no-store' } };
    } catch (error) {
      if (!(error instanceof ConnectionFailed)) throw error;
      if (!isForAdmin) throw error.error;
      return redirectToAdmin(services, {
        failed: error.reason,
        ...(authorization && { mailer: authorization.mailer }),
      });
    }
  },
});

/**
 * Returns a redirect to the screen of the admin for emails. Its URL contains no secrets and no texts, which links of others could contain,
 * too. The provider and other sites do not receive the URL of the callback, which contains the code.
 */
const redirectToAdmin = ({ site }: Services, result: Readonly<Record<string, string>>): Outcome<never> => ({
  kind: 'value',
  status: 303,
  value: result,
  headers: {
    'Cache-Control': 'no-store',
    'Referrer-Policy': 'no-referrer',
    Location: `${site.urls.home}/admin/operations/emails?${new URLSearchParams(result)}`,
  },
});

/** An authorization that this site has started. */
interface Authorization {
  readonly mailer: Provider;
  readonly nonce: string;
  /** ID of the browser in which it was started; undefined if it was not started in the admin. */
  readonly browser: string | undefined;
}

/** Returns the authorization that a state belongs to; undefined if the state is invalid or has expired. */
function findAuthorization({ http }: Services, state: string): Authorization | undefined {
  const { context = '', nonce } = http.oauth.readState(state) ?? {};
  const [name, browser] = context.split(' ');
  const mailer = providers.find((each) => each === name);
  return mailer && nonce !== undefined ? { mailer, nonce, browser } : undefined;
}

/** Completes an authorization. Throws ConnectionFailed. */
async function connect(
  services: Services,
  call: Pick<Call<{ readonly code: string; readonly error: string }>, 'args' | 'actor' | 'from'>,
  authorization: Authorization | undefined,
  browser: string | undefined,
): Promise<{ readonly mailer: Provider; readonly account: string }> {
  if (!authorization) throw unknownState('unknown_state');
  // Another browser does not use up the authorization, so that the one that has started it can still complete it.
  if (authorization.browser !== undefined && authorization.browser !== browser) throw unknownState('other_browser');
  const { mailer, nonce } = authorization;
  const { changes } = await services.database.transaction((tx) => tx.run(consumePending, { nonce }));
  if (changes !== 1) throw unknownState('unknown_state');
  const code = requireCode(call.args, mailer);
  const { [mailer]: settings } = await services.settings.read();
  const grant = { code, nonce, redirectUri: redirectUri(services) };
  const tokens = await withConnectionFailed(services.http.oauth.exchangeCode(oauthServer(settings), grant));
  const account = accountOf(tokens) || settings.user;
  if (tokens.refreshToken === '')
    throw oauthFailed('no_refresh_token', `${mailer} returned no refresh token; connect the account again.`);
  if (account === '')
    throw oauthFailed('no_account', `${mailer} did not return the account; set ${mailer}[user], and start again.`);
  await storeConnection(services, call, { mailer, settings, tokens, account });
  services.log.info({ mailer }, 'mail account connected');
  return { mailer, account };
}

/** Returns the code of the callback. Throws ConnectionFailed if there is none, or an error. */
function requireCode({ code, error }: { readonly code: string; readonly error: string }, mailer: Provider): string {
  if (error === '' && code !== '') return code;
  const isDenied = error === 'access_denied';
  throw new ConnectionFailed(
    isDenied ? 'access_denied' : 'no_code',
    new ApiError(
      'mail_smtp_oauth_denied',
      400,
      isDenied
        ? `The authorization was denied at ${mailer}. Nothing was changed.`
        : `${mailer} returned no code. Nothing was changed; start again.`,
    ),
  );
}

interface NewConnection {
  readonly mailer: Provider;
  /** The settings with which the tokens were requested. */
  readonly settings: ProviderSettings;
  readonly tokens: OAuthTokens;
  readonly account: string;
}

/** Replaces the connection of a mailer. Throws ConnectionFailed if its settings were changed. */
const storeConnection = (
  services: Services,
  call: Pick<Call, 'actor' | 'from'>,
  { mailer, settings, tokens, account }: NewConnection,
): Promise<void> =>
  services.database.transaction(async (tx) => {
    await tx.lock('settings of mail-smtp');
    const { [mailer]: current } = await services.settings.read(tx);
    if (JSON.stringify(current) !== JSON.stringify(settings))
      throw oauthFailed('settings_changed', 'The settings were changed during the authorization; start again.');
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

/** Returns the email address in the ID token (`email` or `preferred_username`); an empty string if there is none. */
const accountOf = ({ claims: { email, preferred_username: name } }: OAuthTokens): string =>
  [email, name].filter((each) => typeof each === 'string').find(isMailAddress) ?? '';

const unknownState = (reason: 'unknown_state' | 'other_browser') =>
  new ConnectionFailed(
    reason,
    new ApiError(
      'mail_smtp_oauth_state',
      400,
      'The authorization is unknown or has expired. Nothing was changed; start again.',
    ),
  );

const oauthFailed = (reason: Failure, message: string) =>
  new ConnectionFailed(reason, new ApiError('mail_smtp_oauth_failed', 400, message));

async function withConnectionFailed(request: Promise<OAuthTokens>): Promise<OAuthTokens> {
  try {
    return await request;
  } catch (error) {
    throw error instanceof OAuthError ? oauthFailed(error.reason, error.message) : error;
  }
}
