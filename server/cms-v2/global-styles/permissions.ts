// Defines the permissions of the global styles routes (templates-and-styles.md §8, Permissions).
import type { stylesPermissions } from '../../../contract/cms-v2/global-styles.ts';
import { ApiError } from '../../api-error.ts';
import { type Call, type Permission, type PermissionError, parseId } from '../../http/module.ts';
import { editCondition, forbiddenErrors, passes } from '../entries/conditions.ts';
import { type EntryDeps, typeOf } from '../entries/deps.ts';
import type { WholeEntry } from '../entries/rows.ts';
import { findEntry } from '../entries/store.ts';
import { isWriter } from '../users/conditions.ts';

const viewError: PermissionError = {
  code: 'rest_cannot_view',
  message: 'You are not allowed to view the styles of the site.',
};

/**
 * Returns the permissions of global styles, keyed by their names in the contract. The `load` functions throw ApiError
 * 404 `rest_global_styles_not_found` for a missing record before the permission is checked.
 */
export function defineStylesPermissions(deps: EntryDeps): Record<(typeof stylesPermissions)[number], Permission> {
  const { contract, database } = deps;
  const load = async (call: Call): Promise<WholeEntry> => {
    const entry = await findEntry(database.read, typeOf(contract, call).name, parseId(call.path.id));
    if (!entry) throw new ApiError('rest_global_styles_not_found', 404, 'No global styles with this ID.');
    return entry;
  };
  const canEdit = (call: Call, entry: WholeEntry) => passes(editCondition, call.actor, typeOf(contract, call), entry);
  return {
    'read-global-styles': {
      load,
      permit: (call, entry: WholeEntry) => {
        if (call.args.context === 'edit' && !canEdit(call, entry)) return forbiddenErrors.editContext;
        return isWriter(call.actor, contract) ? undefined : viewError;
      },
    },
    'edit-global-styles': {
      load,
      permit: (call, entry: WholeEntry) => (canEdit(call, entry) ? undefined : forbiddenErrors.edit),
    },
  };
}
