// POST /cmsforms/v1/setup-wizard/payment-provider/connect-url: starts the OAuth 2 authorization of a payment account.
import { ApiError, type OAuthServer } from 'octavo/extension';
import { insertConnection } from './connections-store.ts';
import type { FormOperations } from './operations.ts';
import { type PaymentProvider, readSettings, type Services } from './settings.ts';
import { formatTimestamp, isConfigured } from './wizard.ts';

/**
 * Responds with the authorization URL of the payment provider. The provider then redirects to the callback. The URL can be used once and
 * for a limited time.
 *
 * Throws ApiError 409 `cmsforms_no_payment_provider` if none is configured.
 */
export const beginConnection = (services: Services): FormOperations['begin-connection'] => ({
  async run() {
    const { payment_provider: provider } = await readSettings(services);
    if (!isConfigured(provider))
      throw new ApiError(
        'cmsforms_no_payment_provider',
        409,
        'No payment provider is configured. Complete the step “payments” of the setup wizard first.',
      );
    const { url, nonce, expires } = services.oauth.authorize(oauthServer(provider), {
      redirectUri: redirectUri(services),
      parameters: provider.scope === '' ? {} : { scope: provider.scope },
      context: '',
    });
    await services.database.transaction((tx) => tx.run(insertConnection, { id: nonce, until: expires }));
    return { kind: 'value', value: { url, expires: formatTimestamp(expires) } };
  },
});

/** Returns the authorization server of the payment provider. */
export const oauthServer = (provider: PaymentProvider): OAuthServer => ({
  ...{ authorizeUrl: provider.authorize_url, tokenUrl: provider.token_url, revokeUrl: '' },
  ...{ clientId: provider.client_id, clientSecret: provider.client_secret },
});

/** Returns the redirect URI of the site, which must be registered with the payment provider. */
export const redirectUri = ({ site }: Services): string =>
  `${site.rest}/cmsforms/v1/setup-wizard/payment-provider/callback`;
