// Deletes connections and revokes their tokens.
import type { Call } from 'octavo/extension';
import type { Provider } from './contract.ts';
import { oauthServer, readSettings, type Services } from './settings.ts';
import { deleteConnection, deletePending, findConnection } from './store.ts';

/** The result of removing a connection. */
export interface RemovalResult {
  /** Whether a connection was deleted. */
  readonly removed: boolean;
  /** Whether the provider has revoked the token. If not, users can revoke it in the settings of their account. */
  readonly revoked: boolean;
}

/** Deletes the connection to a provider and pending authorizations, then revokes the token. A failed revocation restores nothing. */
export async function removeConnection(
  services: Services,
  call: Pick<Call, 'actor' | 'from'>,
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
  const revoked = await services.oauth.revoke(oauthServer(settings[mailer]), connection.refresh_token);
  return { removed: true, revoked };
}
