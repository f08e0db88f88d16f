// Forgetting the tokens of a connection, here and at the provider.
import type { Call, ExtensionServices } from 'octavo/extension';
import type { Provider } from './contract.ts';
import { readSettings } from './settings.ts';
import { deleteConnection, findConnection, forgetPending } from './store.ts';
import { giveBackToken } from './token-endpoint.ts';

export interface Removed {
  /** Whether there was a connection. */
  readonly removed: boolean;
  /** Whether the provider has taken its token back; where it has not, it can be done in the account. */
  readonly revoked: boolean;
}

/** Forgets the connection to a provider. The token is given back afterwards: what is forgotten here is so in any case. */
export async function removeConnection(services: ExtensionServices, call: Call, mailer: Provider): Promise<Removed> {
  const { settings, kept } = await services.database.transaction(async (tx) => {
    await tx.lock('settings of mail-smtp');
    const found = await findConnection(tx, mailer);
    await tx.run(forgetPending, { mailer });
    await tx.run(deleteConnection, { mailer });
    if (found) await services.noteSettings(tx, call, [`${mailer}.connection`]);
    return { settings: await readSettings(services, tx), kept: found };
  });
  if (!kept) return { removed: false, revoked: false };
  return { removed: true, revoked: await giveBackToken(services, settings[mailer], kept.refresh_token) };
}
