// GET /cmsforms/v1/setup-wizard/license/key: returns the license of the site.
import type { FormOperations } from './operations.ts';
import { readSettings, type Services } from './settings.ts';
import { presentLicense } from './site-license.ts';

/** Responds with the masked license key, and the claims and current state of the license. */
export const getLicense = (services: Services): FormOperations['get-license'] => ({
  run: async () => ({ kind: 'value', value: presentLicense(services, await readSettings(services)) }),
});
