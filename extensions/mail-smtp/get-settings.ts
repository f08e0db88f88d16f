// POST settings: returns the settings.
import type { Operation } from 'octavo/extension';
import { presentSettings, readSettings, type Services } from './settings.ts';

/** Responds with the current settings, without secrets. */
export const getSettings = (services: Services): Operation => ({
  run: async () => ({ kind: 'value', value: presentSettings(await readSettings(services)) }),
});
