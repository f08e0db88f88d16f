// The log of changes of a database file: each commit of the service adds a row with the tables that it has changed. Processes that share the
// file read each other's rows, so that they drop only those cached values that depend on these tables.
import { anyTable, type Changes } from '../../changes.ts';
import { reportBackgroundFailure } from '../../diagnostics.ts';
import type { Connection } from './connection.ts';

/** Number of rows that remain when the log is pruned, and of commits between two prunings. */
const RETAINED_ROWS = 4096;
const PRUNING_INTERVAL = 1024;

const APPEND = {
  sql: `insert into change_log (id, tables)
    values (max(?, (select coalesce(max(id), 0) from change_log)) + 1, ?) returning id`,
};
const PRUNE = { sql: 'delete from change_log where id <= ?' };
const LIST_AFTER = { sql: 'select id, tables from change_log where id > ? order by id' };
const FIND_LAST = { sql: 'select max(id) as id from change_log' };
/** Table of the texts that the search index does not contain yet. */
export const textsTable = 'pending_texts';

const HAS_LOG = { sql: "select count(*) as n from sqlite_schema where name = 'change_log'" };

interface Row {
  readonly id: number;
  readonly tables: string;
}

/** Whether the schema has a log. It has none before migration 24. */
const hasLog = (connection: Connection): boolean => (connection.all(HAS_LOG, []) as { n: number }[])[0]?.n === 1;

/**
 * Adds a row to the log in the open transaction, and returns its ID. IDs have no gaps. The ID follows `lastId`, the last one that the
 * connection knows, even if the log was emptied since, so that other processes notice it.
 */
function append(connection: Connection, tables: Iterable<string>, lastId = 0): number {
  const [row] = connection.all(APPEND, [lastId, [...tables].join(' ')]) as Row[];
  if (row === undefined) throw new Error('The insert of a change returned no row.');
  if (row.id % PRUNING_INTERVAL === 0) connection.all(PRUNE, [row.id - RETAINED_ROWS]);
  return row.id;
}

/**
 * Adds a row without tables to the log in the open transaction, if the schema has a log. Without it, other connections would assume that the
 * transaction has changed any table.
 */
export function appendNoChange(connection: Connection): void {
  if (hasLog(connection)) append(connection, []);
}

/** The log as the write connection of a process uses it. */
export class ChangeLog {
  readonly #connection: Connection;
  readonly #changes: Changes;
  readonly #onTextsChanged: () => void;
  #exists: boolean;
  /** The data version of the connection up to which the log has been read; undefined if that is not known. */
  #version: number | undefined;
  /** ID of the last row that has been read or added. */
  #lastId: number;
  /** ID of the row of the transaction that is about to be committed. */
  #appendedId: number | undefined;

  /** `onTextsChanged` is called when another process may have changed texts that the search index does not contain yet. */
  constructor(connection: Connection, changes: Changes, onTextsChanged: () => void) {
    this.#connection = connection;
    this.#changes = changes;
    this.#onTextsChanged = onTextsChanged;
    this.#version = connection.dataVersion();
    this.#exists = hasLog(connection);
    this.#lastId = this.#findLastId();
  }

  /**
   * Records what other connections have committed since the last call. If they have added no row, because another program has written, or if
   * rows were deleted before they were read, all tables count as changed.
   */
  readCommits(): void {
    if (this.#connection.dataVersion() === this.#version) return;
    this.#inSnapshot(() => {
      const rows = this.#exists ? (this.#connection.all(LIST_AFTER, [this.#lastId]) as Row[]) : [];
      if (rows[0]?.id === this.#lastId + 1) {
        const changed = new Set<string>();
        for (const { tables } of rows) for (const table of tables.split(' ')) if (table !== '') changed.add(table);
        this.#changes.recordChange(changed);
        this.#lastId = rows.at(-1)?.id ?? this.#lastId;
        if (changed.has(anyTable)) this.#reopen();
        if (changed.has(anyTable) || changed.has(textsTable)) this.#onTextsChanged();
      } else {
        this.#changes.recordUnknownChange();
        this.#reopen();
        this.#onTextsChanged();
      }
      this.#version = this.#connection.dataVersion();
    });
  }

  /** Does the same as `readCommits`. If that fails, all tables count as changed, and it is tried again at the next call. */
  poll(): void {
    try {
      this.readCommits();
    } catch (error) {
      this.#changes.recordUnknownChange();
      reportBackgroundFailure('poll of the log of changes', error);
    }
  }

  /**
   * Adds a row to the log. Must be called immediately before the transaction of the connection is committed; `readCommits` must have been
   * called when it had begun, because nothing can be read of a log that the transaction has replaced.
   */
  beforeCommit(tables: ReadonlySet<string>): void {
    this.#appendedId = this.#exists ? append(this.#connection, tables, this.#lastId) : undefined;
  }

  /** Must be called after the commit. `tables` are those that were passed to `beforeCommit`. Never throws: the transaction is committed. */
  afterCommit(tables: ReadonlySet<string>): void {
    if (this.#appendedId !== undefined) this.#lastId = this.#appendedId;
    if (!tables.has(anyTable)) return;
    try {
      this.#reopen();
    } catch (error) {
      reportBackgroundFailure('log of changes after a commit', error);
      // The next call of readCommits finds the log again, and then all tables count as changed.
      this.#exists = false;
      this.#version = undefined;
    }
  }

  /** Finds the log in the current schema, after its tables may have been replaced. */
  #reopen(): void {
    this.#exists = hasLog(this.#connection);
    this.#lastId = this.#findLastId();
  }

  #findLastId(): number {
    return this.#exists ? ((this.#connection.all(FIND_LAST, []) as { id: number | null }[])[0]?.id ?? 0) : 0;
  }

  /** Runs `work` so that all its reads see the same commits. */
  #inSnapshot(work: () => void): void {
    const isOpen = this.#connection.inTransaction;
    if (!isOpen) this.#connection.runText('begin');
    try {
      work();
    } finally {
      if (!isOpen) this.#connection.runText('commit');
    }
  }
}
