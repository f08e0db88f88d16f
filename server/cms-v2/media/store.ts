// The SQL of media: what is known of files, and which files are stored.
import { sql } from 'kysely';
import type { ReadHandle, WriteHandle } from '../../database/handle.ts';
import { type Builder, type Slots, statement } from '../../database/statement.ts';
import { readStoredObject } from '../../database/stored-json.ts';
import { hasShortTexts } from '../../database/text-length.ts';
import { rawColumns, shownColumns, shownTexts } from '../entries/rows.ts';
import type { Holder, MediaFile, MediaRow } from './rows.ts';

/** The type that the entries of media have. */
export const mediaType = 'attachment';

const fileColumns = [
  'entry_id',
  'file',
  'original',
  'file_key',
  'alt_text',
  'filesize',
  'width',
  'height',
  'details',
] as const;
const holderColumns = ['id', 'type', 'status', 'rights_status', 'author', 'slug', 'path', 'date'] as const;

const joined = (q: Builder) =>
  q
    .selectFrom('entries')
    .innerJoin('media', 'media.entry_id', 'entries.id')
    .leftJoin('entries as above', 'above.id', 'entries.parent')
    .select([...shownColumns, ...rawColumns].map((name) => `entries.${name}` as const))
    .select(fileColumns.map((name) => `media.${name} as media_${name}` as const))
    .select(holderColumns.map((name) => `above.${name} as above_${name}` as const));

const many = statement((q, p: Slots<{ type: string; ids: number[] }>) =>
  joined(q).where('entries.type', '=', p.type).where(q.dialect.inList('entries.id', p.ids)),
);

const short = statement((q, p: Slots<{ type: string; ids: number[] }>) =>
  joined(q)
    .where('entries.type', '=', p.type)
    .where(q.dialect.inList('entries.id', p.ids))
    .where(hasShortTexts('entries', [...shownTexts, ...rawColumns])),
);

/** Those of the media of these numbers whose texts are short, in no order. */
export const findShortMedia = async (read: ReadHandle, ids: readonly number[]): Promise<MediaRow[]> =>
  ids.length === 0 ? [] : (await read.all(short, { type: mediaType, ids: [...ids] })).map((row) => rowOf(row as never));

/** Media of these numbers, in no order. */
export async function findMedia(read: ReadHandle, ids: readonly number[]): Promise<MediaRow[]> {
  if (ids.length === 0) return [];
  return (await read.all(many, { type: mediaType, ids: [...ids] })).map((row) => rowOf(row as never));
}

interface Below {
  type: string;
  parents: number[];
  from: string;
  to: string;
  most: number;
}

const below = statement((q, p: Slots<Below>) =>
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
    .where('place', '<=', p.most)
    .orderBy('parent')
    .orderBy('place'),
);

/** What a file is, as the first part of its type says. */
export type Medium = 'image' | 'audio' | 'video';

/** The numbers of the first so many files of a medium of each entry, in their own order, with that of the entry. */
export const findMediaBelow = (read: ReadHandle, medium: Medium, parents: readonly number[], most: number) =>
  read.all(below, { type: mediaType, parents: [...parents], from: `${medium}/`, to: `${medium}0`, most });

/** The media item of a number. */
export const findMediaItem = async (read: ReadHandle, id: number): Promise<MediaRow | undefined> =>
  (await findMedia(read, [id]))[0];

/** Takes the columns of three tables apart. */
function rowOf(row: Readonly<Record<string, unknown>>): MediaRow {
  const parts: Record<'entry' | 'media' | 'above', Record<string, unknown>> = { entry: {}, media: {}, above: {} };
  for (const [name, value] of Object.entries(row)) {
    if (name.startsWith('media_')) parts.media[name.slice('media_'.length)] = value;
    else if (name.startsWith('above_')) parts.above[name.slice('above_'.length)] = value;
    else parts.entry[name] = value;
  }
  const media = { ...parts.media, details: { sizes: {}, ...readStoredObject(String(parts.media.details)) } };
  return { ...parts.entry, media, above: parts.above.id === null ? null : parts.above } as unknown as MediaRow;
}

type Columns = Omit<MediaFile, 'details' | 'file_key'> & { file_key: string; details: string };

