// Provides the access tokens of connected accounts at providers, and disconnects them.
import { type Call, type ExtensionServices, MailProblem, OAuthError } from 'octavo/extension';
import {
  type MailSmtpOperations,
  oauthServer,
  type Provider,
  type ProviderSettings,
  presentSettings,
  type Services,
} from './contract.ts';
import { requireProvider } from './parameters.ts';
import {
  type Connection,
  deleteConnection,
  deletePending,
  findConnection,
  renewConnection,
  setProblem,
} from './store.ts';
import { updateSettings } from './update-settings.ts';

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
