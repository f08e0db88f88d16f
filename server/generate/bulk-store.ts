// The SQL of writing many rows in one statement.
import type { WriteHandle } from '../database/handle.ts';
import { type Builder, type Slots, statementFamily } from '../database/statement.ts';
import type { EntryTermsTable, EntryTextTable } from '../database/tables/entries.ts';
import type { Tables } from '../database/tables/index.ts';

/** How many rows go into one statement; SQLite takes 32,766 values at most. */
const mostRows = 5000;

type Values = Readonly<Record<string, string | number | null>>;

interface Shape {
  readonly table: keyof Tables;
  readonly columns: readonly string[];
  readonly rows: number;
}

const valuesOf = ({ columns, rows }: Shape, p: Slots<Values>): never =>
  Array.from({ length: rows }, (_, row) =>
    Object.fromEntries(columns.map((column, at) => [column, p[`v${row * columns.length + at}`]])),
  ) as never;

const inserting = statementFamily((q: Builder, shape: Shape, p: Slots<Values>) =>
  q.insertInto(shape.table as 'entry_terms').values(valuesOf(shape, p)),
);

/** The values of rows under the names that `valuesOf` gives their places. */
function named<R extends object>(columns: readonly (keyof R & string)[], rows: readonly R[]): Values {
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
  for (const some of chunks(rows, mostRows)) {
    await tx.run(inserting({ table, columns, rows: some.length }), named(columns, some));
  }
}

function* chunks<T>(list: readonly T[], most: number): Generator<readonly T[]> {
  for (let at = 0; at < list.length; at += most) yield list.slice(at, at + most);
}

/** Makes stored entries carry terms that they do not carry yet. */
export const insertTermLinks = (tx: WriteHandle, links: readonly EntryTermsTable[]): Promise<void> =>
  insert(tx, 'entry_terms', ['entry_id', 'term_id', 'taxonomy', 'type', 'status', 'date'], links);

/** Writes the folded texts of new entries that searches look in. */
export const insertSearchTexts = (tx: WriteHandle, texts: readonly EntryTextTable[]): Promise<void> =>
  insert(tx, 'entry_text', ['entry_id', 'title', 'excerpt', 'content', 'indexed'], texts);
