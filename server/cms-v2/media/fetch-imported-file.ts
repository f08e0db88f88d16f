// Fetches the file of an imported media item from the site from which the item was imported, and stores it like an upload.
import type { Actor } from '../../access/actor.ts';
import { ApiError } from '../../api-error.ts';
import { recordEvent } from '../../events/record.ts';
import type { FetchLimits } from '../../fetch/guarded-fetch.ts';
import { composeColumns } from '../plain-columns.ts';
import type { MediaDeps } from './deps.ts';
import { folderOf, isRemote } from './details.ts';
import { fetchRemoteFile } from './fetch-file.ts';
import { lockMedia } from './lock-media.ts';
import type { MediaRow } from './rows.ts';
import { withStored } from './save-upload.ts';
import { assignPath, findMediaItem, mediaType, updateFormat, upsertMedia } from './store.ts';
import { deleteWorkFiles } from './store-files.ts';

/**
 * Fetches the remote file of a media item, derives its sizes, and stores all of these files or none. The texts and dates of the
 * item stay unchanged. Does nothing if the item was deleted, or if its file is already in the file store.
 *
 * Throws ApiError 400 for a file that cannot be fetched or is not accepted, ApiError 409 `upload_error` if another import fetches
 * the file at the same time, StoreFullError, and StoreUnavailableError.
 */
export async function fetchImportedFile(
  deps: MediaDeps,
  actor: Actor,
  id: number,
  limits: FetchLimits = {},
): Promise<void> {
  const type = deps.entries.contract.types.get(mediaType);
  if (!type) throw new Error('the content type `attachment` is not declared');
  const row = await findMediaItem(deps.entries.database.read, id);
  if (!row || !isRemote(row.media.original)) return;
  const file = await fetchRemoteFile(deps, row.media.original, limits);
  try {
    // The other site added these suffixes to a derived image, which is stored as an original here.
    const renamed = { ...file, stem: file.stem.replace(/-(?:scaled|rotated)$/, '') };
    const options = { folder: folderFor(row), derives: true, code: 'upload_error' };
    await withStored(deps, renamed, options, (stored, media) =>
      deps.entries.database.transaction(async (tx) => {
        const { media: before } = await lockMedia(tx, type, id, actor);
        if (!isRemote(before.original))
          throw new ApiError('upload_error', 409, 'Another import has already fetched this file.');
        await upsertMedia(tx, { ...media, entry_id: id, ...composeColumns('media', { before }) });
        await updateFormat(tx, id, file.kind.type);
        for (const path of stored.paths.values())
          if (!(await assignPath(tx, path, id))) throw new Error(`the path ${path} is no longer reserved`);
        const states = { statusBefore: row.status, status: row.status };
        await recordEvent(tx, { kind: 'entry.updated', type: type.name, subject: id, ...states });
      }),
    );
  } finally {
    await deleteWorkFiles([file.path]);
  }
}

/**
 * Returns the folder of the file on the other site if its name consists of a year and a month; else the folder for the date of the
 * item.
 */
function folderFor({ media, date }: MediaRow): string {
  const folder = folderOf(media.details.file ?? '');
  return /^\d{4}\/\d{2}\/$/.test(folder) ? folder : `${date.slice(0, 4)}/${date.slice(5, 7)}/`;
}
