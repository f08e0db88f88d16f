// GET /spamfilter/v1/alert: returns the alert.
import type { ExtensionServices, Operation } from 'octavo/extension';
import { readSettings } from './settings.ts';

/** Responds with the alert, which is null if there is none. */
export const getAlert = (services: ExtensionServices): Operation => ({
  run: async () => ({ kind: 'value', value: { alert: (await readSettings(services)).alert } }),
});
