// Maps records of other sites to local IDs. Each mapping is inserted in the transaction that creates the record, so that an
// import can be interrupted and repeated.
import type { ReadHandle, WriteHandle } from '../database/handle.ts';
import { type Slots, statement } from '../database/statement.ts';

/** A record of another site with its local ID. */
export interface ImportedRecord {
  readonly source: string;
  readonly kind: string;
  readonly source_id: string;
  readonly own_id: number;
}

/** Parameters that select the records of a kind by their source IDs. */
type IdFilter = Slots<{ source: string; kind: string; ids: string[] }>;

const bySourceIdsStatement = statement((q, p: IdFilter) =>
  q
    .selectFrom('imported')
    .select(['source_id', 'own_id'])
    .where('source', '=', p.source)
    .where('kind', '=', p.kind)
    .where(q.dialect.inTextList('source_id', p.ids)),
);

const toIdMap = (rows: readonly { source_id: string; own_id: number }[]): Map<string, number> =>
  new Map(rows.map((row) => [row.source_id, row.own_id]));

/** Returns local IDs, keyed by source IDs. Records that were not imported are missing. */
export async function findImported(
  read: ReadHandle,
  source: string,
  kind: string,
  ids: readonly string[],
): Promise<Map<string, number>> {
  return toIdMap(await read.all(bySourceIdsStatement, { source, kind, ids: [...ids] }));
}

const entriesStatement = statement((q, p: IdFilter) =>
  q
    .selectFrom('imported')
    .innerJoin('entries', 'entries.id', 'imported.own_id')
    .select(['imported.source_id', 'imported.own_id', 'entries.guid'])
    .where('imported.source', '=', p.source)
    .where('imported.kind', '=', p.kind)
    .where(q.dialect.inTextList('imported.source_id', p.ids)),
);

/** Returns the source IDs, local IDs and guids of imported entries that still exist. */
export const findImportedEntries = (read: ReadHandle, source: string, kind: string, ids: readonly string[]) =>
  read.all(entriesStatement, { source, kind, ids: [...ids] });

const commentsStatement = statement((q, p: IdFilter) =>
  q
    .selectFrom('imported')
    .innerJoin('comments', 'comments.id', 'imported.own_id')
    .select(['imported.source_id', 'imported.own_id'])
    .where('imported.source', '=', p.source)
    .where('imported.kind', '=', p.kind)
    .where(q.dialect.inTextList('imported.source_id', p.ids)),
);

/** Returns the local IDs of imported comments that still exist, keyed by source IDs. */
export async function findImportedComments(
  read: ReadHandle,
  source: string,
  kind: string,
  ids: readonly string[],
): Promise<Map<string, number>> {
  return toIdMap(await read.all(commentsStatement, { source, kind, ids: [...ids] }));
}

const upsertStatement = statement((q, p: Slots<{ source: string; kind: string; source_id: string; own_id: number }>) =>
  q
    .insertInto('imported')
    .values({ source: p.source, kind: p.kind, source_id: p.source_id, own_id: p.own_id })
    .onConflict((conflict) => conflict.columns(['source', 'kind', 'source_id']).doUpdateSet({ own_id: p.own_id })),
);

/** Inserts or updates the local ID of a record. */
export const upsertImported = (tx: WriteHandle, { source, kind, source_id, own_id }: ImportedRecord) =>
  tx.run(upsertStatement, { source, kind, source_id, own_id });

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
