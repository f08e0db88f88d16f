// SQL statements for single entries.

import type { ReadHandle, WriteHandle } from '../../database/handle.ts';
import { rowInsert } from '../../database/row-insert.ts';
import { type Builder, pickSlots, type Slots, statement, statementFamily } from '../../database/statement.ts';
import type { EntryTextTable } from '../../database/tables/entries.ts';
import { idsOf } from '../../database/take-ids.ts';
import { hasShortTexts } from '../../database/text-length.ts';
import { parentColumns, parentFromRow } from './parent-entry.ts';
import {
  type EntryHead,
  type EntryRow,
  headColumns,
  presentedColumns,
  rawColumns,
  renderedColumns,
  type WholeEntry,
} from './rows.ts';

const findStatement = statement((q, p: Slots<{ type: string; id: number }>) =>
  q.selectFrom('entries').selectAll().where('id', '=', p.id).where('type', '=', p.type),
);

/** Returns the entry of this type with this ID, with all its columns. */
export const findEntry = (read: ReadHandle, type: string, id: number): Promise<WholeEntry | undefined> =>
  read.first(findStatement, { type, id });

const findHeadStatement = statement((q, p: Slots<{ type: string; id: number }>) =>
  q.selectFrom('entries').select(headColumns).where('id', '=', p.id).where('type', '=', p.type),
);

/** Returns the entry of this type with this ID, without its texts. */
export const findEntryHead = (read: ReadHandle, type: string, id: number): Promise<EntryHead | undefined> =>
  read.first(findHeadStatement, { type, id });

const findByIdsStatement = statement((q, p: Slots<{ type: string; ids: number[] }>) =>
  q.selectFrom('entries').select(presentedColumns).where('type', '=', p.type).where(q.dialect.inList('id', p.ids)),
);

/** Returns the entries of this type with these IDs, unordered, without raw text. */
export const findEntriesById = (read: ReadHandle, type: string, ids: readonly number[]): Promise<EntryRow[]> =>
  read.all(findByIdsStatement, { type, ids: [...ids] });

const findByIdsWithTextStatement = statement((q, p: Slots<{ type: string; ids: number[] }>) =>
  q
    .selectFrom('entries')
    .select([...presentedColumns, ...rawColumns])
    .where('type', '=', p.type)
    .where(q.dialect.inList('id', p.ids)),
);

/** Returns the entries of this type with these IDs, unordered, with raw text. */
export const findEntriesWithText = (read: ReadHandle, type: string, ids: readonly number[]): Promise<EntryRow[]> =>
  read.all(findByIdsWithTextStatement, { type, ids: [...ids] });

const findShortStatement = statement((q, p: Slots<{ type: string; ids: number[] }>) =>
  q
    .selectFrom('entries')
    .select(presentedColumns)
    .where('type', '=', p.type)
    .where(q.dialect.inList('id', p.ids))
    .where(hasShortTexts('entries', renderedColumns)),
);

const findShortWithTextStatement = statement((q, p: Slots<{ type: string; ids: number[] }>) =>
  q
    .selectFrom('entries')
    .select([...presentedColumns, ...rawColumns])
    .where('type', '=', p.type)
    .where(q.dialect.inList('id', p.ids))
    .where(hasShortTexts('entries', [...renderedColumns, ...rawColumns])),
);

/** Returns the entries of this type with these IDs whose texts are short, unordered. `withText` adds the raw texts. */
export const findShortEntries = (
  read: ReadHandle,
  type: string,
  ids: readonly number[],
  withText: boolean,
): Promise<EntryRow[]> => read.all(withText ? findShortWithTextStatement : findShortStatement, { type, ids: [...ids] });

const findOfAnyTypeStatement = statement((q, p: Slots<{ id: number }>) =>
  q.selectFrom('entries').select(presentedColumns).where('id', '=', p.id),
);

/** Returns the entry with this ID, of any type. */
export const findEntryOfAnyType = (read: ReadHandle, id: number): Promise<EntryRow | undefined> =>
  read.first(findOfAnyTypeStatement, { id });

const findRawTextStatement = statement((q, p: Slots<{ ids: number[] }>) =>
  q.selectFrom('entries').select(['id', 'title', 'content', 'excerpt']).where(q.dialect.inList('id', p.ids)),
);

