// Connects an account at a payment provider with OAuth 2 (RFC 6749 §4.1, RFC 7636).
import { ApiError, type Call, OAuthError, type OAuthServer } from 'octavo/extension';
import type { FormOperations } from './contract.ts';
import { type PaymentProvider, type Services, settingsLock } from './settings.ts';
import { consumeConnection, insertConnection } from './store.ts';
import { finishStep, formatTimestamp, isConfigured } from './wizard.ts';

/**
 * Responds with the authorization URL of the payment provider. The provider then redirects to the callback. The URL can be used once and
 * for a limited time.
 *
 * Throws ApiError 409 `cmsforms_no_payment_provider` if none is configured.
 */
export const beginConnection = (services: Services): FormOperations['begin-connection'] => ({
  async run() {
    const { payment_provider: provider } = await services.settings.read();
    if (!isConfigured(provider))
      throw new ApiError(
        'cmsforms_no_payment_provider',
        409,
        'No payment provider is configured. Complete the step “payments” of the setup wizard first.',
      );
    const { url, nonce, expires } = services.http.oauth.authorize(oauthServer(provider), {
      redirectUri: redirectUri(services),
      parameters: provider.scope === '' ? {} : { scope: provider.scope },
      context: '',
    });
    await services.database.transaction((tx) => tx.run(insertConnection, { id: nonce, until: expires }));
    return { kind: 'value', value: { url, expires: formatTimestamp(expires) } };
  },
});

/** Returns the authorization server of the payment provider. */
const oauthServer = (provider: PaymentProvider): OAuthServer => ({
  ...{ authorizeUrl: provider.authorize_url, tokenUrl: provider.token_url, revokeUrl: '' },
  ...{ clientId: provider.client_id, clientSecret: provider.client_secret },
});

/** Returns the redirect URI of the site, which must be registered with the payment provider. */
const redirectUri = ({ site }: Services): string =>
  `${site.urls.rest}/cmsforms/v1/setup-wizard/payment-provider/callback`;

const noStore = { 'Cache-Control': 'no-store' };

/**
 * Requests the name of the authorized account from the payment provider and stores it. Tokens are not stored, because they could be used
 * to transfer money. Responds that the account is connected, or redirects to the configured return URL.
 *
 * Throws ApiError 400 `cmsforms_wrong_state` if the connection is unknown, completed or expired, `cmsforms_connection_refused` if there is
 * no code, because the authorization was denied, and `cmsforms_connection_failed` if the provider returns no account.
 */
export const finishConnection = (services: Services): FormOperations['finish-connection'] => ({
  async run(call) {
    const nonce = await consumeState(services, call);
    const { payment_provider: provider } = await services.settings.read();
    const account = await fetchAccount(services, provider, nonce, requireCode(call));
    await services.database.transaction(async (tx) => {
      await tx.lock(settingsLock);
      const payment_account = { account, connected: services.clock() };
      await finishStep(services, tx, await services.settings.read(tx), 'payments', { payment_account });
      await services.record.settingsChange(tx, call, ['payment_account']);
    });
    if (provider.return_url === '') return { kind: 'value', value: { connected: true }, headers: noStore };
    const headers = { ...noStore, Location: provider.return_url };
    return { kind: 'value', status: 303, value: { connected: true }, headers };
  },
});

/** Returns the nonce of the pending connection that `state` identifies. Deletes the connection, so that `state` cannot be used again. */
async function consumeState(services: Services, call: Pick<Call, 'submitted'>): Promise<string> {
  const { nonce: id } = services.http.oauth.readState(call.submitted('state')) ?? {};
  const now = services.clock();
  if (id !== undefined) {
    const { changes } = await services.database.transaction((tx) => tx.run(consumeConnection, { id, now }));
    if (changes === 1) return id;
  }
  throw new ApiError('cmsforms_wrong_state', 400, 'The connection is unknown or has expired; start again.');
}

function requireCode(call: Pick<Call, 'submitted'>): string {
  const code = call.submitted('code');
  if (typeof code === 'string' && code !== '' && code.length <= 4000) return code;
  throw new ApiError('cmsforms_connection_refused', 400, 'The payment provider denied the authorization; start again.');
}

async function fetchAccount(
  services: Services,
  provider: PaymentProvider,
  nonce: string,
  code: string,
): Promise<string> {
  try {
    const grant = { code, nonce, redirectUri: redirectUri(services) };
    const { properties } = await services.http.oauth.exchangeCode(oauthServer(provider), grant);
    const account = new Map(Object.entries(properties)).get(provider.account_member);
    if (typeof account === 'string' && /^[\x21-\x7e]{1,200}$/.test(account)) return account;
    services.log.warn({ host: new URL(provider.token_url).host }, 'payment provider returned no valid account');
  } catch (error) {
    if (!(error instanceof OAuthError)) throw error;
  }
  throw new ApiError(
    'cmsforms_connection_failed',
    400,
    'The payment provider returned no valid account; check the settings of the payment provider.',
  );
}
