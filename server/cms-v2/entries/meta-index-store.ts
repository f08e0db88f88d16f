// SQL statements for the indexes of filterable meta fields.
import { type Expression, sql } from 'kysely';
import type { ReadHandle, WriteHandle } from '../../database/handle.ts';
import { type Builder, type Slots, slotOf, statement, statementFamily } from '../../database/statement.ts';
import type { EntryMetaTable } from '../../database/tables/entries.ts';

/** An entry with the columns that determine its index rows. */
export interface IndexedEntry {
  readonly id: number;
  readonly date: string;
  readonly status: string;
  readonly meta: string;
}

/** The position of an entry in the order by date and ID. */
export type IndexedPosition = Pick<IndexedEntry, 'id' | 'date'>;

interface PageParameters {
  readonly type: string;
  readonly limit: number;
  readonly date?: string;
  readonly id?: number;
}

const pageStatement = statementFamily((q: Builder, isAfter: boolean, p: Slots<PageParameters>) => {
  const [date, id] = [sql.ref<string>('entries.date'), sql.ref<number>('entries.id')];
  const all = q.selectFrom('entries').select(['id', 'date', 'status', 'meta']).where('type', '=', p.type);
  const conditions = isAfter ? q.dialect.afterPosition(date, id, { key: p.date, id: p.id }, 'asc') : [];
  const [rows = all, ...more] = conditions.map((condition) => all.where(condition));
  // A union can be sorted only by the names of its columns, and an index is not used to sort by them.
  const [byDate, byId]: readonly Expression<unknown>[] =
    more.length > 0 ? [sql.ref('date'), sql.ref('id')] : [date, id];
  return more
    .reduce((some, others) => some.unionAll(others), rows)
    .orderBy(sql`${byDate}`)
    .orderBy(sql`${byId}`)
    .limit(p.limit);
});

/** Returns entries of a type after a position, or the first ones, in the order by date and ID. */
export const findIndexedEntries = (
  read: ReadHandle,
  type: string,
  after: IndexedPosition | undefined,
  limit: number,
): Promise<IndexedEntry[]> =>
  read.all(pageStatement(after !== undefined), { type, limit, ...(after && { date: after.date, id: after.id }) });

const countStatement = statement((q, p: Slots<{ type: string }>) =>
  q
    .selectFrom('entries')
    .select((eb) => eb.fn.countAll<number>().as('n'))
    .where('type', '=', p.type),
);

/** Returns the number of entries of a type, in all statuses. */
export const countEntries = async (read: ReadHandle, type: string): Promise<number> =>
  Number((await read.first(countStatement, { type }))?.n ?? 0);

const tablesStatement = statement((q) => q.dialect.contents.tables());

/** Returns whether the database has the tables of the indexes, which an older schema lacks. */
export const indexesExist = async (read: ReadHandle): Promise<boolean> =>
  (await read.all(tablesStatement, {})).some(({ name }) => name === 'meta_indexes');

const lockStatement = statement((q, p: Slots<{ ids: number[] }>) =>
  q
    .selectFrom('entries')
    .select(['id', 'date', 'status', 'meta'])
    .where(q.dialect.inList('id', p.ids))
    .orderBy('id')
    // SQLite has a single writer.
    .$if(q.dialect.engine === 'postgres', (query) => query.forNoKeyUpdate()),
);

/** Returns these entries, and locks them until the end of the transaction, so that their index rows do not change. */
export const lockIndexedEntries = (tx: WriteHandle, ids: readonly number[]): Promise<IndexedEntry[]> =>
  tx.all(lockStatement, { ids: [...ids] });

const rowsStatement = statement((q, p: Slots<{ ids: number[] }>) =>
  q.selectFrom('entry_meta').selectAll().where(q.dialect.inList('entry_id', p.ids)),
);

/** Returns the index rows of entries, unordered. */
export const findIndexRows = (read: ReadHandle, ids: readonly number[]): Promise<EntryMetaTable[]> =>
  read.all(rowsStatement, { ids: [...ids] });

/** The values of rows, whose names end with the position of the row. */
interface InsertedRows {
  [entry: `entry${number}`]: number;
  [field: `field${number}`]: string;
  [status: `status${number}`]: string;
  [value: `value${number}`]: string;
}

