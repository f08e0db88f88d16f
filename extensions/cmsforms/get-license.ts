// GET license/key: the licence that the site holds.
import type { ExtensionServices, Operation } from 'octavo/extension';
import { shownLicense } from './held-license.ts';
import { readSettings } from './settings.ts';

/** Answers with the licence, masked, with what its issuer says and how it stands today. */
export const getLicense = (services: ExtensionServices): Operation => ({
  run: async () => ({ kind: 'value', value: shownLicense(services, await readSettings(services)) }),
});
