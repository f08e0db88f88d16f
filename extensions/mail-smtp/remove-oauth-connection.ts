// POST remove-oauth-connection.
import type { ExtensionServices, Operation } from 'octavo/extension';
import { removeConnection } from './disconnect.ts';
import { sentProvider } from './sent.ts';

/** Forgets the tokens of `mailer`; its client stays set, so that it can be connected again. */
export const removeOauthConnection = (services: ExtensionServices): Operation => ({
  async run(call) {
    const mailer = sentProvider(call);
    return { kind: 'value', value: { mailer, ...(await removeConnection(services, call, mailer)) } };
  },
});
