// POST update: merges the groups of settings in `value` into the stored settings.
import type { MailSmtpOperations } from './operations.ts';
import { requireObject } from './parameters.ts';
import { presentSettings, type Services } from './settings.ts';
import { updateSettings } from './update-settings.ts';

/** Updates settings and responds with all current settings, without secrets. Throws the same errors as `updateSettings`. */
export const update = (services: Services): MailSmtpOperations['update'] => ({
  async run(call) {
    const value = requireObject(call, 'value');
    const settings = await services.database.transaction((tx) => updateSettings(services, tx, call, value));
    return { kind: 'value', value: presentSettings(settings) };
  },
});
