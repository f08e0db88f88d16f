// GET /age-check/v3/admin/settings: returns the settings.
import type { ExtensionServices, Operation } from 'octavo/extension';
import { readSettings } from './settings.ts';

/** Responds with the current settings. */
export const getSettings = (services: ExtensionServices): Operation => ({
  run: async () => ({ kind: 'value', value: await readSettings(services) }),
});
