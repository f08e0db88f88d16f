// The SQL of single entries: reading, writing, removing.

import type { Insertable, Updateable } from 'kysely';
import type { ReadHandle, WriteHandle } from '../../database/handle.ts';
import { type Slots, statement } from '../../database/statement.ts';
import type { EntriesTable, EntryTextTable } from '../../database/tables/entries.ts';
import { hasShortTexts } from '../../database/text-length.ts';
import { aboveColumns, aboveOf } from './above.ts';
import {
  type EntryHead,
  type EntryRow,
  headColumns,
  rawColumns,
  shownColumns,
  shownTexts,
  type WholeEntry,
} from './rows.ts';

const one = statement((q, p: Slots<{ type: string; id: number }>) =>
  q.selectFrom('entries').selectAll().where('id', '=', p.id).where('type', '=', p.type),
);

/** The entry of this type and number, with all its columns. */
export const findEntry = (read: ReadHandle, type: string, id: number): Promise<WholeEntry | undefined> =>
  read.first(one, { type, id });

const head = statement((q, p: Slots<{ type: string; id: number }>) =>
  q.selectFrom('entries').select(headColumns).where('id', '=', p.id).where('type', '=', p.type),
);

/** The entry of this type and number, without its texts. */
export const findEntryHead = (read: ReadHandle, type: string, id: number): Promise<EntryHead | undefined> =>
  read.first(head, { type, id });

const many = statement((q, p: Slots<{ type: string; ids: number[] }>) =>
  q.selectFrom('entries').select(shownColumns).where('type', '=', p.type).where(q.dialect.inList('id', p.ids)),
);

/** The entries of this type with these numbers, in no order, without raw text. */
export const findEntriesById = (read: ReadHandle, type: string, ids: readonly number[]): Promise<EntryRow[]> =>
  read.all(many, { type, ids: [...ids] });

const manyWhole = statement((q, p: Slots<{ type: string; ids: number[] }>) =>
  q
    .selectFrom('entries')
    .select([...shownColumns, ...rawColumns])
    .where('type', '=', p.type)
    .where(q.dialect.inList('id', p.ids)),
);

/** The entries of this type with these numbers, in no order, with raw text. */
export const findEntriesWithText = (read: ReadHandle, type: string, ids: readonly number[]): Promise<EntryRow[]> =>
  read.all(manyWhole, { type, ids: [...ids] });

const short = statement((q, p: Slots<{ type: string; ids: number[] }>) =>
  q
    .selectFrom('entries')
    .select(shownColumns)
    .where('type', '=', p.type)
    .where(q.dialect.inList('id', p.ids))
    .where(hasShortTexts('entries', shownTexts)),
);

const shortWhole = statement((q, p: Slots<{ type: string; ids: number[] }>) =>
  q
    .selectFrom('entries')
    .select([...shownColumns, ...rawColumns])
    .where('type', '=', p.type)
    .where(q.dialect.inList('id', p.ids))
    .where(hasShortTexts('entries', [...shownTexts, ...rawColumns])),
);

/** Those of the entries of this type with these numbers whose texts are short, in no order, with raw text or without. */
export const findShortEntries = (
  read: ReadHandle,
  type: string,
  ids: readonly number[],
  withText: boolean,
): Promise<EntryRow[]> => read.all(withText ? shortWhole : short, { type, ids: [...ids] });

const anyType = statement((q, p: Slots<{ id: number }>) =>
  q.selectFrom('entries').select(shownColumns).where('id', '=', p.id),
);

/** The entry of this number, of whatever type. */
export const findEntryOfAnyType = (read: ReadHandle, id: number): Promise<EntryRow | undefined> =>
  read.first(anyType, { id });

const rawOf = statement((q, p: Slots<{ ids: number[] }>) =>
  q.selectFrom('entries').select(['id', 'title', 'content', 'excerpt']).where(q.dialect.inList('id', p.ids)),
);

/** The raw text of entries. */
export const findRawText = (read: ReadHandle, ids: readonly number[]) => read.all(rawOf, { ids: [...ids] });

/** The columns of an entry that are written; all but its number. */
export type EntryColumns = Omit<Insertable<EntriesTable>, 'id'>;

/** All but the number, which the database gives. */
const [, ...shown] = shownColumns;
const columns = [
  ...shown,
  ...rawColumns,
  'title_key',
  'slug_before_trash',
  'theme',
] as const satisfies readonly Exclude<keyof EntryColumns, 'id'>[];

type Columns = {
  [K in (typeof columns)[number]]: EntriesTable[K] extends string | null ? EntriesTable[K] : EntryColumns[K];
};

const insertion = statement((q, p: Slots<Columns>) =>
  q
    .insertInto('entries')
    .values(Object.fromEntries(columns.map((name) => [name, p[name]])) as never)
    .returning('id'),
);

/** Stores a new entry; gives its number. */
export async function insertEntry(tx: WriteHandle, entry: EntryColumns): Promise<number> {
  const made = await tx.first(insertion, entry as never);
  if (!made) throw new Error('a new entry was given no number');
  return made.id;
}

const change = statement((q, p: Slots<Columns & { id: number }>) =>
  q
    .updateTable('entries')
    .set(Object.fromEntries(columns.map((name) => [name, p[name]])) as Updateable<EntriesTable>)
    .where('id', '=', p.id),
);

