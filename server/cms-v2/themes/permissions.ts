// Defines the permissions of the theme routes (protocol.md §20).
import type { ThemeEndpoints } from '../../../contract/cms-v2/themes.ts';
import type { Permissions } from '../../http/implement.ts';
import type { Call, PermissionError } from '../../http/module.ts';
import type { EntryDeps } from '../entries/deps.ts';
import { isWriter } from '../users/conditions.ts';

const viewThemesError: PermissionError = {
  code: 'rest_cannot_view_themes',
  message: 'You are not allowed to view themes.',
};
const viewActiveError: PermissionError = {
  code: 'rest_cannot_view_active_theme',
  message: 'You are not allowed to view the active theme.',
};

/**
 * Returns the permissions of themes, keyed by their names in the contract. Users with `switch_themes` may view all themes;
 * users who may edit entries of any type may view the active theme, and list themes with the status `active`.
 */
export function defineThemePermissions({ contract, theme }: EntryDeps): Permissions<ThemeEndpoints, object> {
  const permit = (call: Pick<Call, 'actor'>, isActive: boolean) => {
    if (call.actor.can('switch_themes')) return undefined;
    if (!isActive) return viewThemesError;
    return isWriter(call.actor, contract) ? undefined : viewActiveError;
  };
  return {
    'list-themes': { permit: (call) => permit(call, call.args.status?.join() === 'active') },
    // For self links, `path` is empty and the theme is the active one.
    'read-theme': { permit: (call) => permit(call, (call.path.stylesheet ?? theme.name) === theme.name) },
  };
}
