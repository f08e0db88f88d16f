import type { AliasedRawBuilder, DialectAdapter, Expression, QueryCompiler, RawBuilder, SqlBool } from 'kysely';
import type { ContentsWords } from './contents.ts';
import type { Slot } from './slot.ts';
import type { EntriesTable } from './tables/entries.ts';

/** The engines Octavo runs on. */
export type Engine = 'sqlite' | 'postgres';

/** A column by name (`entry.id`), or any expression that stands for one. Names come from our code, never from input. */
export type Column = string | Expression<unknown>;

/** The folded texts of an entry that can be searched. */
export type SearchColumn = 'title' | 'excerpt' | 'content';

/** The shortest text that the search index can find, and the longest that it always finds exactly. Characters. */
export const minIndexedLength = 3;
export const maxExactLength = 32;

/** The direction of an order. */
export type Order = 'asc' | 'desc';

/** A row by what it is ordered by. */
export interface PlaceSlots {
  readonly key: Slot<string | number>;
  readonly id: Slot<number>;
}

/** Column types as SQL text, for migrations. Text sorts by bytes on both engines. */
export interface ColumnTypes {
  /** A primary key given by the database; a number once given is never given again. */
  readonly key: string;
  readonly integer: string;
  readonly real: string;
  readonly text: string;
  readonly bytes: string;
}

/** The few words in which the engines differ. */
export interface Dialect {
  readonly engine: Engine;
  readonly types: ColumnTypes;
  /** `column in (…)` for a list of integers of any length, in one statement. */
  inList(column: Column, list: Slot<readonly number[]>): Expression<SqlBool>;
  /**
   * As `inList`, for filters that are asked for one row after the other: in the same time however long the list is, and not
   * through an index.
   */
  isAmong(column: Column, list: Slot<readonly number[]>): Expression<SqlBool>;
  /** `column in (…)` for a list of texts of any length, in one statement. */
  inTextList(column: Column, list: Slot<readonly string[]>): Expression<SqlBool>;
  /** The place of the column's value in the list, to order by; what is not in the list comes last. */
  orderByList(column: Column, list: Slot<readonly number[]>): Expression<number>;
  /**
   * What is behind a place in an order by `key` and then by `id`: conditions that no row fulfils two of, each of which begins
   * in the index of that order, however many rows share a key.
   */
  behind(key: Expression<unknown>, id: Expression<number>, place: PlaceSlots, order: Order): Expression<SqlBool>[];
  /** True where the column contains the text, character by character; found by a scan. */
  contains(column: Column, text: Slot<string>): Expression<SqlBool>;
  /**
   * A query for the ids of entries that contain all of the texts, each in one of the given columns of `entry_text`; no
   * character of them has a special meaning. They are found through the index, which has `minIndexedLength` characters or
   * more. Where `candidatesAreExact` is false, a text longer than `maxExactLength` may find other entries as well.
   */
  textCandidates(columns: readonly SearchColumn[], texts: readonly Slot<string>[]): Expression<number>;
  readonly candidatesAreExact: boolean;
  /** The table `entries`, read through the index of this name where the engine lets us choose; else as it likes. */
  entriesBy(index: string): AliasedRawBuilder<EntriesTable, 'entries'>;
  /** The SQL that makes the search index over `entry_text(entry_id, title, excerpt, content)`; for migrations. */
  createSearchIndex(): string;
  /** Takes the next number of a table's key, for what is numbered together with its rows. */
  takeNumber(table: string): RawBuilder<{ id: number }>;
  /** Asks for the present moment, as the database has it: milliseconds since 1970. */
  present(): RawBuilder<{ now: number }>;
  /** Asks how many bytes the database takes. */
  databaseSize(): RawBuilder<{ bytes: number }>;
  /** True when the table is there. */
  tableExists(table: Slot<string>): Expression<SqlBool>;
  /** Everything that is stored, as a whole. */
  readonly contents: ContentsWords;
  readonly adapter: () => DialectAdapter;
  readonly compiler: () => QueryCompiler;
}
