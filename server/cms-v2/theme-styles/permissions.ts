// Defines the permission that the theme styles routes require (templates-and-styles.md §8, Permissions).
import type { themeStylesPermissions } from '../../../contract/cms-v2/global-styles.ts';
import type { Permission, PermissionError } from '../../http/module.ts';
import type { EntryDeps } from '../entries/deps.ts';
import { isWriter } from '../users/conditions.ts';

const readError: PermissionError = {
  code: 'rest_cannot_read_global_styles',
  message: 'You are not allowed to view the styles of the theme.',
};

/** Returns the permission of theme styles, keyed by its name in the contract. */
export const defineThemeStylesPermissions = ({
  contract,
}: EntryDeps): Record<(typeof themeStylesPermissions)[number], Permission> => ({
  'read-theme-styles': { permit: ({ actor }) => (isWriter(actor, contract) ? undefined : readError) },
});
