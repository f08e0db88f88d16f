// Inserts of rows that a transaction can merge: several rows are inserted by one statement.
import { type Builder, type Slots, type SlotValue, type Statement, statementFamily } from './statement.ts';
import type { Tables } from './tables/index.ts';

/** The values of rows, one row after the other, each in the order of the columns. */
type Values = readonly SlotValue[];

/** An insert into a table. */
export interface RowInsert<Row> {
  readonly table: string;
  /** Returns the statement that inserts this number of rows, with the parameters of `valuesOf`. */
  readonly statementFor: (rows: number) => Statement<Values, unknown>;
  /** Appends the values of a row to a list. */
  readonly addValues: (values: SlotValue[], row: Row) => void;
  /** Returns the key of a row that replaces an existing row with the same key; undefined if rows are not replaced. */
  readonly keyOf: ((row: Row) => string) | undefined;
  /** Inserts into the tables to which foreign keys of the row refer. */
  readonly references: readonly RowInsert<never>[];
}

/** Options of an insert. */
export interface RowInsertOptions<Name extends string> {
  readonly onConflict?: OnConflict<Name>;
  /** Inserts into the tables to which foreign keys of the row refer: collected rows of these tables are inserted first. */
  readonly references?: readonly RowInsert<never>[];
}

/** The treatment of a row whose key exists in the table. */
export interface OnConflict<Name extends string> {
  readonly key: readonly Name[];
  /** The columns that are updated. If there are none, the existing row remains as it is. */
  readonly update?: readonly Name[];
}

/** Properties that determine the SQL of an insert. */
interface Shape {
  readonly table: string;
  readonly columns: readonly string[];
  readonly onConflict: OnConflict<string> | null;
  readonly rows: number;
}

// The shape determines the table and the columns, so that the compiler cannot compare them here. `rowInsert` compares them.
type AnyTable = 'imported';

const insertStatement = statementFamily((q: Builder, { table, columns, onConflict, rows }: Shape, p: Slots<Values>) => {
  const slotAt = (at: number) => p[at];
  const values = Array.from({ length: rows }, (_, row) =>
    Object.fromEntries(columns.map((column, at) => [column, slotAt(row * columns.length + at)])),
  );
  const insert = q.insertInto(table as AnyTable).values(values as never);
  if (onConflict === null) return insert;
  const { key, update = [] } = onConflict;
  return insert.onConflict((conflict) => {
    const target = conflict.columns(key as never);
    if (update.length === 0) return target.doNothing();
    return target.doUpdateSet(
      (eb) => Object.fromEntries(update.map((name) => [name, eb.ref(`excluded.${name}` as never)])) as never,
    );
  });
});

/** Returns an insert of rows with these columns into a table. */
export function rowInsert<Row extends object, Name extends keyof Row & string = keyof Row & string>(
  table: keyof Tables,
  columns: readonly Name[],
  { onConflict, references = [] }: RowInsertOptions<Name> = {},
): RowInsert<Row> {
  const statements = new Map<number, Statement<Values, unknown>>();
  return {
    table,
    references,
    statementFor(rows) {
      const cached = statements.get(rows);
      if (cached) return cached;
      const created = insertStatement({ table, columns, onConflict: onConflict ?? null, rows });
      statements.set(rows, created);
      return created;
    },
    addValues(values, row) {
      for (const column of columns) values.push(row[column] as SlotValue);
    },
    keyOf: onConflict?.update && ((row) => onConflict.key.map((column) => String(row[column])).join('\0')),
  };
}

/** Maximum number of rows per statement. Statements exist for powers of two up to this number, so that few are prepared. */
const maxRows = 32;

/** The rows that a transaction has collected for one insert. */
interface Collected {
  readonly insert: RowInsert<never>;
  /** Rows that cannot replace others. */
  readonly rows: object[];
  /** Rows that replace earlier ones with the same key. */
  readonly byKey: Map<string, object>;
}

/** A statement with its parameters. */
export interface InsertOfRows {
  readonly statement: Statement<Values, unknown>;
  readonly values: Values;
}

/**
 * The rows that a transaction has collected and not inserted yet. Rows of tables to which foreign keys refer are inserted before those of
 * other tables, and rows of one table in the order in which they were added.
 */
export class CollectedRows {
  readonly #collected = new Map<RowInsert<never>, Collected>();
  #count = 0;
  #characters = 0;

  /** Number of rows. */
  get count(): number {
    return this.#count;
  }

  /** Number of characters in their strings. */
  get characters(): number {
    return this.#characters;
  }

  add<Row extends object>(insert: RowInsert<Row>, row: Row): void {
    const collected = this.#rowsOf(insert);
    const key = insert.keyOf?.(row);
    if (key === undefined) collected.rows.push(row);
    else collected.byKey.set(key, row);
    this.#count += 1;
    for (const value of Object.values(row)) if (typeof value === 'string') this.#characters += value.length;
  }

  /** Returns the rows of an insert. The first call also creates those of the tables to which it refers, which precede it. */
  #rowsOf(insert: RowInsert<never>): Collected {
    const existing = this.#collected.get(insert);
    if (existing) return existing;
    for (const referenced of insert.references) this.#rowsOf(referenced);
    const created: Collected = { insert, rows: [], byKey: new Map() };
    this.#collected.set(insert, created);
    return created;
  }

  /** Whether there are rows of one of these tables. */
  hasAny(tables: Iterable<string>): boolean {
    const named = new Set(tables);
    return [...this.#collected.values()].some(
      ({ insert, rows, byKey }) => rows.length + byKey.size > 0 && named.has(insert.table),
    );
  }

  /** Removes all rows, and returns the statements that insert them. */
  take(): InsertOfRows[] {
    this.#count = 0;
    this.#characters = 0;
    return [...this.#collected.values()].flatMap(({ insert, rows, byKey }) => {
      const all = [...rows.splice(0), ...byKey.values()] as never[];
      byKey.clear();
      return statementsFor(insert, all);
    });
  }
}

function statementsFor(insert: RowInsert<never>, rows: readonly never[]): InsertOfRows[] {
  const inserts: InsertOfRows[] = [];
  for (let from = 0; from < rows.length; ) {
    let size = maxRows;
    while (size > rows.length - from) size /= 2;
    const values: SlotValue[] = [];
    for (const row of rows.slice(from, from + size)) insert.addValues(values, row);
    inserts.push({ statement: insert.statementFor(size), values });
    from += size;
  }
  return inserts;
}