/** Writes all columns of an entry. */
export const updateEntry = (tx: WriteHandle, id: number, entry: EntryColumns) =>
  tx.run(change, { ...entry, id } as never);

const names = statement((q, p: Slots<{ id: number; guid: string; slug: string; path: string }>) =>
  q.updateTable('entries').set({ guid: p.guid, slug: p.slug, path: p.path }).where('id', '=', p.id),
);

/** Writes what a new entry is called, which depends on its number. */
export const nameEntry = (tx: WriteHandle, named: { id: number; guid: string; slug: string; path: string }) =>
  tx.run(names, named);

const removal = statement((q, p: Slots<{ id: number }>) => q.deleteFrom('entries').where('id', '=', p.id));

/** Removes an entry; its text, terms and revisions go with it. */
export const removeEntry = (tx: WriteHandle, id: number) => tx.run(removal, { id });

const text = statement((q, p: Slots<EntryTextTable>) => {
  const { entry_id, title, excerpt, content, indexed } = p;
  const texts = { title, excerpt, content, indexed } as never;
  return q
    .insertInto('entry_text')
    .values({ entry_id, ...(texts as object) } as never)
    .onConflict((conflict) => conflict.column('entry_id').doUpdateSet(texts));
});

/** Writes the folded text that searches look in. */
export const writeSearchText = (tx: WriteHandle, entry: EntryTextTable) => tx.run(text, entry);

const textAlone = statement((q, p: Slots<Omit<EntryTextTable, 'indexed'>>) =>
  q
    .updateTable('entry_text')
    .set({ title: p.title, excerpt: p.excerpt, content: p.content })
    .where('entry_id', '=', p.entry_id),
);

/** Updates the folded text of an entry whose state stays as it is. */
export const updateSearchText = (tx: WriteHandle, entry: Omit<EntryTextTable, 'indexed'>) => tx.run(textAlone, entry);

const below = statement((q, p: Slots<{ parents: number[] }>) =>
  q
    .selectFrom('entries')
    .select(['id', 'parent', 'slug', 'path', 'type', 'status'])
    .where(q.dialect.inList('parent', p.parents)),
);

/** An entry as it stands below another one. */
export type Child = Pick<WholeEntry, 'id' | 'parent' | 'slug' | 'path' | 'type' | 'status'>;

/** What is right below entries, of any type. */
export const findChildren = (read: ReadHandle, parents: readonly number[]) =>
  read.all(below, { parents: [...parents] });

const repath = statement((q, p: Slots<{ id: number; path: string }>) =>
  q.updateTable('entries').set({ path: p.path }).where('id', '=', p.id),
);

/** Writes the path of an entry whose parents' slugs have changed. */
export const writePath = (tx: WriteHandle, id: number, path: string) => tx.run(repath, { id, path });

const place = statement((q, p: Slots<{ id: number; slug: string; path: string }>) =>
  q.updateTable('entries').set({ slug: p.slug, path: p.path }).where('id', '=', p.id),
);

/** Writes the slug and path of an entry that has come under another parent. */
export const writePlace = (tx: WriteHandle, id: number, slug: string, path: string) =>
  tx.run(place, { id, slug, path });

const lifted = statement((q, p: Slots<{ parent: number; to: number; type: string }>) =>
  q.updateTable('entries').set({ parent: p.to }).where('parent', '=', p.parent).where('type', '=', p.type),
);

/** Puts what is right below an entry below another one. */
export const moveChildren = (tx: WriteHandle, type: string, parent: number, to: number) =>
  tx.run(lifted, { type, parent, to });

const ofSlugs = statement((q, p: Slots<{ type: string; slugs: string[] }>) =>
  q
    .selectFrom('entries')
    .select(['id', 'slug'])
    .where('type', '=', p.type)
    .where(q.dialect.inTextList('slug', p.slugs)),
);

/** The numbers of the entries of a type that have these slugs. */
export const findIdsOfSlugs = (read: ReadHandle, type: string, slugs: readonly string[]) =>
  read.all(ofSlugs, { type, slugs: [...slugs] });

const takenSlugs = statement((q, p: Slots<{ types: string[]; slugs: string[] }>) =>
  q
    .selectFrom('entries')
    .select(['id', 'slug', 'parent', 'theme'])
    .where(q.dialect.inTextList('type', p.types))
    .where(q.dialect.inTextList('slug', p.slugs)),
);

/** Who has these slugs. */
export const findTakenSlugs = (read: ReadHandle, types: readonly string[], slugs: readonly string[]) =>
  read.all(takenSlugs, { types: [...types], slugs: [...slugs] });

const judged = statement((q, p: Slots<{ ids: number[] }>) =>
  q
    .selectFrom('entries')
    .leftJoin('entries as above', 'above.id', 'entries.parent')
    .select([
      ...(['entries.id as id', 'entries.type as type', 'entries.author as author'] as const),
      ...(['entries.status as status', 'entries.rights_status as rights_status'] as const),
    ])
    .select(aboveColumns)
    .where(q.dialect.inList('entries.id', p.ids)),
);

/** What rules look at, of an entry of whatever type. */
export type JudgedOfAnyType = Awaited<ReturnType<typeof findEntriesOfAnyType>>[number];

/** What rules look at, of entries of whatever type. */
export const findEntriesOfAnyType = async (read: ReadHandle, ids: readonly number[]) =>
  (await read.all(judged, { ids: [...ids] })).map((row) => ({ ...row, above: aboveOf(row) }));
