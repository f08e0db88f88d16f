// POST get-oauth-url: starts the authorization to send mail with an account (RFC 6749 §4.1, RFC 7636).
import { createHash, randomUUID } from 'node:crypto';
import { ApiError } from 'octavo/extension';
import { callbackPath, type Provider } from './contract.ts';
import type { MailSmtpOperations } from './operations.ts';
import { optionalObject, requireProvider } from './parameters.ts';
import { readSettings, type Services } from './settings.ts';
import { deleteExpiredPending, insertPending } from './store.ts';
import { updateSettings } from './update-settings.ts';

/** Time within which the administrator must complete the authorization, in milliseconds. */
const authorizationTimeoutMs = 10 * 60 * 1000;

/** Purpose of the seal that protects the OAuth `state` parameter. */
export const statePurpose = 'oauth state';

/** Authorization parameters of each provider. They request permission to send mail, offline access, and the address of the account. */
const authorizationParameters: Readonly<Record<Provider, Readonly<Record<string, string>>>> = {
  google: { scope: 'https://mail.google.com/ openid email', access_type: 'offline', prompt: 'consent' },
  microsoft: {
    scope: 'https://outlook.office.com/SMTP.Send offline_access openid email',
    prompt: 'select_account',
  },
};

/** Returns the redirect URI, which must be registered with the provider. */
export const redirectUri = ({ site }: Pick<Services, 'site'>): string => site.rest + callbackPath;

/** Returns the code verifier of an authorization (RFC 7636 §4.1). It is derived from the nonce, so that it need not be stored. */
export const codeVerifier = (services: Pick<Services, 'secret'>, nonce: string): string =>
  services.secret(`verifier ${nonce}`);

/**
 * Stores the submitted `settings` of the mailer, if there are any, and responds with the authorization URL.
 *
 * Throws ApiError 400 `mail_smtp_client_needed` if `client_id` or `client_secret` is not set, and the errors of `updateSettings`.
 */
export const getOauthUrl = (services: Services): MailSmtpOperations['get-oauth-url'] => ({
  async run(call) {
    const mailer = requireProvider(call);
    const submitted = optionalObject(call, 'settings');
    const nonce = randomUUID();
    const expires = services.clock() + authorizationTimeoutMs;
    const settings = await services.database.transaction(async (tx) => {
      const all = submitted
        ? await updateSettings(services, tx, call, { [mailer]: submitted })
        : await readSettings(services, tx);
      const { client_id: id, client_secret: secret } = all[mailer];
      if (id === '' || secret === '')
        throw new ApiError('mail_smtp_client_needed', 400, `Set client_id and client_secret of ${mailer} first.`);
      await tx.run(deleteExpiredPending, { before: services.clock() });
      await tx.run(insertPending, { nonce, mailer, expires });
      return all[mailer];
    });
    const url = new URL(settings.authorize_url);
    const parameters = {
      response_type: 'code',
      client_id: settings.client_id,
      redirect_uri: redirectUri(services),
      ...authorizationParameters[mailer],
      ...(settings.user !== '' && { login_hint: settings.user }),
      state: services.seal(statePurpose, { mailer, nonce }, expires),
      code_challenge: createHash('sha256').update(codeVerifier(services, nonce)).digest('base64url'),
      code_challenge_method: 'S256',
    };
    for (const [name, value] of Object.entries(parameters)) url.searchParams.set(name, value);
    const until = new Date(expires).toISOString();
    return {
      kind: 'value',
      value: { mailer, oauth_url: url.href, redirect_uri: redirectUri(services), expires: until },
    };
  },
});
