// Defines the permissions of the preview routes: callers who may edit an entry may list, create and delete its previews.

import type { ContentType } from '../../../contract/grammar/content-type.ts';
import type { previewPermissions } from '../../../contract/octavo-v1/previews.ts';
import { ApiError } from '../../api-error.ts';
import { type Call, type Permission, parseId } from '../../http/module.ts';
import { editCondition, forbiddenErrors, passes } from '../entries/conditions.ts';
import type { EntryDeps } from '../entries/deps.ts';
import { previewNow } from '../entries/preview.ts';
import type { EntryRow } from '../entries/rows.ts';
import { findEntryOfAnyType } from '../entries/store.ts';
import { findPreview, type PreviewRow } from './store.ts';

/** An entry with a page, and its content type. */
export interface EntryWithPage {
  readonly row: EntryRow;
  readonly type: ContentType;
}

/** A preview and its entry, as the permissions load them. */
export interface PreviewTarget extends EntryWithPage {
  readonly preview: PreviewRow;
}

/** Returns the entry with this ID and its type. Throws ApiError 404 `rest_post_invalid_id` if it does not exist or has no page. */
export async function requireEntryWithPage({ contract, database }: EntryDeps, id: number): Promise<EntryWithPage> {
  const row = id > 0 ? await findEntryOfAnyType(database.read, id) : undefined;
  const type = row && contract.types.get(row.type);
  if (!row || type?.servedAs !== 'entries' || !type.hasPages)
    throw new ApiError('rest_post_invalid_id', 404, 'No entry with this ID, or it has no page.');
  return { row, type };
}

/** Returns the permissions of previews, keyed by their names in the contract. */
export function definePreviewPermissions(deps: EntryDeps): Record<(typeof previewPermissions)[number], Permission> {
  const permit: Permission['permit'] = ({ actor }, target) => {
    const { row, type } = target as EntryWithPage;
    return passes(editCondition, actor, type, row) ? undefined : forbiddenErrors.edit;
  };
  const entryPermission: Permission = {
    load: ({ args }: Call) => requireEntryWithPage(deps, Number(args.entry)),
    permit,
  };
  return {
    'list-previews': entryPermission,
    'create-preview': entryPermission,
    'delete-preview': {
      load: async ({ path }): Promise<PreviewTarget> => {
        const preview = await findPreview(deps.database.read, parseId(path.id));
        if (!preview || preview.expires <= previewNow(deps))
          throw new ApiError('rest_preview_invalid_id', 404, 'No preview with this ID.');
        return { preview, ...(await requireEntryWithPage(deps, preview.entry_id)) };
      },
      permit,
    },
  };
}
