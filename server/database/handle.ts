import type { WorkScope } from '../workers/work-scope.ts';
import type { Changes } from './changes.ts';
import type { CellValue } from './contents.ts';
import type { Dialect, Engine } from './dialect.ts';
import type { RowInsert } from './row-insert.ts';
import type { ScanStatistics } from './scan-runner.ts';
import type { Statement } from './statement.ts';

/** A handle for queries. It cannot change anything. */
export interface ReadHandle {
  readonly engine: Engine;
  /** Returns all rows, with integers as numbers and text as strings on both engines. */
  all<P, R>(statement: Statement<P, R>, parameters: NoInfer<P>): Promise<R[]>;
  /** Returns the first row, or undefined when there is none. */
  first<P, R>(statement: Statement<P, R>, parameters: NoInfer<P>): Promise<R | undefined>;
}

/**
 * A handle for queries and changes within one transaction. After the transaction every method throws DatabaseMisuse. When a statement
 * fails, the whole transaction fails, even if the error is caught: PostgreSQL cannot continue after an error, so SQLite behaves the same.
 * For a statement that may conflict, use `on conflict do nothing`.
 */
export interface WriteHandle extends ReadHandle {
  /** Runs a statement and returns the number of rows that it changed. */
  run<P>(statement: Statement<P, unknown>, parameters: NoInfer<P>): Promise<{ changes: number }>;
  /**
   * Runs a statement whose result is not needed. On PostgreSQL, this does not wait for the response of the server: an error is thrown by
   * the next method whose result is awaited, or by the commit.
   */
  send<P>(statement: Statement<P, unknown>, parameters: NoInfer<P>): Promise<void>;
  /**
   * Inserts a row, like `send`. After `collectInserts`, the row is collected, and inserted with the other rows of the same insert in few
   * statements: at the end of the transaction, or before a statement that writes or that uses its table. Rows of one insert
   * are inserted in their order; of rows that replace each other, only the last one is inserted. An error fails the transaction.
   */
  insert<Row extends object>(insert: RowInsert<Row>, row: Row): Promise<void>;
  /**
   * Collects the rows of `insert` from now on. Only for transactions in which nothing reads the tables through another handle: on SQLite,
   * `Database.read` does not find collected rows.
   */
  collectInserts(): void;
  /**
   * Runs a statement that adds its parameter `n` to counters: at the end of the transaction, or before another statement uses their table.
   * Additions to the same counters run as one. At the end they run in a fixed order, that of their parameters, so that transactions which
   * add to several counters do not deadlock, and others that add to the same counters wait for little more than the commit. A statement
   * that changes several rows must change the row that it shares with others first, and the parameters that identify this row
   * must precede the others. An error fails the transaction.
   */
  add<P extends object>(
    statement: Statement<NoInfer<P> & { n: number }, unknown>,
    parameters: P,
    n: number,
  ): Promise<void>;
  /**
   * Acquires exclusive locks by name until the end of the transaction, in the order of the names. Resolves when they are held; statements that
   * run before that wait for them, too. A no-op on SQLite, which has a single writer.
   */
  lock(...names: readonly string[]): Promise<void>;
  /**
   * Acquires an exclusive lock by name until the end of the transaction, unless another transaction holds it. Resolves with whether it is held.
   * Background tasks of several nodes use it, so that they do not wait for each other. Always true on SQLite, which has a single writer.
   */
  tryLock(name: string): Promise<boolean>;
  /**
   * Acquires a shared lock by name until the end of the transaction. It conflicts only with exclusive locks. On PostgreSQL, this does not wait
   * for the response of the server, as `send`: all later statements of the transaction run while it is held. A no-op on SQLite.
   */
  share(name: string): Promise<void>;
  /** Runs the effect after the transaction is on disk, in the order of registration; never after a rollback. */
  afterCommit(effect: () => void): void;
}

/** A handle for changes to the schema. Only migrations receive it, because it runs SQL text. */
export interface SchemaHandle extends WriteHandle {
  readonly dialect: Dialect;
  /** Runs SQL text of one or more statements. */
  execute(sql: string): Promise<void>;
}

/** A consistent snapshot of the database. Names of tables and columns must be those that the database reports. */
export interface Snapshot extends ReadHandle {
  /** Yields all rows of a table in batches, each row with the values of these columns. Only one table may be read at a time. */
  rows(table: string, columns: readonly string[]): AsyncIterable<readonly (readonly CellValue[])[]>;
}

/** State of a replica, and counters since the database was opened. */
export interface ReplicaStatistics {
  /** Host, port and database of the replica. */
  readonly name: string;
  /** The reason why the replica is not used; undefined if it is in use. */
  readonly problem: string | undefined;
  /** Time for which the replica has not replayed what this process needs; 0 if it has. */
  readonly lagSeconds: number;
  /** Number of reads that were sent to the replica, and of those that were repeated on the primary. */
  readonly reads: number;
  readonly repeated: number;
}

