// GET /sbc/v1/settings: returns the settings.
import type { ExtensionServices } from 'octavo/extension';
import type { ConsentOperations } from './operations.ts';
import { readSettings } from './settings.ts';

/** Responds with the current settings. */
export const getSettings = (services: ExtensionServices): ConsentOperations['get-settings'] => ({
  run: async () => ({ kind: 'value', value: await readSettings(services) }),
});
