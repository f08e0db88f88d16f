// The tables that a database changes together with others.
import type { RawBuilder } from 'kysely';

/** Tables that the database itself changes. */
export interface Dependents {
  /**
   * By table: all tables in which rows are deleted or updated when rows of this table are deleted, because foreign keys say so, also
   * indirectly.
   */
  readonly ofDeletion: ReadonlyMap<string, ReadonlySet<string>>;
  /** By table: the tables to which its triggers write. */
  readonly ofChange: ReadonlyMap<string, ReadonlySet<string>>;
}

/** SQL of an engine for the dependents of tables. */
export interface DependentsDialect {
  /** Selects the names of all tables to which a trigger may write. */
  tables(): RawBuilder<{ name: string }>;
  /** Selects the foreign keys with an action on deletion: the referenced table, and the table that contains the key. */
  actions(): RawBuilder<{ parent: string; child: string }>;
  /** Selects the triggers: their table, and their SQL text. */
  triggers(): RawBuilder<{ table: string; source: string }>;
}
