// GET /cmsforms/v1/setup-wizard/hydrate: returns the state of the setup wizard.
import type { ExtensionServices, Operation } from 'octavo/extension';
import { presentWizard } from './wizard.ts';

/** Responds with the state of the setup wizard, as returned by `presentWizard`. */
export const hydrate = (services: ExtensionServices): Operation => ({
  run: async (call) => ({ kind: 'value', value: await presentWizard(services, call) }),
});