/** Returns the raw texts of entries. */
export const findRawText = (read: ReadHandle, ids: readonly number[]) =>
  read.all(findRawTextStatement, { ids: [...ids] });

/** The writable columns of an entry: all but its ID. */
export type EntryColumns = Omit<WholeEntry, 'id'>;

/** All columns of an entry except `slug`, `path` and `slug_before_trash`, which are determined when the entry is saved. */
export type ComposedEntry = Omit<EntryColumns, 'slug' | 'path' | 'slug_before_trash'>;

// The ID is taken before the insert, and never updated.
const [, ...presentedWithoutId] = presentedColumns;
const columns = [
  ...presentedWithoutId,
  ...rawColumns,
  'title_key',
  'slug_before_trash',
  'theme',
] as const satisfies readonly (keyof EntryColumns)[];

/** Takes IDs that no entry and no revision has had. */
export const takeEntryIds = idsOf('entries');

/** Returns an ID that no entry and no revision has had. */
export async function takeEntryId(tx: WriteHandle): Promise<number> {
  const [id] = await takeEntryIds(tx, 1);
  return id as number;
}

/** The insert of new entries whose IDs were taken before. */
export const newEntries = rowInsert<WholeEntry>('entries', ['id', ...columns]);

/** Inserts a new entry whose ID was taken before. */
export const insertEntryWithId = (tx: WriteHandle, entry: WholeEntry) => tx.insert(newEntries, entry);

type UpdatedColumn = (typeof columns)[number];

const updateStatement = statementFamily((q: Builder, changed: readonly UpdatedColumn[], p: Slots<WholeEntry>) =>
  q.updateTable('entries').set(pickSlots(p, changed)).where('id', '=', p.id),
);

/**
 * Updates the columns of an entry that differ from its stored row `before`. The database then writes neither the texts nor the indexes that
 * have not changed.
 */
export async function updateEntry(tx: WriteHandle, before: WholeEntry, after: WholeEntry): Promise<void> {
  const changed = columns.filter((column) => after[column] !== before[column]);
  if (changed.length > 0) await tx.send(updateStatement(changed), after);
}

const deleteStatement = statement((q, p: Slots<{ id: number }>) => q.deleteFrom('entries').where('id', '=', p.id));

/** Deletes an entry. Its search texts, term links and revisions are deleted by cascade. */
export const deleteEntryRow = (tx: WriteHandle, id: number) => tx.run(deleteStatement, { id });

const text = statement((q, p: Slots<EntryTextTable>) => {
  const { entry_id, title, excerpt, content, indexed } = p;
  const texts = { title, excerpt, content, indexed };
  return q
    .insertInto('entry_text')
    .values({ entry_id, ...texts })
    .onConflict((conflict) => conflict.column('entry_id').doUpdateSet(texts));
});

const newTexts = rowInsert<EntryTextTable>('entry_text', ['entry_id', 'title', 'excerpt', 'content', 'indexed'], {
  references: [newEntries],
});

/** Inserts the folded texts of a new entry, which searches use. */
export const insertSearchText = (tx: WriteHandle, entry: EntryTextTable) => tx.insert(newTexts, entry);

/** Inserts or updates the folded texts of an entry, which searches use. */
export const writeSearchText = (tx: WriteHandle, entry: EntryTextTable) => tx.send(text, entry);

const indexedStatement = statement((q, p: Slots<Pick<EntryTextTable, 'entry_id' | 'indexed'>>) =>
  q.updateTable('entry_text').set({ indexed: p.indexed }).where('entry_id', '=', p.entry_id),
);

/** Adds the texts of an entry to the search index, or removes them, when only its status has changed. */
export const writeIndexed = (tx: WriteHandle, entry: Pick<EntryTextTable, 'entry_id' | 'indexed'>) =>
  tx.send(indexedStatement, entry);

const updateTextStatement = statement((q, p: Slots<Omit<EntryTextTable, 'indexed'>>) =>
  q
    .updateTable('entry_text')
    .set({ title: p.title, excerpt: p.excerpt, content: p.content })
    .where('entry_id', '=', p.entry_id),
);

/** Updates the folded texts of an entry whose status does not change. */
export const updateSearchText = (tx: WriteHandle, entry: Omit<EntryTextTable, 'indexed'>) =>
  tx.run(updateTextStatement, entry);

