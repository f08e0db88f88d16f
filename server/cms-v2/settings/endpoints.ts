// Binds the endpoints of the site's settings to their operations (protocol.md §19).
import { settingsModule } from '../../../contract/cms-v2/settings.ts';
import { implement } from '../../http/implement.ts';
import type { Module } from '../../http/module.ts';
import type { SettingsDeps } from './deps.ts';
import { getSettings } from './get-settings.ts';
import { settingsPermissions } from './permissions.ts';
import { updateSettings } from './update-settings.ts';

/** Returns the module of settings. */
export function settingsEndpoints(deps: SettingsDeps): Module {
  return implement(settingsModule, {
    permissions: settingsPermissions,
    operations: { 'get-settings': getSettings(deps), 'update-settings': updateSettings(deps) },
  });
}
