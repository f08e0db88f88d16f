// The file of an item that is still elsewhere becomes one of ours, as an upload would.
import type { Actor } from '../../access/actor.ts';
import { recordEvent } from '../../events/record.ts';
import type { FetchLimits } from '../../fetch/guarded-fetch.ts';
import { Refusal } from '../../refusal.ts';
import { claimMedia } from './claim-media.ts';
import { folderOf, isElsewhere } from './details.ts';
import { fetchedFromElsewhere } from './fetched-file.ts';
import { clear } from './keep-files.ts';
import type { MediaParts } from './parts.ts';
import type { MediaRow } from './rows.ts';
import { withStored } from './save-upload.ts';
import { findMediaItem, givePath, mediaType, writeFormat, writeMedia } from './store.ts';

/**
 * Fetches the file of an item that is elsewhere, makes its sizes and stores all of it, or nothing. The item's texts and dates
 * stay. Nothing is done for an item that is gone or whose file is here.
 *
 * Throws Refusal with a sentence for a file that cannot be had or is not taken; StoreFull, StoreUnavailable.
 */
export async function bringFile(parts: MediaParts, actor: Actor, id: number, limits: FetchLimits = {}): Promise<void> {
  const type = parts.contract.types.get(mediaType);
  if (!type) throw new Error('media are not declared');
  const row = await findMediaItem(parts.database.read, id);
  if (!row || !isElsewhere(row.media.original)) return;
  const file = await fetchedFromElsewhere(parts, row.media.original, limits);
  try {
    // What the old site has made of a picture is called so; here it is a picture like any other.
    const named = { ...file, stem: file.stem.replace(/-(?:scaled|rotated)$/, '') };
    const saving = { folder: folderFor(row), derives: true, code: 'upload_error' };
    await withStored(parts, named, saving, (stored, media) =>
      parts.database.transaction(async (tx) => {
        const { media: before } = await claimMedia(tx, type, id, actor);
        if (!isElsewhere(before.original))
          throw new Refusal('upload_error', 409, 'The file was fetched by another import at the same time.');
        await writeMedia(tx, { ...media, entry_id: id, alt_text: before.alt_text });
        await writeFormat(tx, id, file.kind.type);
        for (const path of stored.paths.values())
          if (!(await givePath(tx, path, id))) throw new Error(`the claim of ${path} is gone`);
        const states = { statusBefore: row.status, status: row.status };
        await recordEvent(tx, { kind: 'entry.updated', type: type.name, subject: id, ...states });
      }),
    );
  } finally {
    await clear([file.path]);
  }
}

/** The year and month that it had among the uploads of its site, else those of its date. */
function folderFor({ media, date }: MediaRow): string {
  const folder = folderOf(media.details.file ?? '');
  return /^\d{4}\/\d{2}\/$/.test(folder) ? folder : `${date.slice(0, 4)}/${date.slice(5, 7)}/`;
}
