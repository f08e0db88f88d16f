// Defines the permissions of the term routes (terms-menus-and-blocks.md §1.2, §1.6, §1.7).
import type { TermEndpoints } from '../../../contract/shared/terms.ts';
import { ApiError } from '../../api-error.ts';
import type { PermissionArgs, Permissions } from '../../http/implement.ts';
import type { Call } from '../../http/module.ts';
import { applySettings, passes, readCondition } from '../entries/conditions.ts';
import { type CheckedEntryOfAnyType, findEntriesOfAnyType } from '../entries/store.ts';
import { forbiddenErrors, mayCreate, mayDelete, mayEdit } from './conditions.ts';
import { type TermDeps, type TermTargets, taxonomyOf } from './deps.ts';
import { requireTerm } from './lock-term.ts';

/** Returns the permissions of terms, keyed by their names in the contract. */
export function defineTermPermissions(deps: TermDeps): Permissions<TermEndpoints, TermTargets> {
  const load = (call: Call) => requireTerm(deps.database.read, taxonomyOf(deps, call), Number(call.path.id));
  const checkMayView = (call: Call) =>
    call.args.context === 'edit' && !mayEdit(call.actor, taxonomyOf(deps, call))
      ? forbiddenErrors.editContext
      : undefined;
  return {
    'list-terms': {
      load: (call) => loadEntry(deps, call),
      permit: (call, entry) => checkMayView(call) ?? (entry ? checkMayReadTermsOf(deps, call, entry) : undefined),
    },
    'read-term': { load, permit: checkMayView },
    'create-term': {
      permit: (call) => (mayCreate(call.actor, taxonomyOf(deps, call)) ? undefined : forbiddenErrors.create),
    },
    'edit-term': {
      load,
      permit: (call) => (mayEdit(call.actor, taxonomyOf(deps, call)) ? undefined : forbiddenErrors.edit),
    },
    'delete-term': {
      load,
      permit: (call, term) =>
        mayDelete(call.actor, taxonomyOf(deps, call), term.id, deps.site.settings.values.default_category)
          ? undefined
          : forbiddenErrors.delete,
    },
  };
}

type ListArgs = PermissionArgs<TermEndpoints, 'list-terms'>;

/**
 * Returns the entry in the parameter `post`; undefined if `post` is 0 or not submitted. Throws ApiError 400 `rest_post_invalid_id` if
 * the entry does not exist.
 */
async function loadEntry({ database }: TermDeps, { args }: Call<ListArgs>): Promise<CheckedEntryOfAnyType | undefined> {
  if (!args.post) return undefined;
  const entry = args.post > 0 ? (await findEntriesOfAnyType(database.read, [args.post]))[0] : undefined;
  if (!entry) throw new ApiError('rest_post_invalid_id', 400, 'No entry with this ID.');
  return entry;
}

/** Returns an error unless the caller may read the entry and the type of the entry has the taxonomy. */
function checkMayReadTermsOf(deps: TermDeps, call: Call, entry: CheckedEntryOfAnyType) {
  const type = deps.contract.types.get(entry.type);
  const isReadable =
    type?.taxonomies.includes(taxonomyOf(deps, call).name) === true &&
    passes(readCondition, call.actor, applySettings(type, deps.site.settings.values), entry);
  return isReadable ? undefined : forbiddenErrors.hiddenEntry;
}
