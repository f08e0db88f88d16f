// GET /spamfilter/v1/settings: returns the settings.
import { publicSettings } from './contract.ts';
import type { SpamfilterOperations } from './operations.ts';
import { readSettings, type Services } from './settings.ts';

/** Responds with the current public settings. */
export const getSettings = (services: Services): SpamfilterOperations['get-settings'] => ({
  run: async () => ({ kind: 'value', value: await presentSettings(services) }),
});

/** Returns the settings for responses: all except the key, its status, and the alert. */
export async function presentSettings(services: Services): Promise<object> {
  const settings = await readSettings(services);
  return Object.fromEntries(Object.entries(settings).filter(([name]) => Object.hasOwn(publicSettings, name)));
}
