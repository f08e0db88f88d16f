// Provides access tokens for the mail servers of providers: the stored token, or a new one if it expires soon.
import { type ExtensionServices, MailProblem, OAuthError } from 'octavo/extension';
import type { Provider } from './contract.ts';
import { oauthServer, type ProviderSettings } from './settings.ts';
import { type Connection, findConnection, renewConnection, setProblem } from './store.ts';

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
    const { accessToken, refreshToken, lifetimeSeconds } = await services.oauth.refresh(oauthServer(settings), before);
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
