// The SQL of writing former texts, and texts saved beside entries (posts-and-pages.md §15, §16).
import { type Insertable, type Selectable, sql } from 'kysely';
import type { ReadHandle, WriteHandle } from '../../database/handle.ts';
import { type Slots, statement } from '../../database/statement.ts';
import type { RevisionsTable } from '../../database/tables/entries.ts';

/** A revision or an autosave with all its columns. */
export type RevisionRow = Selectable<RevisionsTable>;

/** What a revision holds. */
export type RevisionColumns = Omit<Insertable<RevisionsTable>, 'id'>;

const latest = statement((q, p: Slots<{ entry: number }>) =>
  q
    .selectFrom('revisions')
    .selectAll()
    .where('entry_id', '=', p.entry)
    .where('autosave', '=', 0)
    .orderBy('date', 'desc')
    .orderBy('id', 'desc')
    .limit(1),
);

/** The latest revision of an entry; autosaves are none. */
export const findLatestRevision = (read: ReadHandle, entry: number): Promise<RevisionRow | undefined> =>
  read.first(latest, { entry });

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

const insertion = statement((q, p: Slots<RevisionColumns & { id: number }>) =>
  q
    .insertInto('revisions')
    .values(Object.fromEntries(['id' as const, ...columns].map((name) => [name, p[name]])) as never),
);

const number = statement((q) => q.dialect.takeNumber('entries'));

/** Stores a revision or an autosave; gives its number, which no entry has. */
export async function insertRevision(tx: WriteHandle, revision: RevisionColumns): Promise<number> {
  const taken = await tx.first(number, {});
  if (!taken) throw new Error('a new revision was given no number');
  await tx.run(insertion, { ...revision, id: taken.id });
  return taken.id;
}

// All that stand behind the newest ones.
const surplus = statement((q, p: Slots<{ entry: number; kept: number }>) =>
  q.deleteFrom('revisions').where(
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
      .offset(p.kept as never),
  ),
);

/** Removes all but the newest revisions of an entry; gives how many. */
export const removeSurplus = async (tx: WriteHandle, entry: number, kept: number): Promise<number> =>
  (await tx.run(surplus, { entry, kept })).changes;
