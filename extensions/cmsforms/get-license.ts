// GET license/key: the licence of the site.
import type { ExtensionServices, Operation } from 'octavo/extension';
import { readSettings } from './settings.ts';
import { presentLicense } from './site-license.ts';

/** Responds with the masked licence, its claims and its current state. */
export const getLicense = (services: ExtensionServices): Operation => ({
  run: async () => ({ kind: 'value', value: presentLicense(services, await readSettings(services)) }),
});
