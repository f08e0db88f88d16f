// Deletion of connections, and revocation of their tokens.
import type { Call, ExtensionServices } from 'octavo/extension';
import type { Provider } from './contract.ts';
import { readSettings } from './settings.ts';
import { deleteConnection, deletePending, findConnection } from './store.ts';
import { revokeToken } from './token-endpoint.ts';

export interface RemovalResult {
  /** Whether there was a connection. */
  readonly removed: boolean;
  /** Whether the provider has revoked the token; otherwise it can be revoked in the account. */
  readonly revoked: boolean;
}

/** Deletes the connection to a provider, and then revokes its token. The deletion does not depend on the revocation. */
export async function removeConnection(
  services: ExtensionServices,
  call: Call,
  mailer: Provider,
): Promise<RemovalResult> {
  const { settings, connection } = await services.database.transaction(async (tx) => {
    await tx.lock('settings of mail-smtp');
    const found = await findConnection(tx, mailer);
    await tx.run(deletePending, { mailer });
    await tx.run(deleteConnection, { mailer });
    if (found) await services.recordSettingsChange(tx, call, [`${mailer}.connection`]);
    return { settings: await readSettings(services, tx), connection: found };
  });
  if (!connection) return { removed: false, revoked: false };
  return { removed: true, revoked: await revokeToken(services, settings[mailer], connection.refresh_token) };
}
