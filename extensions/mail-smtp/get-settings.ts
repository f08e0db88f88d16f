// POST settings.
import type { ExtensionServices, Operation } from 'octavo/extension';
import { readSettings, shownSettings } from './settings.ts';

/** Answers with the settings in force, without secrets. */
export const getSettings = (services: ExtensionServices): Operation => ({
  run: async () => ({ kind: 'value', value: shownSettings(await readSettings(services)) }),
});
