// GET /age-check/v3/admin/settings: returns the settings.
import type { ExtensionServices } from 'octavo/extension';
import type { AgeCheckOperations } from './operations.ts';
import { readSettings } from './settings.ts';

/** Responds with the current settings. */
export const getSettings = (services: ExtensionServices): AgeCheckOperations['get-settings'] => ({
  run: async () => ({ kind: 'value', value: await readSettings(services) }),
});
