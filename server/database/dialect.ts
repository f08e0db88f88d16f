import type { AliasedRawBuilder, DialectAdapter, Expression, QueryCompiler, RawBuilder, SqlBool } from 'kysely';
import type { ContentsDialect } from './contents.ts';
import type { DependentsDialect } from './dependents.ts';
import type { Slot } from './slot.ts';
import type { EntriesTable } from './tables/entries.ts';

/** Supported database engines. */
export type Engine = 'sqlite' | 'postgres';

/** The name of a column (`entry.id`), or an expression instead of a column. Names come from code, never from input. */
export type Column = string | Expression<unknown>;

/** The case-folded text columns of an entry that can be searched. */
export type SearchColumn = 'title' | 'excerpt' | 'content';

/** Minimum length of a text that the search index can find, and maximum length that it finds exactly, in characters. */
export const minIndexedLength = 3;
export const maxExactLength = 32;

/** Sort direction. */
export type Order = 'asc' | 'desc';

/** Position of a row in a sort order. */
export interface PositionSlots {
  readonly key: Slot<string | number>;
  readonly id: Slot<number>;
}

/** Column types as SQL text, for migrations. Text is ordered by bytes on both engines. */
export interface ColumnTypes {
  /** A generated primary key; IDs are never reused. */
  readonly key: string;
  readonly integer: string;
  readonly real: string;
  readonly text: string;
  readonly bytes: string;
}

/** The SQL in which the engines differ. */
export interface Dialect {
  readonly engine: Engine;
  readonly types: ColumnTypes;
  /** Returns `column in (…)` for a list of integers of any length, in one statement. */
  inList(column: Column, list: Slot<readonly number[]>): Expression<SqlBool>;
  /**
   * Returns the same condition as `inList`, for filters that are evaluated row by row: its time does not depend on the length of the
   * list, and it uses no index.
   */
  isAmong(column: Column, list: Slot<readonly number[]>): Expression<SqlBool>;
  /** Returns `column in (…)` for a list of strings of any length, in one statement. */
  inTextList(column: Column, list: Slot<readonly string[]>): Expression<SqlBool>;
  /** Returns a table `listed` with the column `value`, which contains a list of strings of any length, to insert rows for all of them. */
  listedTexts(list: Slot<readonly string[]>): AliasedRawBuilder<{ value: string }, 'listed'>;
  /** Returns the position of the column's value in the list, to order by; values outside the list come last. */
  orderByList(column: Column, list: Slot<readonly number[]>): Expression<number>;
  /**
   * Returns conditions for the rows after a position in an order by `key` and then by `id`. No row fulfills two of them, and each
   * condition can start at a position in the index of that order, however many rows share a key.
   */
  afterPosition(
    key: Expression<unknown>,
    id: Expression<number>,
    position: PositionSlots,
    order: Order,
  ): Expression<SqlBool>[];
  /** Returns the condition that the column contains the text, compared character by character. It is evaluated by a scan. */
  contains(column: Column, text: Slot<string>): Expression<SqlBool>;
  /**
   * Returns a query for the IDs of entries that contain all of the texts, each in one of the given columns of `entry_text`; no
   * character in the texts has a special meaning. Texts of `minIndexedLength` characters or more are found through the index. If
   * `candidatesAreExact` is false, a text longer than `maxExactLength` may match other entries as well.
   */
  textCandidates(columns: readonly SearchColumn[], texts: readonly Slot<string>[]): Expression<number>;
  readonly candidatesAreExact: boolean;
  /** Returns the table `entries`, read through the named index if the engine supports index hints. */
  entriesBy(index: string): AliasedRawBuilder<EntriesTable, 'entries'>;
  /**
   * Returns the comments that meet a condition on them and on the tables before them in a cross join, so that they are looked up for each row
   * of these tables: SQLite joins the tables of a cross join in their order, and PostgreSQL reads at most `limit` comments, the oldest ones,
   * for each row. The query must have the condition as well.
   */
  commentsForEach(
    condition: Expression<SqlBool>,
    limit: Expression<number>,
  ): AliasedRawBuilder<{ id: number }, 'comments'>;
  /** Returns the SQL that creates the search index over `entry_text(entry_id, title, excerpt, content)`; for migrations. */
  createSearchIndex(): string;
  /**
   * Takes the next IDs of a table, for rows that are inserted later, or for rows of another table that shares its IDs. Returns all of them on
   * PostgreSQL, where they need not be consecutive, and the last one on SQLite, where they are.
   */
  takeIds(table: string, count: Expression<number>): RawBuilder<{ id: number }>;
  /** Takes the first IDs of a table that never had a row, for which `takeIds` returns no row on SQLite. */
  takeFirstIds(table: string, count: Expression<number>): RawBuilder<{ id: number }>;
  /** Selects the current time of the database, in milliseconds since 1970. */
  currentTime(): RawBuilder<{ now: number }>;
  /** Selects the version of the engine. */
  engineVersion(): RawBuilder<{ version: string }>;
  /** Selects the names of the installed extensions of the engine; none on SQLite. */
  engineExtensions(): RawBuilder<{ name: string }>;
  /** Selects the number of entries for which the search index is to be updated; always 0 on PostgreSQL, which updates its indexes itself. */
  pendingTexts(): RawBuilder<{ n: number }>;
  /** Selects the size of the database, in bytes. */
  databaseSize(): RawBuilder<{ bytes: number }>;
  /** Returns the condition that the table exists. */
  tableExists(table: Slot<string>): Expression<SqlBool>;
  /** SQL for the tables that the database changes together with others. */
  readonly dependents: DependentsDialect;
  /** SQL for exporting and replacing all data. */
  readonly contents: ContentsDialect;
  readonly adapter: () => DialectAdapter;
  readonly compiler: () => QueryCompiler;
}
