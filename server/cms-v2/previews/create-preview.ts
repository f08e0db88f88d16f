// POST on the previews of an entry.
import type { PreviewArgs } from '../../../contract/octavo-v1/previews.ts';
import type { Call, Operation } from '../../http/room.ts';
import { Refusal } from '../../refusal.ts';
import { claimEntry } from '../entries/claim-entry.ts';
import type { EntryParts } from '../entries/parts.ts';
import { previewMoment } from '../entries/preview.ts';
import { findRevision } from '../revisions/store.ts';
import type { Shown } from './permissions.ts';
import { findPreviewsOf, insertPreview } from './store.ts';

/** How many previews of one entry hold at a time. */
const most = 50;

/**
 * Makes an address at which anybody can look at an entry, or at an autosave of it, for a while.
 *
 * Throws Refusal 404 `rest_post_no_autosave`, 400 `rest_too_many_previews`.
 */
export function createPreview(parts: EntryParts): Operation {
  return {
    async run({ args, actor }: Call<PreviewArgs>, shown: Shown) {
      const preview = await parts.database.transaction(async (tx) => {
        const { id } = await claimEntry(tx, shown.type, shown.row.id, actor, 'edit');
        const revision = args.revision === undefined ? undefined : await findRevision(tx, args.revision);
        if (args.revision !== undefined && (revision?.autosave !== 1 || revision.entry_id !== id))
          throw new Refusal('rest_post_no_autosave', 404, 'The entry has no autosave of this number.');
        const created = previewMoment(parts);
        if ((await findPreviewsOf(tx, [id], created)).length >= most)
          throw new Refusal('rest_too_many_previews', 400, `At most ${most} previews of an entry hold at a time.`);
        const expires = created + args.lifetime;
        return insertPreview(tx, { entry_id: id, revision: revision?.id ?? 0, author: actor.id, created, expires });
      });
      return { kind: 'record', row: { preview, shown }, status: 201 };
    },
  };
}
