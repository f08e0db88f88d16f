// GET settings.
import type { ExtensionServices, Operation } from 'octavo/extension';
import { readSettings } from './settings.ts';

/** Answers with the settings in force. */
export const getSettings = (services: ExtensionServices): Operation => ({
  run: async () => ({ kind: 'value', value: await readSettings(services) }),
});
