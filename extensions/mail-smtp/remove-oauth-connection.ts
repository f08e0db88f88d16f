// POST remove-oauth-connection: deletes the connection of a mailer and revokes its token.
import { removeConnection } from './disconnect.ts';
import type { MailSmtpOperations } from './operations.ts';
import { requireProvider } from './parameters.ts';
import type { Services } from './settings.ts';

/** Deletes the connection of `mailer`. The settings of the mailer do not change, so that it can be connected again. */
export const removeOauthConnection = (services: Services): MailSmtpOperations['remove-oauth-connection'] => ({
  async run(call) {
    const mailer = requireProvider(call);
    return { kind: 'value', value: { mailer, ...(await removeConnection(services, call, mailer)) } };
  },
});
