// Reads entries with the fields that users can change in lists, and stores the changes.
import type { ContentType } from '../bootstrap.ts';
import { readPage, send } from '../client.ts';
import type { EntryRecord } from './copied-fields.ts';
import { readEditor } from './editors.ts';
import type { ChangedEntry } from './entries.ts';
import type { FieldSchemas } from './schemas.ts';

/** An entry in the edit context with its version. */
export interface EditedEntry {
  readonly record: EntryRecord;
  readonly etag: string | undefined;
}

const pathOf = ({ rest_namespace, rest_base }: ContentType): string => `/${rest_namespace}/${rest_base}`;

/** Reads an entry. Throws ApiError. */
export async function readEditedEntry(type: ContentType, id: number, fields: readonly string[]): Promise<EditedEntry> {
  const query = { context: 'edit', _fields: ['id', 'status', '_links', ...fields] };
  const { data, headers } = await send<EntryRecord>(`${pathOf(type)}/${id}`, { query });
  return { record: data, etag: headers.get('ETag') ?? undefined };
}

/** Maximum number of entries in a response. */
const maxPageSize = 100;

/** Reads entries, at most 100, in any status but the trash; those that do not exist any more are missing. Throws ApiError. */
export async function readFieldsOf(
  type: ContentType,
  ids: readonly number[],
  fields: readonly string[],
): Promise<ReadonlyMap<number, EntryRecord>> {
  const { items } = await readPage<EntryRecord & { readonly id: number }>(pathOf(type), {
    ...{ context: 'edit', include: ids, per_page: maxPageSize, _fields: ['id', ...fields] },
    status: ['publish', 'future', 'draft', 'pending', 'private'],
  });
  return new Map(items.map((record) => [record.id, record]));
}

/** Changes fields of an entry, and resolves with its new version. Throws ApiError; 412 if it was changed since it was read. */
export async function updateEntry(type: ContentType, { id, etag }: ChangedEntry, body: object): Promise<ChangedEntry> {
  const { headers } = await send(`${pathOf(type)}/${id}`, {
    ...{ method: 'POST', body },
    ...(etag !== undefined && { ifMatch: etag }),
  });
  return { id, etag: headers.get('ETag') ?? undefined };
}

/** Reads the schemas of the fields that requests can set in an entry. Throws ApiError. */
export async function readEntrySchemas(type: ContentType, id: number): Promise<FieldSchemas> {
  const { data } = await send<{
    readonly endpoints?: readonly { readonly methods: readonly string[]; readonly args: FieldSchemas }[];
  }>(`${pathOf(type)}/${id}`, { method: 'OPTIONS' });
  return data.endpoints?.find(({ methods }) => methods.includes('POST'))?.args ?? {};
}

/** Reads the templates that an entry can have: their titles by their names; the empty name is the default template. Throws ApiError. */
export async function readTemplates(id: number): Promise<Readonly<Record<string, string>>> {
  const { availableTemplates } = (await readEditor(id)).settings;
  const entries = Object.entries(typeof availableTemplates === 'object' ? (availableTemplates ?? {}) : {});
  return Object.fromEntries(entries.map(([name, title]) => [name, String(title)]));
}
