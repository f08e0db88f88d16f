// The tables that a database changes together with others.
import type { RawBuilder } from 'kysely';

/** Tables that the database itself changes. */
export interface Dependents {
  /**
   * By table: all tables in which rows are deleted or updated when rows of this table are deleted, because foreign keys say so, also
   * indirectly.
   */
  readonly ofDeletion: ReadonlyMap<string, ReadonlySet<string>>;
  /**
   * By table: the tables that may change when any row of this table changes, because its triggers write to them, including the dependents
   * of the rows that these delete, or because foreign keys repeat its keys.
   */
  readonly ofChange: ReadonlyMap<string, ReadonlySet<string>>;
}

/** Actions of a foreign key. */
export interface ForeignKeyActions {
  readonly parent: string;
  readonly child: string;
  readonly on_delete: number;
  readonly on_update: number;
}

/** SQL of an engine for the dependents of tables. */
export interface DependentsDialect {
  /** Selects the names of all tables to which a trigger may write. */
  tables(): RawBuilder<{ name: string }>;
  /**
   * Selects the foreign keys with actions: the referenced table, the table that contains the key, and whether (1) or not (0) there are
   * actions on deletion and on update.
   */
  actions(): RawBuilder<ForeignKeyActions>;
  /** Selects the triggers: their table, and their SQL text. */
  triggers(): RawBuilder<{ table: string; source: string }>;
}
