// Defines the permission that the settings routes require (protocol.md §19).
import type { SettingsEndpoints } from '../../../contract/cms-v2/settings.ts';
import type { Permissions } from '../../http/implement.ts';

const forbiddenError = { code: 'rest_forbidden', message: 'You are not allowed to manage the settings of the site.' };

export const settingsPermissions: Permissions<SettingsEndpoints, object> = {
  'manage-settings': { permit: ({ actor }) => (actor.can('manage_options') ? undefined : forbiddenError) },
};
