// SQL statements for the file data of media items, and for the paths of stored files.

import { sql } from 'kysely';
import { plainColumns } from '../../../contract/columns.ts';
import { columnNames } from '../../../contract/grammar/column.ts';
import type { ReadHandle, WriteHandle } from '../../database/handle.ts';
import { type Builder, pickSlots, type Slots, statement, statementFamily } from '../../database/statement.ts';
import { parseStoredObject, readStoredObject, type StoredObject } from '../../database/stored-json.ts';
import { hasShortTexts } from '../../database/text-length.ts';
import { presentedColumns, rawColumns, renderedColumns } from '../entries/rows.ts';
import type { PlainRow } from '../plain-columns.ts';
import type { MediaFile, MediaRow, ParentEntry } from './rows.ts';

/** Name of the content type of media items. */
export const mediaType = 'attachment';

const fileColumns = [
  'entry_id',
  'file',
  'original',
  'file_key',
  'filesize',
  'width',
  'height',
  'details',
  ...columnNames(plainColumns.media),
] as const;
const parentEntryColumns = ['id', 'type', 'status', 'rights_status', 'author', 'slug', 'path', 'date'] as const;

const selectJoinedMedia = (q: Builder) =>
  q
    .selectFrom('entries')
    .innerJoin('media', 'media.entry_id', 'entries.id')
    .leftJoin('entries as above', 'above.id', 'entries.parent')
    .select([...presentedColumns, ...rawColumns].map((name) => `entries.${name}` as const))
    .select(fileColumns.map((name) => `media.${name} as media_${name}` as const))
    .select(parentEntryColumns.map((name) => `above.${name} as above_${name}` as const));

const mediaStatement = statement((q, p: Slots<{ type: string; ids: number[] }>) =>
  selectJoinedMedia(q).where('entries.type', '=', p.type).where(q.dialect.inList('entries.id', p.ids)),
);

const shortMediaStatement = statement((q, p: Slots<{ type: string; ids: number[] }>) =>
  selectJoinedMedia(q)
    .where('entries.type', '=', p.type)
    .where(q.dialect.inList('entries.id', p.ids))
    .where(hasShortTexts('entries', [...renderedColumns, ...rawColumns])),
);

/** Returns the media items with these IDs whose texts are short, in no particular order. */
export const findShortMedia = async (read: ReadHandle, ids: readonly number[]): Promise<MediaRow[]> =>
  ids.length === 0
    ? []
    : (await read.all(shortMediaStatement, { type: mediaType, ids: [...ids] })).map((row) => toMediaRow(row));

/** Returns the media items with these IDs, in no particular order. */
export async function findMedia(read: ReadHandle, ids: readonly number[]): Promise<MediaRow[]> {
  if (ids.length === 0) return [];
  return (await read.all(mediaStatement, { type: mediaType, ids: [...ids] })).map((row) => toMediaRow(row));
}

interface AttachedParams {
  type: string;
  parents: number[];
  from: string;
  to: string;
  limit: number;
}

const attachedMediaStatement = statement((q, p: Slots<AttachedParams>) =>
  q
    .selectFrom(
      q
        .selectFrom('entries')
        .select(['id', 'parent'])
        .select(sql<number>`row_number() over (partition by parent order by menu_order, id)`.as('place'))
        .where('type', '=', p.type)
        .where(q.dialect.inList('parent', p.parents))
        .where('status', '=', 'inherit')
        .where('format', '>=', p.from)
        .where('format', '<', p.to)
        .as('files'),
    )
    .select(['id', 'parent'])
    .where('place', '<=', p.limit)
    .orderBy('parent')
    .orderBy('place'),
);

/** Kind of a file, which is the first part of its MIME type. */
export type MediaKind = 'image' | 'audio' | 'video';

/**
 * Returns the IDs of the first files of a kind that are attached to each entry and have the status `inherit`, in menu order, with
 * the ID of the entry. `limit` is the maximum number of files of each entry.
 */
export const findAttachedMedia = (read: ReadHandle, kind: MediaKind, parents: readonly number[], limit: number) =>
  read.all(attachedMediaStatement, { type: mediaType, parents: [...parents], from: `${kind}/`, to: `${kind}0`, limit });

/** Returns a media item; undefined if there is none. */
export const findMediaItem = async (read: ReadHandle, id: number): Promise<MediaRow | undefined> =>
  (await findMedia(read, [id]))[0];

/**
 * Returns a media item whose file data may be written back; undefined if there is none.
 * @throws DatabaseUnusable when its details are not a JSON object
 */
