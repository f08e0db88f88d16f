// POST get-connected-data: returns the account to which a mailer is connected.
import type { ExtensionServices } from 'octavo/extension';
import type { Provider } from './contract.ts';
import type { MailSmtpOperations } from './operations.ts';
import { requireProvider } from './parameters.ts';
import { findConnection } from './store.ts';

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
