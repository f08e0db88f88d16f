// POST mailer-disconnect: selects the configured mail server again, and deletes the password or the connection of the current mailer.
import { removeConnection } from './disconnect.ts';
import type { MailSmtpOperations } from './operations.ts';
import { presentSettings, readSettings, type Services } from './settings.ts';
import { updateSettings } from './update-settings.ts';

/** Disconnects the selected mailer. Its password or connection is deleted; the other settings of the mailer do not change. */
export const mailerDisconnect = (services: Services): MailSmtpOperations['mailer-disconnect'] => ({
  async run(call) {
    const { mailer } = (await readSettings(services)).mail;
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