export async function findMediaItemToUpdate(tx: WriteHandle, id: number): Promise<MediaRow | undefined> {
  const row = await tx.first(mediaStatement, { type: mediaType, ids: [id] });
  return row && toMediaRow(row, parseStoredObject);
}

const readDetails = (stored: string): StoredObject => readStoredObject(stored, 'media.details');

/** Splits a joined row into the columns of its three tables. The prefixes of the columns determine the types of the result. */
function toMediaRow(row: Readonly<Record<string, unknown>>, parseDetails = readDetails): MediaRow {
  const tables: Record<'entry' | 'media' | 'above', Record<string, unknown>> = { entry: {}, media: {}, above: {} };
  for (const [name, value] of Object.entries(row)) {
    if (name.startsWith('media_')) tables.media[name.slice('media_'.length)] = value;
    else if (name.startsWith('above_')) tables.above[name.slice('above_'.length)] = value;
    else tables.entry[name] = value;
  }
  const media = { ...tables.media, details: { sizes: {}, ...parseDetails(String(tables.media.details)) } };
  return { ...tables.entry, media, above: tables.above.id === null ? null : tables.above } as unknown as MediaRow;
}

type Columns = Omit<MediaFile, 'details' | 'file_key'> & { file_key: string; details: string };

const upsertMediaStatement = statement((q, p: Slots<Columns>) => {
  const values = pickSlots(p, fileColumns);
  return q
    .insertInto('media')
    .values(values)
    .onConflict((conflict) => {
      const { entry_id: _id, ...changed } = values;
      return conflict.column('entry_id').doUpdateSet(changed);
    });
});

/** Inserts or updates the file data of a media item. */
export const upsertMedia = (tx: WriteHandle, media: Omit<MediaFile, 'file_key'>) =>
  tx.run(upsertMediaStatement, {
    ...media,
    file_key: media.original.toLowerCase(),
    details: JSON.stringify(media.details),
  });

type MediaColumns = Partial<PlainRow<'media'>>;

const updateColumnsStatement = statementFamily(
  (q: Builder, names: readonly (keyof MediaColumns)[], p: Slots<MediaColumns & { entry_id: number }>) =>
    q.updateTable('media').set(pickSlots(p, names)).where('entry_id', '=', p.entry_id),
);

/** Updates plain columns of a media item. Columns that are absent remain unchanged. */
export async function updateMediaColumns(tx: WriteHandle, id: number, columns: MediaColumns): Promise<void> {
  const names = columnNames(plainColumns.media).filter((name) => columns[name] !== undefined);
  if (names.length > 0) await tx.run(updateColumnsStatement(names), { ...columns, entry_id: id });
}

const updateFormatStatement = statement((q, p: Slots<{ id: number; format: string }>) =>
  q.updateTable('entries').set({ format: p.format }).where('id', '=', p.id),
);

/** Updates the MIME type of a media item. */
export const updateFormat = (tx: WriteHandle, id: number, format: string) =>
  tx.run(updateFormatStatement, { id, format });

const pathsWithPrefixStatement = statement((q, p: Slots<{ from: string; to: string }>) =>
  q.selectFrom('media_files').select('path').where('path', '>=', p.from).where('path', '<', p.to),
);

/** Returns the reserved and assigned paths that begin with `prefix`. */
export const findPathsWithPrefix = async (read: ReadHandle, prefix: string): Promise<string[]> =>
  (await read.all(pathsWithPrefixStatement, { from: prefix, to: `${prefix}\u{10ffff}` })).map(({ path }) => path);

const reservePathStatement = statement((q, p: Slots<{ path: string; claimed: number }>) =>
  q
    .insertInto('media_files')
    .values({ path: p.path, entry_id: null, claimed: p.claimed })
    .onConflict((conflict) => conflict.column('path').doNothing()),
);

/**
 * Reserves the path of a file to be stored. Returns false if the path is already reserved or assigned. `claimed` is the current
 * time, in seconds since 1970.
 */
export const reservePath = async (tx: WriteHandle, path: string, claimed: number): Promise<boolean> =>
  (await tx.run(reservePathStatement, { path, claimed })).changes > 0;

const assignPathStatement = statement((q, p: Slots<{ path: string; id: number }>) =>
  q.updateTable('media_files').set({ entry_id: p.id }).where('path', '=', p.path),
);

