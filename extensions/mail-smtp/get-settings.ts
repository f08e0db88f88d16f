// POST settings: returns the settings.
import type { MailSmtpOperations } from './operations.ts';
import { presentSettings, readSettings, type Services } from './settings.ts';

/** Responds with the current settings, without secrets. */
export const getSettings = (services: Services): MailSmtpOperations['get-settings'] => ({
  run: async () => ({ kind: 'value', value: presentSettings(await readSettings(services)) }),
});
