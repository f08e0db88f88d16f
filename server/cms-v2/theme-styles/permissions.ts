// The rule that the routes of the theme's styles name (templates-and-styles.md §8, Permissions).
import type { themeStylesPermissions } from '../../../contract/cms-v2/global-styles.ts';
import type { Denial, Permission } from '../../http/room.ts';
import type { EntryParts } from '../entries/parts.ts';
import { isWriter } from '../users/rules.ts';

const cannotRead: Denial = {
  code: 'rest_cannot_read_global_styles',
  message: 'You may not see the styles of the theme.',
};

/** The rules by the names that declarations use. */
export const themeStylesRules = ({
  contract,
}: EntryParts): Record<(typeof themeStylesPermissions)[number], Permission> => ({
  'read-theme-styles': { permit: ({ actor }) => (isWriter(actor, contract) ? undefined : cannotRead) },
});
