// Defines the permissions of the revision and autosave routes (posts-and-pages.md §15, §16).
import type { RevisionEndpoints } from '../../../contract/shared/revisions.ts';
import type { Permissions } from '../../http/implement.ts';
import { type Call, type PermissionError, parseId } from '../../http/module.ts';
import { deleteCondition, editCondition, forbiddenErrors, passes } from '../entries/conditions.ts';
import { type EntryDeps, typeOf } from '../entries/deps.ts';
import { invalidPreviewError, withPreview } from '../entries/preview.ts';
import type { RevisionTargets } from './operations.ts';
import type { RevisionAdapter } from './revision-adapter.ts';

const cannotRead: PermissionError = {
  code: 'rest_cannot_read',
  message: 'You are not allowed to view revisions of this item.',
};

/**
 * Returns the permissions of revisions, keyed by their names in the contract. All of them depend on the entry to which the
 * revision belongs.
 */
export function defineRevisionPermissions(
  deps: EntryDeps,
  { find, autosavePermission }: Pick<RevisionAdapter, 'find' | 'autosavePermission'>,
): Permissions<RevisionEndpoints, RevisionTargets> {
  const { contract, database } = deps;
  const load = async (call: Call) => withPreview(deps, call, await find(database.read, call));
  return {
    'read-revisions': {
      load,
      permit: (call, entry) => {
        // A preview gives access to a single autosave, not to all revisions of the entry.
        const requestedId = call.path.parent === undefined ? 0 : parseId(call.path.id);
        if (requestedId > 0 && entry.preview?.revision === requestedId) return undefined;
        if (passes(editCondition, call.actor, typeOf(contract, call), entry)) return undefined;
        return requestedId > 0 ? { ...cannotRead, ...invalidPreviewError(call), code: cannotRead.code } : cannotRead;
      },
    },
    'delete-revision': {
      load,
      permit: (call, entry) =>
        passes(deleteCondition, call.actor, typeOf(contract, call), entry) ? undefined : forbiddenErrors.delete,
    },
    'create-autosave': autosavePermission,
  };
}
