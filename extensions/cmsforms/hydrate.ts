// GET /cmsforms/v1/setup-wizard/hydrate: returns the state of the setup wizard.
import type { FormOperations } from './operations.ts';
import type { Services } from './settings.ts';
import { presentWizard } from './wizard.ts';

/** Responds with the state of the setup wizard, as returned by `presentWizard`. */
export const hydrate = (services: Services): FormOperations['hydrate'] => ({
  run: async (call) => ({ kind: 'value', value: await presentWizard(services, call) }),
});
