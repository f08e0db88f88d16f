// SQL statements for the former URL paths of entries, and for the IDs of entries on the sites from which they were imported.
import { sql } from 'kysely';
import type { ReadHandle, WriteHandle } from '../../database/handle.ts';
import { type Slots, statement } from '../../database/statement.ts';

const insertStatement = statement((q, p: Slots<{ path: string; entry: number }>) =>
  q
    .insertInto('old_paths')
    .values({ path: p.path, entry_id: p.entry })
    .onConflict((conflict) => conflict.columns(['path', 'entry_id']).doNothing()),
);

/** Records a former path of an entry, as a key. */
export const insertOldPath = (tx: WriteHandle, path: string, entry: number) => tx.run(insertStatement, { path, entry });

/** Maximum number of entries with the same former path that are considered. */
const maxEntries = 100;

const byPathsStatement = statement((q, p: Slots<{ paths: string[]; most: number }>) =>
  q
    .selectFrom('old_paths')
    .select(['path', 'entry_id'])
    .where(q.dialect.inTextList('path', p.paths))
    .orderBy('path')
    .orderBy('entry_id')
    .limit(p.most),
);

/** Returns the IDs of entries with one of these former paths, with the path. */
export const findOldPaths = (read: ReadHandle, paths: readonly string[]) =>
  read.all(byPathsStatement, { paths: [...paths], most: maxEntries });

// The recursion visits each source of imports, so that the time does not depend on the number of imported records.
const bySourceIdStatement = statement((q, p: Slots<{ id: string }>) =>
  q
    .withRecursive('sources', (qc) =>
      qc
        .selectNoFrom((eb) =>
          eb
            .selectFrom('imported')
            .select((inner) => inner.fn.min('source').as('first'))
            .as('source'),
        )
        .unionAll(
          qc
            .selectFrom('sources')
            .where('sources.source', 'is not', null)
            .select((eb) =>
              eb
                .selectFrom('imported')
                .whereRef('imported.source', '>', sql<string>`sources.source`)
                .select((inner) => inner.fn.min('imported.source').as('next'))
                .as('source'),
            ),
        ),
    )
    .selectFrom('sources')
    .innerJoin('imported', 'imported.source', 'sources.source')
    .where('imported.kind', '=', sql.lit('entry'))
    .where('imported.source_id', '=', p.id)
    .select('imported.own_id as id'),
);

/** Returns the IDs of the entries that had this ID on a site from which they were imported. */
export const findEntriesBySourceId = async (read: ReadHandle, id: number): Promise<number[]> =>
  (await read.all(bySourceIdStatement, { id: String(id) })).map((row) => row.id);
