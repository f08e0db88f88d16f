// Creates copies of entries.
import type { ContentType } from '../bootstrap.ts';
import { send } from '../client.ts';
import { collectionPath } from '../records.ts';
import { copiedFields, type EntryRecord } from './copied-fields.ts';
import { readWritableFields } from './schemas.ts';

/** Reads an entry with all fields and their raw texts. Throws ApiError. */
export const readEntry = async (type: ContentType, id: number): Promise<EntryRecord> =>
  (await send<EntryRecord>(`${collectionPath(type)}/${id}`, { query: { context: 'edit' } })).data;

/**
 * Creates a draft with a title and otherwise the same fields as an entry, except those that the user may not set, and resolves with its
 * ID. Throws ApiError.
 */
export async function copyEntry(type: ContentType, source: EntryRecord, title: string): Promise<number> {
  const fields = copiedFields(source, await readWritableFields(type));
  const body = { ...fields, ...('title' in source && { title }), status: 'draft' };
  return (await send<{ readonly id: number }>(collectionPath(type), { method: 'POST', body })).data.id;
}
