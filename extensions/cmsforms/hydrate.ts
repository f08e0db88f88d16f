// GET hydrate: everything that the wizard shows.
import type { ExtensionServices, Operation } from 'octavo/extension';
import { shownWizard } from './wizard.ts';

/** Answers with how far the setting up has come, what is set, and what there is. */
export const hydrate = (services: ExtensionServices): Operation => ({
  run: async (call) => ({ kind: 'value', value: await shownWizard(services, call) }),
});
