// Defines the permission that the theme styles routes require (templates-and-styles.md §8, Permissions).
import type { ThemeStylesEndpoints } from '../../../contract/cms-v2/global-styles.ts';
import type { Permissions } from '../../http/implement.ts';
import type { PermissionError } from '../../http/module.ts';
import type { EntryDeps } from '../entries/deps.ts';
import { isWriter } from '../users/conditions.ts';

const readError: PermissionError = {
  code: 'rest_cannot_read_global_styles',
  message: 'You are not allowed to view the styles of the theme.',
};

/** Returns the permission of theme styles, keyed by its name in the contract. */
export const defineThemeStylesPermissions = ({ contract }: EntryDeps): Permissions<ThemeStylesEndpoints, object> => ({
  'read-theme-styles': { permit: ({ actor }) => (isWriter(actor, contract) ? undefined : readError) },
});
