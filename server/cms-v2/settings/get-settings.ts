// GET /cms/v2/settings: returns the settings (protocol.md §19).
import type { Operation } from '../../http/module.ts';
import type { SettingsDeps } from './deps.ts';
import { presentSettings } from './present.ts';

/** Responds with all settings. */
export const getSettings = (deps: SettingsDeps): Operation => ({ run: async () => presentSettings(deps) });
