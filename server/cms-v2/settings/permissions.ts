// The rule that the routes of settings name (protocol.md §19).
import type { settingsPermissions } from '../../../contract/cms-v2/settings.ts';
import type { Permission } from '../../http/room.ts';

const denied = { code: 'rest_forbidden', message: 'You may not see or change the settings of the site.' };

export const settingsRules: Record<(typeof settingsPermissions)[number], Permission> = {
  'manage-settings': { permit: ({ actor }) => (actor.can('manage_options') ? undefined : denied) },
};
