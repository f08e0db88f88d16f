// POST /octavo/v1/previews: creates a preview of an entry.
import { ApiError } from '../../api-error.ts';
import type { EntryDeps } from '../entries/deps.ts';
import { lockEntry } from '../entries/lock-entry.ts';
import { previewNow } from '../entries/preview.ts';
import { findPreviewsOf, insertPreview } from '../entries/previews-store.ts';
import { findRevision } from '../revisions/store.ts';
import type { PreviewOperations } from './operations.ts';

/** Maximum number of active previews of an entry. */
const maxActivePreviews = 50;

/**
 * Creates a preview and responds 201 with it. Its URL lets anyone view the entry, or an autosave of it, for a limited time.
 *
 * Throws ApiError 404 `rest_post_no_autosave` for an autosave that does not belong to the entry, and ApiError 400
 * `rest_too_many_previews`.
 */
export function createPreview(deps: EntryDeps): PreviewOperations['create-preview'] {
  return {
    async run({ args, actor }, entry) {
      const preview = await deps.database.transaction(async (tx) => {
        const { id } = await lockEntry(tx, entry.type, entry.row.id, actor, 'edit');
        const revision = args.revision === undefined ? undefined : await findRevision(tx, args.revision);
        if (args.revision !== undefined && (revision?.autosave !== 1 || revision.entry_id !== id))
          throw new ApiError('rest_post_no_autosave', 404, 'No autosave of this entry with this ID.');
        const created = previewNow(deps);
        if ((await findPreviewsOf(tx, [id], created)).length >= maxActivePreviews)
          throw new ApiError(
            'rest_too_many_previews',
            400,
            `An entry can have at most ${maxActivePreviews} active previews; delete one first.`,
          );
        const expires = created + args.lifetime;
        return insertPreview(tx, { entry_id: id, revision: revision?.id ?? 0, author: actor.id, created, expires });
      });
      return { kind: 'record', row: { preview, entry }, status: 201 };
    },
  };
}
