// Binds the endpoints of the site's settings to their operations (protocol.md §19).
import type { settingsOperations, settingsPermissions } from '../../../contract/cms-v2/settings.ts';
import type { Module, Operation, Permission } from '../../http/module.ts';
import type { SettingsDeps } from './deps.ts';
import { getSettings } from './get-settings.ts';
import { settingsPermissionMap } from './permissions.ts';
import { updateSettings } from './update-settings.ts';

/** Binds the endpoints to their permission and operations. */
export function settingsEndpoints(deps: SettingsDeps): Module {
  const operations: Record<(typeof settingsOperations)[number], Operation> = {
    'get-settings': getSettings(deps),
    'update-settings': updateSettings(deps),
  };
  const permissions: Record<(typeof settingsPermissions)[number], Permission> = settingsPermissionMap;
  return { permissions, operations };
}