/** Counters since the database was opened, and gauges. */
export interface Statistics {
  readonly statements: number;
  readonly transactions: number;
  readonly rollbacks: number;
  /** Flushes of the write-ahead log to disk; several commits may share one. 0 on PostgreSQL, which flushes by itself. */
  readonly syncs: number;
  /** Checkpoints, which copy the write-ahead log into the database file. 0 on PostgreSQL, which runs them by itself. */
  readonly checkpoints: number;
  /** Gauges and counters of statements that may scan many rows. */
  readonly scans: ScanStatistics;
  /** The replicas; empty without any. */
  readonly replicas: readonly ReplicaStatistics[];
}

/** An open database. */
export interface Database {
  readonly engine: Engine;
  readonly dialect: Dialect;
  /**
   * Reads committed data, outside any transaction. On SQLite, code that runs within a transaction reads the state of this transaction, which
   * includes transactions that will be committed together with it; on PostgreSQL, locks order transactions that depend on each other.
   */
  readonly read: ReadHandle;
  /** A handle like `read` that never uses a replica: for what authenticates callers, and what they share with other callers. */
  readonly primary: ReadHandle;
  /**
   * Runs `work`, whose reads through `read` may use a replica. They return everything that this process has committed, and everything
   * that other processes had committed when `changes` last became up to date; for results that are cached, they are equivalent to reads of the
   * primary. Reads in transactions and scans use the primary, and so does everything without replicas.
   */
  readFromReplicas<T>(work: () => Promise<T>): Promise<T>;
  /**
   * Returns a handle like `read` for statements of a request that may scan many rows: they do not block other statements, are
   * scheduled fairly between clients, and have limits. Errors name the request parameter `parameter`.
   *
   * In addition to the errors of `read`, statements throw StatementTooExpensive once the request has used up its CPU time (never only
   * because the machine is busy); DatabaseOverloaded when too many statements wait or the machine is too busy; and `scope.signal.reason` if
   * the signal aborts. Rows may be cached, but never beyond a change to their tables.
   */
  scanning(scope: WorkScope, parameter: string): ReadHandle;
  /**
   * Runs `work` in one transaction and resolves with its result once all changes are on disk. If `work` throws, the transaction is rolled
   * back. `work` must use only the handle that it receives; a nested transaction throws DatabaseMisuse. PostgreSQL may abort the
   * transaction in favor of another one; `work` then runs again from the start, so it must report results only through its return value or
   * after the commit.
   * @throws DatabaseBusy, DatabaseUnavailable, DiskFull, UniqueViolation, ForeignKeyViolation
   */
  transaction<T>(work: (tx: WriteHandle) => Promise<T>): Promise<T>;
  /**
   * Runs `work`, whose transactions resolve as soon as they are committed and visible to all readers; their effects run then, too. Resolves
   * with the result of `work` once all of them are on disk, so that several transactions in a row wait for one flush. `work` must not
   * acknowledge them by itself.
   * @throws DatabaseUnavailable or DiskFull if they may not be on disk, or the error of `work`
   */
  flushTogether<T>(work: () => Promise<T>): Promise<T>;
  /** Runs a transaction for a migration: it may run SQL text, and waits for other writers for as long as a migration may take. */
  schemaChange<T>(work: (tx: SchemaHandle) => Promise<T>): Promise<T>;
  /**
   * Reads a consistent snapshot, however long that takes: other requests continue to read and write, and their changes are not
   * visible. On SQLite, the write-ahead log grows until the end.
   * @throws DatabaseUnavailable
   */
  snapshot<T>(work: (snapshot: Snapshot) => Promise<T>): Promise<T>;
  /**
   * Returns a number that changes when another process has committed. Always undefined on PostgreSQL, whose log of changes
   * is read all the time.
   */
  dataVersion(): number | undefined;
  /** Tracks which tables were read and changed. */
  readonly changes: Changes;
  /** Checks for changes by other processes, on engines that must be polled. Queries the database at most every few milliseconds. */
  pollChanges(): void;
  /** Completes the search index, and refreshes missing or stale planner statistics; useful after an import. */
  optimize(): Promise<void>;
  statistics(): Statistics;
  /** Whether writes can no longer be stored, because a flush has failed. A restart of the process is required. */
  readonly isBroken: boolean;
  /** Whether the last writing transaction failed because the database could not store it. The next commit resets it. */
  readonly lastWriteFailed: boolean;
  /** Closes the database after pending work. Handles throw afterwards. */
  close(): Promise<void>;
}
