// Everything that a database holds, for taking it out and for putting other contents in its place.
import type { RawBuilder } from 'kysely';
import type { Slot } from './slot.ts';

/** What a column of a row can hold. */
export type CellValue = string | number | null | Uint8Array;

/** A table whose keys the database gives, and the last that it gave; 0: none. */
export interface LastKey {
  readonly name: string;
  readonly last: number;
}

/**
 * An engine's words for its contents as a whole. Names in SQL text are those of tables and schemas as the engine tells them,
 * never input.
 */
export interface ContentsWords {
  /** The tables, without those that an engine keeps for its own purposes. */
  tables(): RawBuilder<{ name: string }>;
  /** Which table refers to which. */
  references(): RawBuilder<{ child: string; parent: string }>;
  columns(table: Slot<string>): RawBuilder<{ name: string }>;
  lastKeys(): RawBuilder<LastKey>;
  /** SQL text: the next key of a table follows this one. */
  continueKeys(key: LastKey): string;
  /** The schema that the tables are in. */
  schema(): RawBuilder<{ name: string }>;
  /**
   * SQL text that sets tables aside, those that others refer to first; the same names can be made anew then. Of tables to be
   * looked at later copies are kept where that is needed.
   */
  setAside(tables: readonly string[], lookedAt: readonly string[]): string;
  /** What a table that is looked at later is called once it has been set aside. */
  setAsideName(schema: string, table: string): string;
  /** SQL text that waits until nobody uses the tables that were set aside; they can be looked at until they are dropped. */
  claimSetAside(schema: string, tables: readonly string[]): string;
  /** SQL text that drops what was set aside and puts the tables made anew into its place. */
  dropSetAside(schema: string, tables: readonly string[], made: readonly string[], lookedAt: readonly string[]): string;
}
