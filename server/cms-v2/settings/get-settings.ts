// GET /cms/v2/settings: returns the settings (protocol.md §19).
import type { SettingsDeps } from './deps.ts';
import type { SettingsOperations } from './operations.ts';
import { presentSettings } from './present.ts';

/** Responds with all settings. */
export const getSettings = (deps: SettingsDeps): SettingsOperations['get-settings'] => ({
  run: async () => presentSettings(deps),
});
