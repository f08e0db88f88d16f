// GET /spamfilter/v1/alert: returns the alert.
import type { SpamfilterOperations } from './operations.ts';
import { readSettings, type Services } from './settings.ts';

/** Responds with the alert, which is null if there is none. */
export const getAlert = (services: Services): SpamfilterOperations['get-alert'] => ({
  run: async () => ({ kind: 'value', value: { alert: (await readSettings(services)).alert } }),
});
