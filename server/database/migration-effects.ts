// Declares the effects of migrations on an existing database, from which `octavo migrate --plan` estimates durations and disk space.

/** The work of a migration on all rows of a table. */
export interface TableWork {
  /** Whether it changes or rewrites the rows; otherwise it only reads them. */
  readonly rewrites?: true;
  /** Number of indexes that it builds. */
  readonly indexes?: number;
  /** Whether it builds the search index. */
  readonly searchIndex?: true;
}

/** The effects of a migration on an existing database. */
export interface MigrationEffects {
  /** A sentence for the operator. */
  readonly summary: string;
  /** The existing tables whose rows it reads or changes, by name. Tables whose definition alone changes are omitted. */
  readonly tables?: Readonly<Record<string, TableWork>>;
}

/**
 * The effects of migrations after version 0.1 whose files were released without them, by number. Migrations up to 15 are part of every
 * released database, so they never run on an existing one.
 */
export const effectsOfReleased: Readonly<Record<number, MigrationEffects>> = {
  16: {
    summary:
      'Rebuilds the indexes of entries and comments, and the search index, so that lists are filtered within indexes.',
    tables: {
      entries: { indexes: 12 },
      entry_text: { rewrites: true, searchIndex: true },
      comments: { indexes: 5 },
      comment_counts: { indexes: 1 },
    },
  },
  17: { summary: 'Adds a column for the spelling of names to webhooks.' },
  18: { summary: 'Renames audit actions.', tables: { audit_log: { rewrites: true } } },
  19: { summary: 'Creates the tables for the indexes of filterable meta fields.' },
};
