// GET alert.
import type { ExtensionServices, Operation } from 'octavo/extension';
import { readSettings } from './settings.ts';

/** Responds with the alert; null if there is none. */
export const getAlert = (services: ExtensionServices): Operation => ({
  run: async () => ({ kind: 'value', value: { alert: (await readSettings(services)).alert } }),
});
