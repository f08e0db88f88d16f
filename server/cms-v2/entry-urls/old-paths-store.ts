// SQL statements for the former URL paths of entries.
import type { ReadHandle, WriteHandle } from '../../database/handle.ts';
import { rowInsert } from '../../database/row-insert.ts';
import { type Slots, statement } from '../../database/statement.ts';
import type { OldPathsTable } from '../../database/tables/entries.ts';
import { newEntries } from '../entries/store.ts';

const newPaths = rowInsert<OldPathsTable>('old_paths', ['path', 'entry_id'], {
  onConflict: { key: ['path', 'entry_id'] },
  references: [newEntries],
});

/** Records a former path of an entry, as a key. */
export const insertOldPath = (tx: WriteHandle, path: string, entry_id: number) =>
  tx.insert(newPaths, { path, entry_id });

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