const storing = statement((q, p: Slots<Columns>) => {
  const values = Object.fromEntries(fileColumns.map((name) => [name, p[name]]));
  return q
    .insertInto('media')
    .values(values as never)
    .onConflict((conflict) => {
      const { entry_id: _id, ...changed } = values;
      return conflict.column('entry_id').doUpdateSet(changed as never);
    });
});

/** Stores what is known of a file. */
export const writeMedia = (tx: WriteHandle, media: Omit<MediaFile, 'file_key'>) =>
  tx.run(storing, { ...media, file_key: media.original.toLowerCase(), details: JSON.stringify(media.details) });

const alternative = statement((q, p: Slots<{ entry_id: number; alt_text: string }>) =>
  q.updateTable('media').set({ alt_text: p.alt_text }).where('entry_id', '=', p.entry_id),
);

/** Stores what is read where a picture is not seen. */
export const writeAltText = (tx: WriteHandle, id: number, text: string) =>
  tx.run(alternative, { entry_id: id, alt_text: text });

const formatting = statement((q, p: Slots<{ id: number; format: string }>) =>
  q.updateTable('entries').set({ format: p.format }).where('id', '=', p.id),
);

/** Stores the type of an item's file. */
export const writeFormat = (tx: WriteHandle, id: number, format: string) => tx.run(formatting, { id, format });

const beginning = statement((q, p: Slots<{ from: string; to: string }>) =>
  q.selectFrom('media_files').select('path').where('path', '>=', p.from).where('path', '<', p.to),
);

/** The paths of stored files that begin so. */
export const findPathsFrom = async (read: ReadHandle, start: string): Promise<string[]> =>
  (await read.all(beginning, { from: start, to: `${start}\u{10ffff}` })).map(({ path }) => path);

const claiming = statement((q, p: Slots<{ path: string; claimed: number }>) =>
  q
    .insertInto('media_files')
    .values({ path: p.path, entry_id: null, claimed: p.claimed } as never)
    .onConflict((conflict) => conflict.column('path').doNothing()),
);

/** Claims the path of a file that is to be stored; false where it is taken. `claimed`: seconds since 1970. */
export const claimPath = async (tx: WriteHandle, path: string, claimed: number): Promise<boolean> =>
  (await tx.run(claiming, { path, claimed })).changes > 0;

const giving = statement((q, p: Slots<{ path: string; id: number }>) =>
  q.updateTable('media_files').set({ entry_id: p.id }).where('path', '=', p.path),
);

/** Gives a stored file to an entry; false where the claim is gone. */
export const givePath = async (tx: WriteHandle, path: string, id: number): Promise<boolean> =>
  (await tx.run(giving, { path, id })).changes > 0;

const dropping = statement((q, p: Slots<{ path: string }>) => q.deleteFrom('media_files').where('path', '=', p.path));

/** Forgets a file that is no longer stored. */
export const dropPath = (tx: WriteHandle, path: string) => tx.run(dropping, { path });

const ofEntry = statement((q, p: Slots<{ id: number }>) =>
  q.selectFrom('media_files').select('path').where('entry_id', '=', p.id),
);

/** The stored files of an entry. */
export const findPathsOf = async (read: ReadHandle, id: number): Promise<string[]> =>
  (await read.all(ofEntry, { id })).map(({ path }) => path);

const ownerless = statement((q, p: Slots<{ before: number; limit: number }>) =>
  q
    .selectFrom('media_files')
    .select('path')
    .where('entry_id', 'is', null)
    .where('claimed', '<', p.before)
    .orderBy('claimed')
    .limit(p.limit),
);

/** Files that no entry has, claimed before a moment (seconds since 1970). */
export const findOwnerless = async (read: ReadHandle, before: number, limit: number): Promise<string[]> =>
  (await read.all(ownerless, { before, limit })).map(({ path }) => path);

const holder = statement((q, p: Slots<{ id: number }>) =>
  q.selectFrom('entries').select(holderColumns).where('id', '=', p.id),
);

/** What a file is to belong to, of whatever type. */
export const findHolder = (read: ReadHandle, id: number): Promise<Holder | undefined> => read.first(holder, { id });

const unfeaturing = statement((q, p: Slots<{ id: number }>) =>
  q
    .updateTable('entries')
    .set({ featured_media: 0 })
    .where('featured_media', '=', p.id)
    .where('featured_media', '<>', 0),
);

/** Takes a picture away from the entries that show it. */
export const unfeature = (tx: WriteHandle, id: number) => tx.run(unfeaturing, { id });