// Nearly all entries of most sites have the same parent, 0, so that the planner would prefer a scan.
const listChildrenStatement = statement((q, p: Slots<{ parents: number[] }>) =>
  q
    .selectFrom(q.dialect.entriesBy('entries_by_parent'))
    .select(['id', 'parent', 'slug', 'path', 'type', 'status'])
    .where(q.dialect.inList('parent', p.parents)),
);

/** The columns of a child entry that `findChildren` returns. */
export type Child = Pick<WholeEntry, 'id' | 'parent' | 'slug' | 'path' | 'type' | 'status'>;

/** Returns the children of entries, of any type. */
export const findChildren = (read: ReadHandle, parents: readonly number[]) =>
  read.all(listChildrenStatement, { parents: [...parents] });

const updatePathStatement = statement((q, p: Slots<{ id: number; path: string }>) =>
  q.updateTable('entries').set({ path: p.path }).where('id', '=', p.id),
);

/** Writes the path of an entry after the path of its parent has changed. */
export const writePath = (tx: WriteHandle, id: number, path: string) => tx.run(updatePathStatement, { id, path });

const updateSlugAndPathStatement = statement((q, p: Slots<{ id: number; slug: string; path: string }>) =>
  q.updateTable('entries').set({ slug: p.slug, path: p.path }).where('id', '=', p.id),
);

/** Writes the slug and path of an entry that has moved to another parent. */
export const writeSlugAndPath = (tx: WriteHandle, id: number, slug: string, path: string) =>
  tx.run(updateSlugAndPathStatement, { id, slug, path });

const moveChildrenStatement = statement((q, p: Slots<{ parent: number; to: number; type: string }>) =>
  q.updateTable('entries').set({ parent: p.to }).where('parent', '=', p.parent).where('type', '=', p.type),
);

/** Moves the children of an entry that have this type to another parent. */
export const moveChildren = (tx: WriteHandle, type: string, parent: number, to: number) =>
  tx.run(moveChildrenStatement, { type, parent, to });

const findIdsBySlugsStatement = statement((q, p: Slots<{ type: string; slugs: string[] }>) =>
  q
    .selectFrom('entries')
    .select(['id', 'slug'])
    .where('type', '=', p.type)
    .where(q.dialect.inTextList('slug', p.slugs)),
);

/** Returns the IDs and slugs of the entries of a type that have these slugs. */
export const findIdsBySlugs = (read: ReadHandle, type: string, slugs: readonly string[]) =>
  read.all(findIdsBySlugsStatement, { type, slugs: [...slugs] });

const findTakenSlugsStatement = statement((q, p: Slots<{ types: string[]; slugs: string[] }>) =>
  q
    .selectFrom(q.dialect.entriesBy('entries_by_slug'))
    .select(['id', 'slug', 'parent', 'theme'])
    .where(q.dialect.inTextList('type', p.types))
    .where(q.dialect.inTextList('slug', p.slugs)),
);

/** Returns the `id`, `slug`, `parent` and `theme` of the entries of these types that have these slugs. */
export const findTakenSlugs = (read: ReadHandle, types: readonly string[], slugs: readonly string[]) =>
  read.all(findTakenSlugsStatement, { types: [...types], slugs: [...slugs] });

const findCheckedColumnsStatement = statement((q, p: Slots<{ ids: number[] }>) =>
  q
    .selectFrom('entries')
    .leftJoin('entries as above', 'above.id', 'entries.parent')
    .select([
      ...(['entries.id as id', 'entries.type as type', 'entries.author as author'] as const),
      ...(['entries.status as status', 'entries.rights_status as rights_status'] as const),
    ])
    .select(parentColumns)
    .where(q.dialect.inList('entries.id', p.ids)),
);

/** The columns of an entry of any type that permissions read. */
export type CheckedEntryOfAnyType = Awaited<ReturnType<typeof findEntriesOfAnyType>>[number];

/** Returns the columns that permissions read, for entries of any type. */
export const findEntriesOfAnyType = async (read: ReadHandle, ids: readonly number[]) =>
  (await read.all(findCheckedColumnsStatement, { ids: [...ids] })).map((row) => ({
    ...row,
    above: parentFromRow(row),
  }));
