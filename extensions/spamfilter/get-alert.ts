// GET alert.
import type { ExtensionServices, Operation } from 'octavo/extension';
import { readSettings } from './settings.ts';

/** Answers with what the checker has to tell; null where that is nothing. */
export const getAlert = (services: ExtensionServices): Operation => ({
  run: async () => ({ kind: 'value', value: { alert: (await readSettings(services)).alert } }),
});
