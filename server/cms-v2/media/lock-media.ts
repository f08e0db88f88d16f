// Locks media items and updates their file data.
import type { ContentType } from '../../../contract/grammar/content-type.ts';
import type { Actor } from '../../access/actor.ts';
import type { WriteHandle } from '../../database/handle.ts';
import { now, toSiteTime } from '../../time/zone.ts';
import type { EntryDeps } from '../entries/deps.ts';
import { lockEntry } from '../entries/lock-entry.ts';
import type { StoredMedia } from './prepare-file.ts';
import type { MediaRow } from './rows.ts';
import { findMediaItem, findMediaItemToUpdate, upsertMedia } from './store.ts';

/**
 * Locks a media item until the transaction ends, and returns it. Throws the same errors as `lockEntry`, and DatabaseUnusable if its details
 * are damaged.
 */
export async function lockMedia(tx: WriteHandle, type: ContentType, id: number, actor: Actor): Promise<MediaRow> {
  await lockEntry(tx, type, id, actor, 'edit');
  const row = await findMediaItemToUpdate(tx, id);
  if (!row) throw new Error(`entry ${id} has no media row`);
  return row;
}

interface FileUpdate {
  readonly type: ContentType;
  readonly actor: Actor;
  readonly before: MediaRow;
  /** The columns of the file data that change. */
  readonly changed: Partial<StoredMedia>;
}

/** Updates the file data and the modification date of a media item, and returns the item. */
export async function updateMediaFile(
  { site, writer }: EntryDeps,
  tx: WriteHandle,
  { type, actor, before: { id, media }, changed }: FileUpdate,
): Promise<MediaRow> {
  const before = await lockEntry(tx, type, id, actor, 'edit');
  const timestamp = now(site.clock);
  const modified = { modified: toSiteTime(timestamp, site.settings.values.timezone), modified_gmt: timestamp };
  const choice = { slug: before.slug, mustBeFree: false, slugBeforeTrash: null };
  await writer.update(tx, type, { before, entry: { ...before, ...modified }, choice });
  await upsertMedia(tx, { ...media, ...changed });
  const row = await findMediaItem(tx, id);
  if (!row) throw new Error('the updated media item was not found');
  return row;
}
