// Defines the permissions of the preview routes: callers who may edit an entry may list, create and delete its previews.

import type { PreviewEndpoints } from '../../../contract/octavo-v1/previews.ts';
import { ApiError } from '../../api-error.ts';
import type { PermissionArgs, Permissions } from '../../http/implement.ts';
import { type Call, parseId } from '../../http/module.ts';
import { editCondition, forbiddenErrors, passes } from '../entries/conditions.ts';
import type { EntryDeps } from '../entries/deps.ts';
import { previewNow } from '../entries/preview.ts';
import { findPreview } from '../entries/previews-store.ts';
import { findEntryOfAnyType } from '../entries/store.ts';
import type { EntryWithPage, PreviewTargets } from './operations.ts';

/** Returns the entry with this ID and its type. Throws ApiError 404 `rest_post_invalid_id` if it does not exist or has no page. */
async function requireEntryWithPage({ contract, database }: EntryDeps, id: number): Promise<EntryWithPage> {
  const row = id > 0 ? await findEntryOfAnyType(database.read, id) : undefined;
  const type = row && contract.types.get(row.type);
  if (!row || type?.servedAs !== 'entries' || !type.hasPages)
    throw new ApiError('rest_post_invalid_id', 404, 'No entry with this ID, or it has no page.');
  return { row, type };
}

/** Returns the permissions of previews, keyed by their names in the contract. */
export function definePreviewPermissions(deps: EntryDeps): Permissions<PreviewEndpoints, PreviewTargets> {
  // Both permissions share this function, so that the entry is loaded only once.
  const load = ({ args }: Call<PermissionArgs<PreviewEndpoints, 'list-previews'>>) =>
    requireEntryWithPage(deps, args.entry ?? 0);
  const permit = ({ actor }: Pick<Call, 'actor'>, { row, type }: EntryWithPage) =>
    passes(editCondition, actor, type, row) ? undefined : forbiddenErrors.edit;
  return {
    'list-previews': { load, permit },
    'create-preview': { load, permit },
    'delete-preview': {
      load: async ({ path }) => {
        const preview = await findPreview(deps.database.read, parseId(path.id));
        if (!preview || preview.expires <= previewNow(deps))
          throw new ApiError('rest_preview_invalid_id', 404, 'No preview with this ID.');
        return { preview, entry: await requireEntryWithPage(deps, preview.entry_id) };
      },
      permit: (call, { entry }) => permit(call, entry),
    },
  };
}
