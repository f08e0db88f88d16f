// Loads media items that must exist.
import { ApiError } from '../../api-error.ts';
import type { ReadHandle } from '../../database/handle.ts';
import type { MediaRow } from './rows.ts';
import { findMediaItem } from './store.ts';

/** Returns the media item with this ID. Throws ApiError 404 `rest_post_invalid_id` if there is none. */
export async function requireMedia(read: ReadHandle, id: number): Promise<MediaRow> {
  const row = id > 0 ? await findMediaItem(read, id) : undefined;
  if (!row) throw new ApiError('rest_post_invalid_id', 404, 'No media item with this ID.');
  return row;
}
