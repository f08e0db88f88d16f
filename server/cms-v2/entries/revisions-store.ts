// SQL statements for writing revisions and autosaves (posts-and-pages.md §15, §16).
import { type Insertable, type Selectable, sql } from 'kysely';
import type { ReadHandle, WriteHandle } from '../../database/handle.ts';
import { pickSlots, type Slots, statement } from '../../database/statement.ts';
import type { RevisionsTable } from '../../database/tables/entries.ts';
import { takeEntryId } from './store.ts';

/** A revision or an autosave with all its columns. */
export type RevisionRow = Selectable<RevisionsTable>;

/** The columns of a revision to insert. */
export type RevisionColumns = Omit<Insertable<RevisionsTable>, 'id'>;

const findLatestStatement = statement((q, p: Slots<{ entry: number }>) =>
  q
    .selectFrom('revisions')
    .selectAll()
    .where('entry_id', '=', p.entry)
    .where('autosave', '=', 0)
    .orderBy('date', 'desc')
    .orderBy('id', 'desc')
    .limit(1),
);

/** Returns the latest revision of an entry, not counting autosaves. */
export const findLatestRevision = (read: ReadHandle, entryId: number): Promise<RevisionRow | undefined> =>
  read.first(findLatestStatement, { entry: entryId });

const columns = [
  'entry_id',
  'author',
  'title',
  'content',
  'excerpt',
  'meta',
  'date',
  'date_gmt',
  'autosave',
] as const satisfies readonly (keyof RevisionColumns)[];

const insertStatement = statement((q, p: Slots<RevisionColumns & { id: number }>) =>
  q.insertInto('revisions').values(pickSlots(p, ['id', ...columns])),
);

/** Inserts a revision or an autosave, and returns its ID. Entries and revisions never have the same ID. */
export async function insertRevision(tx: WriteHandle, revision: RevisionColumns): Promise<number> {
  const id = await takeEntryId(tx);
  await tx.send(insertStatement, { ...revision, id });
  return id;
}

// The subquery selects all revisions except the newest ones.
const deleteSurplusStatement = statement((q, p: Slots<{ entry: number; retained: number }>) =>
  q
    .deleteFrom('revisions')
    .where(
      'id',
      'in',
      q
        .selectFrom('revisions as r')
        .select('r.id')
        .where('r.entry_id', '=', p.entry)
        .where('r.autosave', '=', 0)
        .orderBy('r.date', 'desc')
        .orderBy('r.id', 'desc')
        .limit(sql<number>`1000000000`)
        .offset(p.retained),
    ),
);

/** Deletes all revisions of an entry except the newest `retained` ones, and returns the number of deleted revisions. */
export const deleteSurplusRevisions = async (tx: WriteHandle, entryId: number, retained: number): Promise<number> =>
  (await tx.run(deleteSurplusStatement, { entry: entryId, retained })).changes;

const deleteRevisionStatement = statement((q, p: Slots<{ id: number }>) =>
  q.deleteFrom('revisions').where('id', '=', p.id),
);

/** Deletes a revision or an autosave. Does not update the number of revisions of its entry. */
export const deleteRevisionRow = (tx: WriteHandle, id: number) => tx.run(deleteRevisionStatement, { id });

const updateHistoryStatement = statement((q, p: Slots<{ entry: number; delta: number }>) =>
  q
    .updateTable('entries')
    .set((eb) => ({
      revision_count: eb('revision_count', '+', p.delta),
      latest_revision: eb.fn.coalesce(
        eb
          .selectFrom('revisions')
          .select('revisions.id')
          .where('revisions.entry_id', '=', p.entry)
          .orderBy('revisions.date', 'desc')
          .orderBy('revisions.id', 'desc')
          .limit(1),
        eb.lit(0),
      ),
    }))
    .where('id', '=', p.entry),
);

/** Adds `delta`, which may be negative, to the stored number of revisions of an entry, and updates the ID of the latest one. */
export const updateHistory = (tx: WriteHandle, entry: number, delta: number) =>
  tx.run(updateHistoryStatement, { entry, delta });
