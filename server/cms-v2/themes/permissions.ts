// The rules that the routes of themes name (protocol.md §20).
import type { ThemeListArgs, themePermissions } from '../../../contract/cms-v2/themes.ts';
import type { Call, Denial, Permission } from '../../http/room.ts';
import type { EntryParts } from '../entries/parts.ts';
import { isWriter } from '../users/rules.ts';

const cannotViewThemes: Denial = {
  code: 'rest_cannot_view_themes',
  message: 'You may not see the themes of the site.',
};
const cannotViewActive: Denial = {
  code: 'rest_cannot_view_active_theme',
  message: 'You may not see the theme that the site uses.',
};

/** The rules by the names that declarations use: whoever writes something may see the theme that the site uses. */
export function themeRules({ contract, theme }: EntryParts): Record<(typeof themePermissions)[number], Permission> {
  const permit = (call: Pick<Call, 'actor'>, isActive: boolean) => {
    if (call.actor.can('switch_themes')) return undefined;
    if (!isActive) return cannotViewThemes;
    return isWriter(call.actor, contract) ? undefined : cannotViewActive;
  };
  return {
    'list-themes': {
      permit: (call: Call<ThemeListArgs>) => permit(call, call.args.status?.join() === 'active'),
    },
    // A self link asks for the theme that it belongs to, and gives no address.
    'read-theme': { permit: (call) => permit(call, (call.path.stylesheet ?? theme.name) === theme.name) },
  };
}