/** Assigns the path of a stored file to an entry. Returns false if the path is not in the database any more. */
export const assignPath = async (tx: WriteHandle, path: string, id: number): Promise<boolean> =>
  (await tx.run(assignPathStatement, { path, id })).changes > 0;

/** Folder of the staged files, which replace other files (staged-files.ts). */
export const stagedFolder = 'replacements/';

const assignStagedPathStatement = statement((q, p: Slots<{ path: string; id: number; claimed: number }>) =>
  q.updateTable('media_files').set({ entry_id: p.id, claimed: p.claimed }).where('path', '=', p.path),
);

/**
 * Assigns the path of a staged file to the entry whose file it replaces. `claimed` is the current time, in seconds since 1970. Returns false if
 * the path is not in the database any more.
 */
export const assignStagedPath = async (tx: WriteHandle, path: string, id: number, claimed: number): Promise<boolean> =>
  (await tx.run(assignStagedPathStatement, { path, id, claimed })).changes > 0;

const releasePathStatement = statement((q, p: Slots<{ path: string }>) =>
  q.updateTable('media_files').set({ entry_id: null }).where('path', '=', p.path),
);

/** Removes the assignment of a path, so that its file is deleted. */
export const releasePath = (tx: WriteHandle, path: string) => tx.run(releasePathStatement, { path });

const stagedPathsStatement = statement((q, p: Slots<{ from: string; to: string; before: number; limit: number }>) =>
  q
    .selectFrom('media_files')
    .select('path')
    .where('path', '>=', p.from)
    .where('path', '<', p.to)
    .where('entry_id', 'is not', null)
    .where('claimed', '<', p.before)
    .orderBy('path')
    .limit(p.limit),
);

/** Returns the paths of staged files that were assigned to an entry before a time, in seconds since 1970. */
export const findStagedPaths = async (read: ReadHandle, before: number, limit: number): Promise<string[]> => {
  const range = { from: stagedFolder, to: `${stagedFolder}\u{10ffff}` };
  return (await read.all(stagedPathsStatement, { ...range, before, limit })).map(({ path }) => path);
};

const assignedPathStatement = statement((q, p: Slots<{ path: string }>) =>
  q.selectFrom('media_files').select('path').where('path', '=', p.path).where('entry_id', 'is not', null),
);

/** Returns whether a path is assigned to an entry. */
export const isAssignedPath = async (read: ReadHandle, path: string): Promise<boolean> =>
  (await read.first(assignedPathStatement, { path })) !== undefined;

const deletePathStatement = statement((q, p: Slots<{ path: string }>) =>
  q.deleteFrom('media_files').where('path', '=', p.path),
);

/** Deletes a path after its file has been deleted. */
export const deletePath = (tx: WriteHandle, path: string) => tx.run(deletePathStatement, { path });

const pathsOfEntryStatement = statement((q, p: Slots<{ id: number }>) =>
  q.selectFrom('media_files').select('path').where('entry_id', '=', p.id),
);

/** Returns the paths of the stored files of an entry. */
export const findPathsOf = async (read: ReadHandle, id: number): Promise<string[]> =>
  (await read.all(pathsOfEntryStatement, { id })).map(({ path }) => path);

const unassignedPathsStatement = statement((q, p: Slots<{ before: number; limit: number }>) =>
  q
    .selectFrom('media_files')
    .select('path')
    .where('entry_id', 'is', null)
    .where('claimed', '<', p.before)
    .orderBy('claimed')
    .limit(p.limit),
);

/** Returns the paths that were reserved before a time, in seconds since 1970, and are not assigned to an entry. */
export const findUnassignedPaths = async (read: ReadHandle, before: number, limit: number): Promise<string[]> =>
  (await read.all(unassignedPathsStatement, { before, limit })).map(({ path }) => path);

const parentEntryStatement = statement((q, p: Slots<{ id: number }>) =>
  q.selectFrom('entries').select(parentEntryColumns).where('id', '=', p.id),
);

/** Returns the entry with this ID, of any type, as the parent of a media item. */
export const findParentEntry = (read: ReadHandle, id: number): Promise<ParentEntry | undefined> =>
  read.first(parentEntryStatement, { id });

const clearFeaturedMediaStatement = statement((q, p: Slots<{ id: number }>) =>
  q
    .updateTable('entries')
    .set({ featured_media: 0 })
    .where('featured_media', '=', p.id)
    .where('featured_media', '<>', 0),
);

/** Removes a featured image from all entries that use it. */
export const clearFeaturedMedia = (tx: WriteHandle, id: number) => tx.run(clearFeaturedMediaStatement, { id });
