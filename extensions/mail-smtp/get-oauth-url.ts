// POST get-oauth-url: starts the authorization to send mail with an account (RFC 6749 §4.1, RFC 7636).
import { ApiError } from 'octavo/extension';
import { callbackPath, type Provider } from './contract.ts';
import type { MailSmtpOperations } from './operations.ts';
import { optionalObject, requireProvider } from './parameters.ts';
import { oauthServer, readSettings, type Services } from './settings.ts';
import { deleteExpiredPending, insertPending } from './store.ts';
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
export const redirectUri = ({ site }: Pick<Services, 'site'>): string => site.rest + callbackPath;

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
        : await readSettings(services, tx);
      if (settings.client_id === '' || settings.client_secret === '')
        throw new ApiError('mail_smtp_client_needed', 400, `Set client_id and client_secret of ${mailer} first.`);
      const authorization = services.oauth.authorize(oauthServer(settings), {
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
