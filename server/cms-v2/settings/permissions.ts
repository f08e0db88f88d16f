// Defines the permission that the settings routes require (protocol.md §19).
import type { settingsPermissions } from '../../../contract/cms-v2/settings.ts';
import type { Permission } from '../../http/module.ts';

const forbiddenError = { code: 'rest_forbidden', message: 'You are not allowed to manage the settings of the site.' };

export const settingsPermissionMap: Record<(typeof settingsPermissions)[number], Permission> = {
  'manage-settings': { permit: ({ actor }) => (actor.can('manage_options') ? undefined : forbiddenError) },
};
