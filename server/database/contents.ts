// Declares the SQL for exporting and replacing all data of a database.
import type { RawBuilder } from 'kysely';
import type { Slot } from './slot.ts';

/** A value of a column. */
export type CellValue = string | number | null | Uint8Array;

/** A table with generated keys, and the last key generated; 0 if none was. */
export interface LastKey {
  readonly name: string;
  readonly last: number;
}

/**
 * SQL of an engine for all data of a database. SQL text contains only names of tables and schemas that the engine reports, never
 * input.
 */
export interface ContentsDialect {
  /** Selects the tables, without the internal ones of the engine. */
  tables(): RawBuilder<{ name: string }>;
  /** Selects the foreign keys between tables. */
  references(): RawBuilder<{ child: string; parent: string }>;
  columns(table: Slot<string>): RawBuilder<{ name: string }>;
  lastKeys(): RawBuilder<LastKey>;
  /** Returns SQL text that makes the next key of a table follow this one. */
  continueKeys(key: LastKey): string;
  /** Returns SQL text that waits until no transaction writes to the tables, and keeps others from writing to them. */
  lockTables(tables: readonly string[]): string;
  /** Selects the schema of the tables. */
  schema(): RawBuilder<{ name: string }>;
  /**
   * Returns SQL text that moves tables out of the way, referenced tables first, so that tables of the same names can be created.
   * Tables in `readable` stay readable; where necessary, as copies.
   */
  moveTables(tables: readonly string[], readable: readonly string[]): string;
  /** Returns the name under which a table of `readable` can be read after it was moved. */
  movedTableName(schema: string, table: string): string;
  /** Returns SQL text that waits until no transaction uses the moved tables; they stay readable until they are dropped. */
  lockMovedTables(schema: string, tables: readonly string[]): string;
  /** Returns SQL text that drops the moved tables and puts the new tables in their place. */
  replaceMovedTables(
    schema: string,
    tables: readonly string[],
    created: readonly string[],
    readable: readonly string[],
  ): string;
}
