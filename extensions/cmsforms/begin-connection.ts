// POST /cmsforms/v1/setup-wizard/payment-provider/connect-url: starts the OAuth 2 authorization of a payment account.
import { createHash, createHmac, randomUUID } from 'node:crypto';
import { ApiError } from 'octavo/extension';
import { insertConnection } from './connections-store.ts';
import type { FormOperations } from './operations.ts';
import { readSettings, type Services } from './settings.ts';
import { formatTimestamp, isConfigured } from './wizard.ts';

/** Purpose of the seal that protects the OAuth `state` parameter. */
export const statePurpose = 'payment provider';

/** Time within which the administrator must complete the authorization, in milliseconds. */
const authorizationTimeoutMs = 10 * 60 * 1000;

/**
 * Responds with the authorization URL of the payment provider. The provider then redirects to the callback. The URL can be used once and
 * for a limited time (RFC 6749 §4.1.1, RFC 7636 §4.3).
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
    const [id, until] = [randomUUID(), services.clock() + authorizationTimeoutMs];
    await services.database.transaction((tx) => tx.run(insertConnection, { id, until }));
    const url = new URL(provider.authorize_url);
    const parameters = {
      response_type: 'code',
      client_id: provider.client_id,
      redirect_uri: redirectUri(services),
      ...(provider.scope !== '' && { scope: provider.scope }),
      state: services.seal(statePurpose, { id }, until),
      code_challenge: createHash('sha256').update(codeVerifier(services, id)).digest('base64url'),
      code_challenge_method: 'S256',
    };
    for (const [name, value] of Object.entries(parameters)) url.searchParams.set(name, value);
    return { kind: 'value', value: { url: url.href, expires: formatTimestamp(until) } };
  },
});

/** Returns the redirect URI of the site, which must be registered with the payment provider. */
export const redirectUri = ({ site }: Services): string =>
  `${site.rest}/cmsforms/v1/setup-wizard/payment-provider/callback`;

/** Returns the PKCE code verifier of a connection. It proves that the site that completes the authorization also started it. */
export const codeVerifier = (services: Services, id: string): string =>
  createHmac('sha256', services.secret('connections')).update(id).digest('base64url');
