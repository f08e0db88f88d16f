// GET /spamfilter/v1/alert: returns the alert.
import type { ExtensionServices } from 'octavo/extension';
import type { SpamfilterOperations } from './operations.ts';
import { readSettings } from './settings.ts';

/** Responds with the alert, which is null if there is none. */
export const getAlert = (services: ExtensionServices): SpamfilterOperations['get-alert'] => ({
  run: async () => ({ kind: 'value', value: { alert: (await readSettings(services)).alert } }),
});
