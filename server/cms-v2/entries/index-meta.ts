// Writes the index rows of filterable meta fields in the transactions that write entries.
import type { ContentType } from '../../../contract/grammar/content-type.ts';
import { type FilterableField, filterableFields } from '../../../contract/shared/filterable-meta.ts';
import type { ReadHandle, WriteHandle } from '../../database/handle.ts';
import type { EntryMetaTable } from '../../database/tables/entries.ts';
import { readSettings } from '../../settings/settings.ts';
import { deleteIndexRows, type IndexedEntry, insertIndexRows } from './meta-index-store.ts';
import { dependsOnZone, indexedValues } from './meta-values.ts';

/** Returns the index rows of an entry. `zone` is the time zone of the site. */
export const indexRowsOf = (
  type: ContentType,
  { id, status, meta }: Pick<IndexedEntry, 'id' | 'status' | 'meta'>,
  zone: string,
): EntryMetaTable[] => indexedValues(type, meta, zone).map((row) => ({ entry_id: id, status, ...row }));

/** Returns the time zone of the site if the indexes of these fields depend on it. */
export const zoneOfIndexes = async (read: ReadHandle, fields: readonly FilterableField[]): Promise<string> =>
  dependsOnZone(fields) ? (await readSettings(read)).timezone : '';

/** Indexes the filterable meta fields of a new entry. Does nothing for types without such fields. */
export async function indexNewEntry(
  tx: WriteHandle,
  type: ContentType,
  entry: Pick<IndexedEntry, 'id' | 'status' | 'meta'>,
): Promise<void> {
  const fields = filterableFields(type);
  if (fields.length > 0) await insertIndexRows(tx, indexRowsOf(type, entry, await zoneOfIndexes(tx, fields)));
}

/** Replaces the index rows of a stored entry. Does nothing for types without filterable meta fields. */
export async function reindexEntry(
  tx: WriteHandle,
  type: ContentType,
  entry: Pick<IndexedEntry, 'id' | 'status' | 'meta'>,
): Promise<void> {
  if (filterableFields(type).length === 0) return;
  await deleteIndexRows(tx, [entry.id]);
  await indexNewEntry(tx, type, entry);
}
