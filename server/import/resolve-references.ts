// Sets featured images, and replaces the IDs in content with local IDs, at the end of an import.

import { findRawText, updateSearchText } from '../cms-v2/entries/store.ts';
import { renderDerivedColumns, searchText } from '../cms-v2/entries/texts.ts';
import { entryKind } from '../cms-v2/entry-urls/imported-ids.ts';
import { findMediaItem } from '../cms-v2/media/store.ts';
import { setFeaturedImage, updateContents } from './entries-store.ts';
import { findLocalEntryId } from './entry-keys.ts';
import { deleteImported, findImported, findImportedEntries, upsertImported } from './imported-store.ts';
import { termIdKind } from './local-terms.ts';
import { metaValue } from './meta.ts';
import { localName } from './names.ts';
import { recordEntryUpdated } from './record-entry-updated.ts';
import { type Reference, referencesIn, rewriteIds } from './references.ts';
import { describeEntry } from './report.ts';
import type { Batch } from './run.ts';
import type { WxrItem } from './wxr/records.ts';

/** Kind of the `imported` rows of entries whose featured image is not set yet. */
export const awaitingFeaturedImage = 'entry awaiting its picture';

/** Kind of the `imported` rows of entries with unresolved references in their content. */
export const awaitingReferencesKind = 'entry awaiting what it names';

/** Records the featured image and the references of an entry as pending. */
export async function awaitReferences({ tx, run }: Batch, item: WxrItem, key: string, own_id: number): Promise<void> {
  const sourceId = Number(metaValue(item, '_thumbnail_id') ?? 0);
  if (Number.isSafeInteger(sourceId) && sourceId > 0) {
    await upsertImported(tx, {
      source: run.source,
      kind: awaitingFeaturedImage,
      source_id: `${sourceId} ${key}`,
      own_id,
    });
  }
  if (referencesIn(item.content).length > 0) {
    await upsertImported(tx, { source: run.source, kind: awaitingReferencesKind, source_id: key, own_id });
  }
}

type PendingRow = { readonly source_id: string; readonly own_id: number };

/**
 * Sets the featured image of an entry that has none, once the image has been imported. Until then, the row stays pending, because
 * another file may contain the image; if the whole file was read (`isComplete`), the missing image is reported.
 */
export async function resolveFeaturedImage(batch: Batch, row: PendingRow, isComplete: boolean): Promise<void> {
  const { tx, run, report } = batch;
  const localId = await findLocalEntryId(batch, Number.parseInt(row.source_id, 10));
  const mediaItem = localId === undefined ? undefined : await findMediaItem(tx, localId);
  if (!mediaItem) {
    if (isComplete) {
      const [entry] = await findRawText(tx, [row.own_id]);
      const about = describeEntry(entry ?? { title: '', id: row.own_id });
      const missingId = Number.parseInt(row.source_id, 10);
      report.note(
        'entries without their featured image, because the image is not in the file',
        `${about}: media ${missingId}`,
      );
    }
    return;
  }
  await setFeaturedImage(tx, row.own_id, mediaItem.id);
  await recordEntryUpdated(batch, row.own_id);
  await deleteImported(tx, { source: run.source, kind: awaitingFeaturedImage, source_id: row.source_id });
}

/**
 * Replaces the IDs in the content of an entry with local IDs, if the whole file was read (`isComplete`). This is done only once per
 * entry, because source IDs and local IDs cannot be distinguished afterwards. If none of the referenced records has been imported,
 * the entry stays pending, because another file may contain them.
 */
export async function resolveReferences(batch: Batch, row: PendingRow, isComplete: boolean): Promise<void> {
  const { tx, run, report } = batch;
  if (!isComplete) return;
  const [entry] = await findRawText(tx, [row.own_id]);
  const references = entry ? referencesIn(entry.content) : [];
  const localIds = await findLocalIds(batch, references);
  const missingReferences = references.filter((reference) => !localIds.has(keyOf(reference)));
  if (entry && missingReferences.length > 0) {
    const noteText = 'entries that refer to IDs missing from the file; these IDs are unchanged';
    report.note(
      noteText,
      `${describeEntry(entry)}: ${[...new Set(missingReferences.map(describeReference))].join(', ')}`,
    );
  }
  if (entry && references.length > 0 && localIds.size === 0) return;
  await deleteImported(tx, { source: run.source, kind: awaitingReferencesKind, source_id: row.source_id });
  if (!entry) return;
  const content = rewriteIds(entry.content, (reference) => localIds.get(keyOf(reference)));
  await rewriteEntry(batch, entry, { ...entry, content });
}

interface EntryContents {
  readonly id: number;
  readonly title: string;
  readonly content: string;
  readonly excerpt: string;
}

/**
 * Updates the content and excerpt of an entry and the columns derived from its text. The modification date is unchanged, because
 * no user has edited the entry.
 */
export async function rewriteEntry(batch: Batch, before: EntryContents, contents: EntryContents): Promise<void> {
  const { tx } = batch;
  if (contents.content === before.content && contents.excerpt === before.excerpt) return;
  await updateContents(tx, { ...contents, ...renderDerivedColumns(contents) });
  await updateSearchText(tx, { entry_id: contents.id, ...searchText(contents) });
  await recordEntryUpdated(batch, contents.id);
}

const describeReference = (reference: Reference): string =>
  reference.kind === 'term' ? `${reference.taxonomy} ${reference.id}` : `${reference.kind} ${reference.id}`;

const keyOf = (reference: Reference): string => Object.values(reference).join(' ');

/** Returns the local IDs of references, keyed by `keyOf`. References that were not imported are missing. */
async function findLocalIds(batch: Batch, references: readonly Reference[]): Promise<Map<string, number>> {
  const { tx, run } = batch;
  const found = new Map<string, number>();
  const entries = references.filter(({ kind }) => kind === 'entry').map(({ id }) => String(id));
  for (const row of entries.length > 0 ? await findImportedEntries(tx, run.source, entryKind, entries) : [])
    found.set(`entry ${row.source_id}`, row.own_id);
  for (const reference of references) {
    const taxonomy =
      reference.kind === 'term' && run.service.contract.taxonomies.get(localName(run, reference.taxonomy));
    if (!taxonomy) continue;
    const sourceId = String(reference.id);
    const localId = (await findImported(tx, run.source, termIdKind(taxonomy), [sourceId])).get(sourceId);
    if (localId !== undefined) found.set(keyOf(reference), localId);
  }
  return found;
}
