// The room of the site's settings (protocol.md §19).
import type { settingsOperations, settingsPermissions } from '../../../contract/cms-v2/settings.ts';
import type { Operation, Permission, Room } from '../../http/room.ts';
import { getSettings } from './get-settings.ts';
import type { SettingsParts } from './parts.ts';
import { settingsRules } from './permissions.ts';
import { updateSettings } from './update-settings.ts';

/** Joins the room's rules and operations. */
export function settingsRoom(parts: SettingsParts): Room {
  const operations: Record<(typeof settingsOperations)[number], Operation> = {
    'get-settings': getSettings(parts),
    'update-settings': updateSettings(parts),
  };
  const permissions: Record<(typeof settingsPermissions)[number], Permission> = settingsRules;
  return { permissions, operations };
}
