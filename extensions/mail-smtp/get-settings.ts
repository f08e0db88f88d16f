// POST settings: returns the settings.
import type { ExtensionServices, Operation } from 'octavo/extension';
import { presentSettings, readSettings } from './settings.ts';

/** Responds with the current settings, without secrets. */
export const getSettings = (services: ExtensionServices): Operation => ({
  run: async () => ({ kind: 'value', value: presentSettings(await readSettings(services)) }),
});
