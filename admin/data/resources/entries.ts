// Reads and writes entries for lists.
import type { PreviewedFile } from '../../ui/media-preview.tsx';
import type { ContentType } from '../bootstrap.ts';
import { maxPageSize, type Page, type QueryValue, type RequestOptions, readPage, send } from '../client.ts';
import { collectionPath, listedStatuses } from '../records.ts';

/** A text as it is displayed. */
interface Text {
  readonly rendered: string;
}

/** The methods that the user may use with an entry, and its version. */
interface TargetHints {
  readonly allow?: readonly string[];
  readonly etag?: string;
}

/** An entry as lists show it. */
export interface ListedEntry {
  readonly id: number;
  readonly date: string | null;
  readonly modified: string;
  readonly status: string;
  readonly link: string;
  readonly title?: Text;
  readonly password?: string;
  readonly parent?: number;
  readonly menu_order?: number;
  readonly _links: {
    readonly self?: readonly { readonly targetHints?: TargetHints }[];
    /** Present if the user may publish the entry. */
    readonly 'wp:action-publish'?: readonly object[];
  };
  readonly _embedded?: EmbeddedRecords;
}

/** The records that a list includes on request. Those that the user may not read have no name or title. */
interface EmbeddedRecords {
  readonly author?: readonly { readonly name?: string }[];
  /** The featured image. */
  readonly 'wp:featuredmedia'?: readonly Partial<Omit<PreviewedFile, 'modified'>>[];
  readonly up?: readonly { readonly title?: Text }[];
  /** The terms of each taxonomy. */
  readonly 'wp:term'?: readonly (readonly { readonly taxonomy?: string; readonly name?: string }[])[];
}

/** A relation whose records a list can include. */
export type Embeddable = keyof EmbeddedRecords;

/** The fields of listed entries. */
const listedFields = [
  ...['id', 'date', 'modified', 'status', 'link', 'title', 'password', 'parent', 'menu_order'],
  ...['_links', '_embedded'],
];

/** Whether the user may send requests with a method to the URL of an entry. */
export const isAllowed = ({ _links }: ListedEntry, method: 'POST' | 'DELETE'): boolean =>
  _links.self?.[0]?.targetHints?.allow?.includes(method) === true;

/** Whether the user may publish an entry. */
export const isPublishable = (entry: ListedEntry): boolean =>
  isAllowed(entry, 'POST') && entry._links['wp:action-publish'] !== undefined;

/** Reads one page of the entries of a type. Throws ApiError. */
export const listEntries = (
  type: ContentType,
  query: Readonly<Record<string, QueryValue>>,
  signal?: AbortSignal,
): Promise<Page<ListedEntry>> =>
  readPage(collectionPath(type), { context: 'edit', _fields: listedFields, _etags: true, ...query }, signal);

/**
 * Reads entries, at most 100, in any status but the trash, with their current versions; those that do not exist any more are missing. Throws
 * ApiError.
 */
export const listEntriesById = async (type: ContentType, ids: readonly number[]): Promise<readonly ListedEntry[]> =>
  (await listEntries(type, { include: ids, per_page: maxPageSize, status: listedStatuses })).items;

/** An entry to change; `etag` is the version that the user has seen. */
export interface ChangedEntry {
  readonly id: number;
  readonly etag: string | undefined;
}

/** Returns an entry of a list with the version that the list shows. */
export const versionOf = ({ id, _links }: ListedEntry): ChangedEntry => ({
  id,
  etag: _links.self?.[0]?.targetHints?.etag,
});

/** Moves an entry to the trash. Resolves with its new version. Throws ApiError; 412 if it was changed since it was read. */
export const trashEntry = (type: ContentType, entry: ChangedEntry): Promise<ChangedEntry> =>
  change(type, entry, { method: 'DELETE' });

/** Deletes an entry permanently. Throws ApiError; 412 if it was changed since it was read. */
export const deleteEntry = (type: ContentType, entry: ChangedEntry): Promise<ChangedEntry> =>
  change(type, entry, { method: 'DELETE', query: { force: true } });

/**
 * Gives an entry a status, which also restores it from the trash. Throws ApiError; 412 if it was changed since it was read.
 */
export const setEntryStatus = (type: ContentType, entry: ChangedEntry, status: string): Promise<ChangedEntry> =>
  updateEntry(type, entry, { status });

/** Changes fields of an entry, and resolves with its new version. Throws ApiError; 412 if it was changed since it was read. */
export const updateEntry = (type: ContentType, entry: ChangedEntry, body: object): Promise<ChangedEntry> =>
  change(type, entry, { method: 'POST', body });

async function change(type: ContentType, { id, etag }: ChangedEntry, options: RequestOptions): Promise<ChangedEntry> {
  const { headers } = await send(`${collectionPath(type)}/${id}`, {
    ...options,
    ...(etag !== undefined && { ifMatch: etag }),
  });
  return { id, etag: headers.get('ETag') ?? undefined };
}
