// Maps records of other sites to local IDs. Each mapping is inserted in the transaction that creates the record, so that an
// import can be interrupted and repeated.
import type { ReadHandle, WriteHandle } from '../database/handle.ts';
import { rowInsert } from '../database/row-insert.ts';
import { type Builder, type Slots, type Statement, statement } from '../database/statement.ts';

/** Kind of the `imported` rows that map the usernames of authors in the file to users. */
export const authorKind = 'author';

/** Kind of the `imported` rows that map the author IDs of the file to users. Comments refer to these IDs. */
export const authorIdKind = 'author by number';

/** Kind of the `imported` rows of comments. */
export const commentKind = 'comment';

/** A record of another site with its local ID. */
export interface ImportedRecord {
  readonly source: string;
  readonly kind: string;
  readonly source_id: string;
  readonly own_id: number;
}

/** Parameters that select the records of a kind by their source IDs. */
type IdFilter = Slots<{ source: string; kind: string; ids: string[] }>;

const selectBySourceIds = (q: Builder, p: IdFilter) =>
  q
    .selectFrom('imported')
    .select(['imported.source_id', 'imported.own_id'])
    .where('imported.source', '=', p.source)
    .where('imported.kind', '=', p.kind)
    .where(q.dialect.inTextList('imported.source_id', p.ids));

const recordsStatement = statement(selectBySourceIds);
const entriesStatement = statement((q, p: IdFilter) =>
  selectBySourceIds(q, p).innerJoin('entries', 'entries.id', 'imported.own_id').select('entries.guid'),
);
const commentsStatement = statement((q, p: IdFilter) =>
  selectBySourceIds(q, p).innerJoin('comments', 'comments.id', 'imported.own_id'),
);

const usersStatement = statement((q, p: IdFilter) =>
  selectBySourceIds(q, p).innerJoin('users', 'users.id', 'imported.own_id').select('users.login'),
);
const termsStatement = statement((q, p: Slots<{ source: string; kind: string; ids: string[]; taxonomy: string }>) =>
  selectBySourceIds(q, p).innerJoin('terms', 'terms.id', 'imported.own_id').where('terms.taxonomy', '=', p.taxonomy),
);

type IdRow = Pick<ImportedRecord, 'source_id' | 'own_id'>;

/** Returns a function that finds records of a kind by their source IDs. */
const finderOf =
  <Row>(find: Statement<{ source: string; kind: string; ids: string[] }, Row>) =>
  (read: ReadHandle, source: string, kind: string, ids: readonly string[]): Promise<Row[]> =>
    read.all(find, { source, kind, ids: [...ids] });

/** Returns a function that finds the local IDs of records of a kind, keyed by source IDs. */
const idFinderOf =
  (find: Statement<{ source: string; kind: string; ids: string[] }, IdRow>) =>
  async (...args: Parameters<ReturnType<typeof finderOf>>): Promise<Map<string, number>> =>
    new Map((await finderOf(find)(...args)).map((row) => [row.source_id, row.own_id]));

/** Returns local IDs, keyed by source IDs. Records that were not imported are missing. */
export const findImported = idFinderOf(recordsStatement);

/** Returns the source IDs, local IDs and guids of imported entries that still exist. */
export const findImportedEntries = finderOf(entriesStatement);

/** Returns the usernames in the file, local IDs and local usernames of users who still exist and to whom authors were assigned. */
export const findImportedUsers = finderOf(usersStatement);

/** Returns the source IDs and local IDs of imported terms that still exist in this taxonomy. */
export const findImportedTerms = (
  read: ReadHandle,
  { source, kind, taxonomy }: { source: string; kind: string; taxonomy: string },
  ids: readonly string[],
): Promise<IdRow[]> => read.all(termsStatement, { source, kind, taxonomy, ids: [...ids] });

/** Returns the local IDs of imported comments that still exist, keyed by source IDs. */
export const findImportedComments = idFinderOf(commentsStatement);

const importedRecords = rowInsert<ImportedRecord>('imported', ['source', 'kind', 'source_id', 'own_id'], {
  onConflict: { key: ['source', 'kind', 'source_id'], update: ['own_id'] },
});

/** Inserts or updates the local ID of a record. */
export const upsertImported = (tx: WriteHandle, record: ImportedRecord) => tx.insert(importedRecords, record);

const deleteStatement = statement((q, p: Slots<{ source: string; kind: string; source_id: string }>) =>
  q
    .deleteFrom('imported')
    .where('source', '=', p.source)
    .where('kind', '=', p.kind)
    .where('source_id', '=', p.source_id),
);

/** Deletes the mapping of a record. */
export const deleteImported = (tx: WriteHandle, { source, kind, source_id }: Omit<ImportedRecord, 'own_id'>) =>
  tx.run(deleteStatement, { source, kind, source_id });

const afterStatement = statement((q, p: Slots<{ source: string; kind: string; after: string; limit: number }>) =>
  q
    .selectFrom('imported')
    .selectAll()
    .where('source', '=', p.source)
    .where('kind', '=', p.kind)
    .where('source_id', '>', p.after)
    .orderBy('source_id')
    .limit(p.limit),
);

/** Returns up to `limit` records of a kind whose source IDs follow `after`, ordered by source ID; `''` precedes all IDs. */
export const findImportedAfter = (
  read: ReadHandle,
  source: string,
  kind: string,
  after: string,
  limit: number,
): Promise<ImportedRecord[]> => read.all(afterStatement, { source, kind, after, limit });
