// A media item found to be changed, and held until the change is done.
import type { ContentType } from '../../../contract/grammar/content-type.ts';
import type { Actor } from '../../access/actor.ts';
import type { WriteHandle } from '../../database/handle.ts';
import { now, toSiteTime } from '../../time/zone.ts';
import { claimEntry } from '../entries/claim-entry.ts';
import { saveEntry } from '../entries/save-entry.ts';
import type { MediaDetails } from './details.ts';
import type { MediaParts } from './parts.ts';
import type { MediaRow } from './rows.ts';
import { findMediaItem, writeMedia } from './store.ts';

/** The media item of a number, which nobody else changes before the transaction ends. Throws as `claimEntry` does. */
export async function claimMedia(tx: WriteHandle, type: ContentType, id: number, actor: Actor): Promise<MediaRow> {
  await claimEntry(tx, type, id, actor, 'edit');
  const row = await findMediaItem(tx, id);
  if (!row) throw new Error(`the file ${id} has an entry and nothing else`);
  return row;
}

/** Stores other facts of a file; the item counts as changed. Gives it as it stands. */
export async function rewriteMedia(
  { clock, settings }: MediaParts,
  tx: WriteHandle,
  type: ContentType,
  actor: Actor,
  { id, media }: MediaRow,
  changed: { readonly details?: MediaDetails; readonly file?: string; readonly filesize?: number },
): Promise<MediaRow> {
  const before = await claimEntry(tx, type, id, actor, 'edit');
  const moment = now(clock);
  const modified = { modified: toSiteTime(moment, settings.values.timezone), modified_gmt: moment };
  const choice = { slug: before.slug, mustBeFree: false, slugBeforeTrash: null };
  await saveEntry(tx, type, before, { ...before, ...modified }, choice, new Map(), undefined);
  await writeMedia(tx, { ...media, ...changed });
  const row = await findMediaItem(tx, id);
  if (!row) throw new Error('a file is gone that was just written');
  return row;
}
