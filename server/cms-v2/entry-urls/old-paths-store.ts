// SQL statements for the former URL paths of entries.
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
