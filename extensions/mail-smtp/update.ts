// POST update: `value` holds groups of settings; what is in them changes, the rest stays.
import type { ExtensionServices, Operation } from 'octavo/extension';
import { changeSettings } from './change-settings.ts';
import { sentObject } from './sent.ts';
import { shownSettings } from './settings.ts';

/** Answers with the settings in force, as `settings` does. */
export const update = (services: ExtensionServices): Operation => ({
  async run(call) {
    const value = sentObject(call, 'value');
    const settings = await services.database.transaction((tx) => changeSettings(services, tx, call, value));
    return { kind: 'value', value: shownSettings(settings) };
  },
});
