// Resolves the parent of an entry if the parent follows the entry in the imported file.
//
// Until the parent is imported, the entry is at the top level. Unless it is a media item, it has an interim slug, so that it does not
// take the slug of a top-level entry. An `imported` row contains its final slug and the source ID of its parent.
import type { ContentType } from '../../contract/grammar/content-type.ts';
import { entryTags } from '../cms-v2/entries/event-tags.ts';
import { isUnnamedStatus, pathBelow, reserveSlug, slugOfTitle, updatePaths } from '../cms-v2/entries/slugs.ts';
import { toSlug, truncateSlug } from '../rendering/slug.ts';
import { findPlacement, updatePlacement } from './entries-store.ts';
import { findLocalEntryId } from './entry-keys.ts';
import { deleteImported, upsertImported } from './imported-store.ts';
import { recordEntryUpdated } from './record-entry-updated.ts';
import { describeEntry } from './report.ts';
import type { Batch } from './run.ts';
import type { WxrItem } from './wxr/records.ts';

/** Kind of the `imported` rows of entries whose parent has not been imported yet. */
export const awaitingKind = 'entry awaiting its parent';

/** Returns the slug that an entry has until its parent is imported; empty if neither slug nor title provides one. */
export function interimSlug(slug: string, { title, parent, status }: WxrItem): string {
  const stem = slug || (isUnnamedStatus(status) ? '' : toSlug(title));
  return stem === '' ? '' : `${truncateSlug(stem, 170)}-of-${parent}`;
}

/** Records the missing parent and the final slug of an entry. */
export const awaitEntryParent = (
  { tx, run }: Batch,
  { key, id, parent, slug }: { key: string; id: number; parent: number; slug: string },
) => upsertImported(tx, { source: run.source, kind: awaitingKind, source_id: `${parent} ${slug} ${key}`, own_id: id });

/**
 * Moves an entry below its parent once the parent has been imported. An entry that would become its own ancestor stays at the top
 * level.
 *
 * If the whole file was read (`isComplete`) and does not contain the parent, the entry gets its final slug at the top level. The
 * pending row is retained, because another file of the same site may contain the parent.
 */
export async function resolveEntryParent(
  batch: Batch,
  row: { source_id: string; own_id: number },
  isComplete: boolean,
): Promise<void> {
  const { tx, run, report } = batch;
  const [parentSourceId = '', slug = ''] = row.source_id.split(' ');
  const deletePending = () => deleteImported(tx, { source: run.source, kind: awaitingKind, source_id: row.source_id });
  const entry = await findPlacement(tx, row.own_id);
  const type = run.service.contract.types.get(entry?.type ?? '');
  if (!entry || !type || entry.parent !== 0) return void (await deletePending());
  const parent = await findLocalEntryId(batch, Number(parentSourceId));
  const isCycle = parent !== undefined && (await isDescendant(batch, parent, entry.id));
  if (parent === undefined && !isComplete) return;
  const atTop = `${type.noun.many} placed at the top level because`;
  if (parent === undefined)
    report.note(`${atTop} their parents are not in the file`, `${describeEntry(entry)}: parent ${parentSourceId}`);
  if (isCycle) report.note(`${atTop} they would be their own ancestors`, describeEntry(entry));
  await moveEntry(batch, type, entry, isCycle ? 0 : (parent ?? 0), slug);
  if (parent !== undefined) await deletePending();
}

type EntryPlacement = NonNullable<Awaited<ReturnType<typeof findPlacement>>>;

async function moveEntry(
  batch: Batch,
  type: ContentType,
  entry: EntryPlacement,
  parent: number,
  requestedSlug: string,
): Promise<void> {
  const { tx } = batch;
  const { id, title, status } = entry;
  const parentPlacement = parent === 0 ? undefined : await findPlacement(tx, parent);
  const slug = isUnnamedStatus(status)
    ? requestedSlug
    : await reserveSlug(tx, type, { id, parent, slug: requestedSlug || slugOfTitle(title, id) });
  const path = pathBelow(parentPlacement?.path ?? '', slug);
  if (slug === entry.slug && path === entry.path && parent === entry.parent) return;
  await updatePlacement(tx, { id, parent, slug, path });
  const moved = path === entry.path ? [] : await updatePaths(tx, id, path);
  await recordEntryUpdated(batch, id, entryTags(moved.map((child) => child.id)));
}

/** Returns whether the first entry is the second entry or one of its descendants. */
async function isDescendant({ tx }: Batch, id: number, ancestorId: number): Promise<boolean> {
  const visited = new Set<number>();
  for (
    let currentId = id;
    currentId !== 0 && !visited.has(currentId);
    currentId = (await findPlacement(tx, currentId))?.parent ?? 0
  ) {
    if (currentId === ancestorId) return true;
    visited.add(currentId);
  }
  return false;
}
