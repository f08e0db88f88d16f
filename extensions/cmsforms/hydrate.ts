// GET hydrate: the state of the wizard.
import type { ExtensionServices, Operation } from 'octavo/extension';
import { presentWizard } from './wizard.ts';

/** Responds with the progress of the setup, the settings, and the available templates and extensions. */
export const hydrate = (services: ExtensionServices): Operation => ({
  run: async (call) => ({ kind: 'value', value: await presentWizard(services, call) }),
});
