// The token that signs in at a provider's mail server: the one that is kept, or a new one.
import { type ExtensionServices, MailProblem } from 'octavo/extension';
import type { Provider } from './contract.ts';
import type { ProviderSettings } from './settings.ts';
import { type Connection, findConnection, noteProblem, renewConnection } from './store.ts';
import { askForTokens, NoTokens } from './token-endpoint.ts';

/** A token is taken for ended so long before its end, for it has to last while mail is sent. Milliseconds. */
const margin = 60_000;

/** The account of a connection and a token that holds. Throws MailProblem where there is none. */
export async function accessTokenOf(
  services: ExtensionServices,
  provider: Provider,
  settings: ProviderSettings,
): Promise<{ readonly user: string; readonly accessToken: string }> {
  const { database, clock } = services;
  const holds = (found: Connection) => found.expires - margin > clock();
  const kept = await findConnection(database.read, provider);
  if (!kept) throw new MailProblem('incomplete', `The mailer ${provider} is not connected to an account yet.`);
  if (holds(kept)) return { user: kept.account, accessToken: kept.access_token };
  const before = kept.refresh_token;
  try {
    const granted = { grant_type: 'refresh_token', refresh_token: before };
    const { accessToken, refreshToken, lifetime } = await askForTokens(services, settings, granted);
    const refresh_token = refreshToken || before;
    const expires = clock() + lifetime * 1000;
    await database.transaction((tx) =>
      tx.run(renewConnection, { mailer: provider, before, refresh_token, access_token: accessToken, expires }),
    );
    return { user: kept.account, accessToken };
  } catch (error) {
    if (!(error instanceof NoTokens)) throw error;
    const problem = error.message;
    // Another process may have been faster, with a token that is given once only.
    const other = await findConnection(database.read, provider);
    if (other && holds(other)) return { user: other.account, accessToken: other.access_token };
    await database.transaction((tx) => tx.run(noteProblem, { mailer: provider, before, problem }));
    throw new MailProblem('login', problem);
  }
}
