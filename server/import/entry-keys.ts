// Finds the entries of a file again in later imports, by keys. The ID is nearly always a sufficient key, but files assembled by
// hand may contain an ID twice, and old files contain no IDs.
import { entryKind } from '../cms-v2/entry-urls/imported-ids.ts';
import { findImportedEntries } from './imported-store.ts';
import type { Batch, KnownEntry } from './run.ts';
import type { WxrItem, WxrRecord } from './wxr/records.ts';

/** Returns the key of the first item in the file with this ID. */
const idKey = (sourceId: number): string => String(sourceId);

/** Returns the key of an item without an ID, or with the same ID as an earlier item. */
const guidKey = (item: WxrItem): string =>
  `${item.sourceId} ${item.guid || item.link || `${item.type} ${item.date} ${item.title}`}`;

/** Returns the key of an item, and the one of these entries that was created from it, if any. */
export function keyOf(
  entries: ReadonlyMap<string, KnownEntry>,
  item: WxrItem,
): { key: string; known: KnownEntry | undefined } {
  const keyByGuid = guidKey(item);
  const entryByGuid = entries.get(keyByGuid);
  if (entryByGuid || item.sourceId === 0) return { key: keyByGuid, known: entryByGuid };
  const keyById = idKey(item.sourceId);
  const entryById = entries.get(keyById);
  const isOther = entryById !== undefined && item.guid !== '' && entryById.guid !== item.guid;
  return isOther ? { key: keyByGuid, known: undefined } : { key: keyById, known: entryById };
}

/** Returns the entry that was created from an item's parent; undefined if the parent has not been imported yet. */
export const knownParent = ({ content: { entries } }: Pick<Batch, 'content'>, item: WxrItem): KnownEntry | undefined =>
  entries.get(idKey(item.parent));

/** Loads the entries created from the items of a batch and from their parents, in one statement. */
export async function loadKnownEntries({ tx, run, content }: Batch, records: readonly WxrRecord[]): Promise<void> {
  const items = records.filter((record) => record.kind === 'item');
  const keys = items.flatMap((item) => [idKey(item.sourceId), guidKey(item), idKey(item.parent)]);
  if (keys.length === 0) return;
  for (const row of await findImportedEntries(tx, run.source, entryKind, [...new Set(keys)])) {
    content.entries.set(row.source_id, { id: row.own_id, guid: row.guid });
  }
}

/** Returns the local ID of the entry with this source ID; undefined if it was not imported or has been deleted. */
export async function findLocalEntryId({ tx, run }: Batch, sourceId: number): Promise<number | undefined> {
  return (await findImportedEntries(tx, run.source, entryKind, [idKey(sourceId)]))[0]?.own_id;
}
