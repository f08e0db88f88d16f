// Reads and updates the settings of forms that need no setup wizard.
import type { FormOperations } from './contract.ts';
import { adjustableSettings, type Services, settingsLock } from './settings.ts';

/** Responds with the current settings. */
export const getSettings = (services: Services): FormOperations['get-settings'] => ({
  run: () => presentSettings(services),
});

/** Updates the submitted settings and responds with all current settings. The steps of the setup wizard remain as they are. */
export const updateSettings = (services: Services): FormOperations['update-settings'] => ({
  async run(call) {
    const { args } = call;
    await services.database.transaction(async (tx) => {
      await tx.lock(settingsLock);
      await call.requireMatch();
      await services.settings.write(tx, args);
      const names = Object.keys(args);
      if (names.length > 0) await services.record.settingsChange(tx, call, names);
    });
    return presentSettings(services);
  },
});

/** Returns a response with the current settings, and with their version. */
async function presentSettings({ settings }: Services) {
  const values = await settings.read();
  const value = Object.fromEntries(Object.entries(values).filter(([name]) => Object.hasOwn(adjustableSettings, name)));
  return { kind: 'value', value, stateOf: value } as const;
}
