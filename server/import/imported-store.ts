// The SQL of what was imported: which record of which site became which of ours. Written in the transaction that makes
// what it tells of, so that an import can be interrupted and run again.
import type { ReadHandle, WriteHandle } from '../database/handle.ts';
import { type Slots, statement } from '../database/statement.ts';

/** One record of a site and what it became. */
export interface Imported {
  readonly source: string;
  readonly kind: string;
  readonly source_id: string;
  readonly own_id: number;
}

/** Records of a kind by their own ids. */
type Asked = Slots<{ source: string; kind: string; ids: string[] }>;

const some = statement((q, p: Asked) =>
  q
    .selectFrom('imported')
    .select(['source_id', 'own_id'])
    .where('source', '=', p.source)
    .where('kind', '=', p.kind)
    .where(q.dialect.inTextList('source_id', p.ids)),
);

const bySourceId = (rows: readonly { source_id: string; own_id: number }[]): Map<string, number> =>
  new Map(rows.map((row) => [row.source_id, row.own_id]));

/** What records of a kind became, by their own ids; those not imported are not in it. */
export async function findImported(
  read: ReadHandle,
  source: string,
  kind: string,
  ids: readonly string[],
): Promise<Map<string, number>> {
  return bySourceId(await read.all(some, { source, kind, ids: [...ids] }));
}

const entries = statement((q, p: Asked) =>
  q
    .selectFrom('imported')
    .innerJoin('entries', 'entries.id', 'imported.own_id')
    .select(['imported.source_id', 'imported.own_id', 'entries.guid'])
    .where('imported.source', '=', p.source)
    .where('imported.kind', '=', p.kind)
    .where(q.dialect.inTextList('imported.source_id', p.ids)),
);

/** As `findImported`, of a kind that became entries and only of those that are still there, with their guids. */
export const findImportedEntries = (read: ReadHandle, source: string, kind: string, ids: readonly string[]) =>
  read.all(entries, { source, kind, ids: [...ids] });

const comments = statement((q, p: Asked) =>
  q
    .selectFrom('imported')
    .innerJoin('comments', 'comments.id', 'imported.own_id')
    .select(['imported.source_id', 'imported.own_id'])
    .where('imported.source', '=', p.source)
    .where('imported.kind', '=', p.kind)
    .where(q.dialect.inTextList('imported.source_id', p.ids)),
);

/** As `findImported`, of comments, and only of those that are still there. */
export async function findImportedComments(
  read: ReadHandle,
  source: string,
  kind: string,
  ids: readonly string[],
): Promise<Map<string, number>> {
  return bySourceId(await read.all(comments, { source, kind, ids: [...ids] }));
}

const upsert = statement((q, p: Slots<{ source: string; kind: string; source_id: string; own_id: number }>) =>
  q
    .insertInto('imported')
    .values({ source: p.source, kind: p.kind, source_id: p.source_id, own_id: p.own_id } as never)
    .onConflict((conflict) =>
      conflict.columns(['source', 'kind', 'source_id']).doUpdateSet({ own_id: p.own_id } as never),
    ),
);

/** Remembers what a record became, in place of what it became before. */
export const writeImported = (tx: WriteHandle, { source, kind, source_id, own_id }: Imported) =>
  tx.run(upsert, { source, kind, source_id, own_id });

const removal = statement((q, p: Slots<{ source: string; kind: string; source_id: string }>) =>
  q
    .deleteFrom('imported')
    .where('source', '=', p.source)
    .where('kind', '=', p.kind)
    .where('source_id', '=', p.source_id),
);

/** Forgets what a record became. */
export const removeImported = (tx: WriteHandle, { source, kind, source_id }: Omit<Imported, 'own_id'>) =>
  tx.run(removal, { source, kind, source_id });

const following = statement((q, p: Slots<{ source: string; kind: string; after: string; limit: number }>) =>
  q
    .selectFrom('imported')
    .selectAll()
    .where('source', '=', p.source)
    .where('kind', '=', p.kind)
    .where('source_id', '>', p.after)
    .orderBy('source_id')
    .limit(p.limit as never),
);

/** The records of a kind that follow one in the order of their ids; `''` stands before the first. */
export const findImportedAfter = (
  read: ReadHandle,
  source: string,
  kind: string,
  after: string,
  limit: number,
): Promise<Imported[]> => read.all(following, { source, kind, after, limit });
