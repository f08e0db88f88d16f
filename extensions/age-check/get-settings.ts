// GET /age-check/v3/admin/settings: returns the settings.
import type { AgeCheckOperations } from './operations.ts';
import { readSettings, type Services } from './settings.ts';

/** Responds with the current settings. */
export const getSettings = (services: Services): AgeCheckOperations['get-settings'] => ({
  run: async () => ({ kind: 'value', value: await readSettings(services) }),
});
