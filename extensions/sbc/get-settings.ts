// GET /sbc/v1/settings: returns the settings.
import type { ConsentOperations } from './operations.ts';
import { readSettings, type Services } from './settings.ts';

/** Responds with the current settings. */
export const getSettings = (services: Services): ConsentOperations['get-settings'] => ({
  run: async () => ({ kind: 'value', value: await readSettings(services) }),
});
