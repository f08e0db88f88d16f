// GET oauth-callback: completes the authorization to send mail with an account. This route is the redirect URI.
import { ApiError, isMailAddress, OAuthError, type OAuthTokens } from 'octavo/extension';
import { type Provider, providers } from './contract.ts';
import { redirectUri } from './get-oauth-url.ts';
import type { MailSmtpOperations } from './operations.ts';
import { oauthServer, readSettings, type Services } from './settings.ts';
import { consumePending, deleteConnection, insertConnection } from './store.ts';

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
    const { [mailer]: settings } = await readSettings(services);
    const grant = { code, nonce, redirectUri: redirectUri(services) };
    const tokens = await withApiError(services.oauth.exchangeCode(oauthServer(settings), grant));
    const account = accountOf(tokens) || settings.user;
    if (tokens.refreshToken === '')
      throw oauthFailed(`${mailer} returned no refresh token; connect the account again.`);
    if (account === '')
      throw oauthFailed(`${mailer} did not return the account; set ${mailer}[user], and start again.`);
    await services.database.transaction(async (tx) => {
      await tx.lock('settings of mail-smtp');
      const { [mailer]: current } = await readSettings(services, tx);
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
      await services.recordSettingsChange(tx, call, [`${mailer}.connection`]);
    });
    services.log.info({ mailer }, 'mail account connected');
    return { kind: 'value', value: { mailer, connected: true, account }, headers: { 'Cache-Control': 'no-store' } };
  },
});

/** Returns the mailer and the nonce in `state`, and invalidates `state`, so that it can be used only once. */
async function consumeState(services: Services, state: string): Promise<{ mailer: Provider; nonce: string }> {
  const { context, nonce } = services.oauth.readState(state) ?? {};
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
