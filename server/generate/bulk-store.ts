// SQL statements that insert many rows, or add to counters, at once.
import type { WriteHandle } from '../database/handle.ts';
import { type Builder, type Slots, statement, statementFamily } from '../database/statement.ts';
import type { EntryTermsTable, EntryTextTable } from '../database/tables/entries.ts';
import type { Tables } from '../database/tables/index.ts';

/** Maximum number of rows per statement. With up to six columns, they stay below SQLite's limit of 32,766 values. */
const maxRows = 5000;

type Values = Readonly<Record<string, string | number | null>>;

/** Properties that determine the SQL of an insert. */
interface Shape {
  readonly table: keyof Tables;
  readonly columns: readonly string[];
  readonly rows: number;
}

// The columns are determined by the shape, so the compiler cannot compare them with those of the table.
const valuesOf = ({ columns, rows }: Shape, p: Slots<Values>): never =>
  Array.from({ length: rows }, (_, row) =>
    Object.fromEntries(columns.map((column, at) => [column, p[`v${row * columns.length + at}`]])),
  ) as never;

const insertStatement = statementFamily((q: Builder, shape: Shape, p: Slots<Values>) =>
  q.insertInto(shape.table as 'entry_terms').values(valuesOf(shape, p)),
);

/** Returns the values of rows as parameters with the names that `valuesOf` uses. */
function parametersOf<R extends object>(columns: readonly (keyof R & string)[], rows: readonly R[]): Values {
  const values: Record<string, string | number | null> = {};
  let at = 0;
  for (const row of rows) {
    for (const column of columns) values[`v${at++}`] = row[column] as string | number | null;
  }
  return values;
}

async function insert<R extends object>(
  tx: WriteHandle,
  table: keyof Tables,
  columns: readonly (keyof R & string)[],
  rows: readonly R[],
): Promise<void> {
  for (const chunk of chunks(rows, maxRows)) {
    await tx.run(insertStatement({ table, columns, rows: chunk.length }), parametersOf(columns, chunk));
  }
}

function* chunks<T>(list: readonly T[], size: number): Generator<readonly T[]> {
  for (let at = 0; at < list.length; at += size) yield list.slice(at, at + size);
}

/** Inserts the assignments of terms to existing entries. */
export const insertTermLinks = (tx: WriteHandle, links: readonly EntryTermsTable[]): Promise<void> =>
  insert(tx, 'entry_terms', ['entry_id', 'term_id', 'taxonomy', 'type', 'status', 'date'], links);

/** Inserts the folded search texts of new entries. */
export const insertSearchTexts = (tx: WriteHandle, texts: readonly EntryTextTable[]): Promise<void> =>
  insert(tx, 'entry_text', ['entry_id', 'title', 'excerpt', 'content', 'indexed'], texts);

const addToCountStatement = statement((q, p: Slots<{ type: string; status: string; author: number; n: number }>) =>
  q
    .insertInto('entry_counts')
    .values({ type: p.type, status: p.status, author: p.author, n: p.n })
    .onConflict((conflict) =>
      conflict
        .columns(['type', 'status', 'author'])
        .doUpdateSet((eb) => ({ n: eb('entry_counts.n', '+', eb.ref('excluded.n')) })),
    ),
);

/** Adds `n` entries to the counter of a type, status and author. */
export const addToCount = (tx: WriteHandle, count: { type: string; status: string; author: number; n: number }) =>
  tx.run(addToCountStatement, count);

const addToTermStatement = statement((q, p: Slots<{ id: number; n: number }>) =>
  q
    .updateTable('terms')
    .set((eb) => ({ count: eb('count', '+', p.n) }))
    .where('id', '=', p.id),
);

/** Adds `n` published entries to the counter of a term. */
export const addToTerm = (tx: WriteHandle, id: number, n: number) => tx.run(addToTermStatement, { id, n });
