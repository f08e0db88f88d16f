// Reads entries with the fields that users can change in lists.
import type { ContentType } from '../bootstrap.ts';
import { maxPageSize, readPage, send } from '../client.ts';
import { collectionPath, listedStatuses } from '../records.ts';
import type { EntryRecord } from './copied-fields.ts';
import { readEditor } from './editors.ts';
import type { FieldSchemas } from './schemas.ts';

/** An entry in the edit context with its version. */
export interface EditedEntry {
  readonly record: EntryRecord;
  readonly etag: string | undefined;
}

/** Reads an entry. Throws ApiError. */
export async function readEditedEntry(type: ContentType, id: number, fields: readonly string[]): Promise<EditedEntry> {
  const query = { context: 'edit', _fields: ['id', 'status', '_links', ...fields] };
  const { data, headers } = await send<EntryRecord>(`${collectionPath(type)}/${id}`, { query });
  return { record: data, etag: headers.get('ETag') ?? undefined };
}

/** Reads entries, at most 100, in any status but the trash; those that do not exist any more are missing. Throws ApiError. */
export async function readFieldsOf(
  type: ContentType,
  ids: readonly number[],
  fields: readonly string[],
): Promise<ReadonlyMap<number, EntryRecord>> {
  const { items } = await readPage<EntryRecord & { readonly id: number }>(collectionPath(type), {
    ...{ context: 'edit', include: ids, per_page: maxPageSize, _fields: ['id', ...fields] },
    status: listedStatuses,
  });
  return new Map(items.map((record) => [record.id, record]));
}

/** Reads the schemas of the fields that requests can set in an entry. Throws ApiError. */
export async function readEntrySchemas(type: ContentType, id: number): Promise<FieldSchemas> {
  const { data } = await send<{
    readonly endpoints?: readonly { readonly methods: readonly string[]; readonly args: FieldSchemas }[];
  }>(`${collectionPath(type)}/${id}`, { method: 'OPTIONS' });
  return data.endpoints?.find(({ methods }) => methods.includes('POST'))?.args ?? {};
}

/** Reads the templates that an entry can have: their titles by their names; the empty name is the default template. Throws ApiError. */
export async function readTemplates(id: number): Promise<Readonly<Record<string, string>>> {
  const { availableTemplates } = (await readEditor(id)).settings;
  const entries = Object.entries(typeof availableTemplates === 'object' ? (availableTemplates ?? {}) : {});
  return Object.fromEntries(entries.map(([name, title]) => [name, String(title)]));
}