const insertStatement = statementFamily((q: Builder, count: number, p: Slots<InsertedRows>) =>
  q.insertInto('entry_meta').values(
    Array.from({ length: count }, (_, at) => ({
      entry_id: slotOf(p, `entry${at}`),
      field: slotOf(p, `field${at}`),
      status: slotOf(p, `status${at}`),
      value: slotOf(p, `value${at}`),
    })),
  ),
);

/** Maximum number of rows that one statement inserts. */
const maxInsertedRows = 500;

/** Inserts index rows. */
export async function insertIndexRows(tx: WriteHandle, rows: readonly EntryMetaTable[]): Promise<void> {
  for (let start = 0; start < rows.length; start += maxInsertedRows) {
    const chunk = rows.slice(start, start + maxInsertedRows);
    const values: InsertedRows = {};
    for (const [at, row] of chunk.entries()) {
      values[`entry${at}`] = row.entry_id;
      values[`field${at}`] = row.field;
      values[`status${at}`] = row.status;
      values[`value${at}`] = row.value;
    }
    await tx.run(insertStatement(chunk.length), values);
  }
}

const deleteStatement = statement((q, p: Slots<{ ids: number[] }>) =>
  q.deleteFrom('entry_meta').where(q.dialect.inList('entry_id', p.ids)),
);

/** Deletes the index rows of entries. */
export const deleteIndexRows = (tx: WriteHandle, ids: readonly number[]) => tx.run(deleteStatement, { ids: [...ids] });

const publishStatement = statement((q, p: Slots<{ ids: number[] }>) =>
  q.updateTable('entry_meta').set({ status: 'publish' }).where(q.dialect.inList('entry_id', p.ids)),
);

/** Writes the status `publish` to the index rows of entries. */
export const publishIndexRows = (tx: WriteHandle, ids: readonly number[]) =>
  tx.run(publishStatement, { ids: [...ids] });

const completeStatement = statement((q) => q.selectFrom('meta_indexes').select('field'));

/** Returns the names of the indexes that contain all entries. */
export const findCompleteIndexes = async (read: ReadHandle): Promise<Set<string>> =>
  new Set((await read.all(completeStatement, {})).map(({ field }) => field));

const markStatement = statement((q, p: Slots<{ field: string }>) =>
  q
    .insertInto('meta_indexes')
    .values({ field: p.field })
    .onConflict((conflict) => conflict.column('field').doNothing()),
);

/** Records that an index contains all entries. */
export const markIndexComplete = (tx: WriteHandle, field: string) => tx.run(markStatement, { field });

const unmarkStatement = statement((q, p: Slots<{ fields: string[] }>) =>
  q.deleteFrom('meta_indexes').where(q.dialect.inTextList('field', p.fields)),
);

/** Records that indexes do not contain all entries. */
export const markIndexesIncomplete = (tx: WriteHandle, fields: readonly string[]) =>
  tx.run(unmarkStatement, { fields: [...fields] });

const nextFieldStatement = statement((q, p: Slots<{ after: string }>) =>
  q
    .selectFrom('entry_meta')
    .select((eb) => eb.fn.min<string | null>('field').as('field'))
    .where('field', '>', p.after),
);

/** Returns the names of all indexes with rows. Runs one statement, which reads one row, for each of them. */
export async function findIndexesWithRows(read: ReadHandle): Promise<string[]> {
  const found: string[] = [];
  for (;;) {
    const field = (await read.first(nextFieldStatement, { after: found.at(-1) ?? '' }))?.field;
    if (field === null || field === undefined) return found;
    found.push(field);
  }
}

const deleteFieldStatement = statement((q, p: Slots<{ field: string; limit: number }>) =>
  q
    .deleteFrom('entry_meta')
    .where('field', '=', p.field)
    .where(
      'entry_id',
      'in',
      q
        .selectFrom('entry_meta as obsolete')
        .select('obsolete.entry_id')
        .where('obsolete.field', '=', p.field)
        .limit(p.limit),
    ),
);

/** Deletes the rows of at most `limit` entries from an index. Returns the number of deleted rows. */
export const deleteRowsOfIndex = async (tx: WriteHandle, field: string, limit: number): Promise<number> =>
  (await tx.run(deleteFieldStatement, { field, limit })).changes;
