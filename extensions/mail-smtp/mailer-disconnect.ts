// POST mailer-disconnect: mail is sent as the service is configured again, and what signed in at the mailer is forgotten.
import type { ExtensionServices, Operation } from 'octavo/extension';
import { changeSettings } from './change-settings.ts';
import { removeConnection } from './disconnect.ts';
import { shownSettings } from './settings.ts';

/** Ends the use of the mailer that is chosen: its password or its connection is forgotten, the rest of its settings stays. */
export const mailerDisconnect = (services: ExtensionServices): Operation => ({
  async run(call) {
    const { mailer } = (await services.settings.read()).mail as { mailer: string };
    const isProvider = mailer === 'google' || mailer === 'microsoft';
    const removed = isProvider ? await removeConnection(services, call, mailer) : undefined;
    const forgotten = mailer === 'smtp' ? { smtp: { password: '' } } : {};
    const settings = await services.database.transaction((tx) =>
      changeSettings(services, tx, call, { mail: { mailer: 'none' }, ...forgotten }),
    );
    const value = {
      ...{ mailer, disconnected: mailer !== 'none', revoked: removed?.revoked ?? false },
      settings: shownSettings(settings),
    };
    return { kind: 'value', value };
  },
});
