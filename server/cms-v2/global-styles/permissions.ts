// Defines the permissions of the global styles routes (templates-and-styles.md §8, Permissions).
import type { StylesEndpoints } from '../../../contract/cms-v2/global-styles.ts';
import type { ContentType } from '../../../contract/grammar/content-type.ts';
import { ApiError } from '../../api-error.ts';
import type { ReadHandle } from '../../database/handle.ts';
import type { Permissions } from '../../http/implement.ts';
import { type Call, type PermissionError, parseId } from '../../http/module.ts';
import { editCondition, forbiddenErrors, passes } from '../entries/conditions.ts';
import { type EntryDeps, typeOf } from '../entries/deps.ts';
import type { WholeEntry } from '../entries/rows.ts';
import { findEntry } from '../entries/store.ts';
import { isWriter } from '../users/conditions.ts';
import type { StylesTargets } from './operations.ts';

const viewError: PermissionError = {
  code: 'rest_cannot_view',
  message: 'You are not allowed to view the styles of the site.',
};

/** Returns the global styles with this ID. Throws ApiError 404 `rest_global_styles_not_found` if they do not exist. */
export async function requireGlobalStyles(read: ReadHandle, type: ContentType, id: number): Promise<WholeEntry> {
  const entry = await findEntry(read, type.name, id);
  if (!entry) throw new ApiError('rest_global_styles_not_found', 404, 'No global styles with this ID.');
  return entry;
}

/**
 * Returns the permissions of global styles, keyed by their names in the contract. The `load` functions throw the error of
 * `requireGlobalStyles` before the permission is checked.
 */
export function defineStylesPermissions(deps: EntryDeps): Permissions<StylesEndpoints, StylesTargets> {
  const { contract, database } = deps;
  const load = (call: Call) => requireGlobalStyles(database.read, typeOf(contract, call), parseId(call.path.id));
  const canEdit = (call: Call, entry: WholeEntry) => passes(editCondition, call.actor, typeOf(contract, call), entry);
  return {
    'read-global-styles': {
      load,
      permit: (call, entry) => {
        if (call.args.context === 'edit' && !canEdit(call, entry)) return forbiddenErrors.editContext;
        return isWriter(call.actor, contract) ? undefined : viewError;
      },
    },
    'edit-global-styles': {
      load,
      permit: (call, entry) => (canEdit(call, entry) ? undefined : forbiddenErrors.edit),
    },
  };
}
