import type { WorkScope } from '../workers/work-scope.ts';
import type { Changes } from './changes.ts';
import type { CellValue } from './contents.ts';
import type { Dialect, Engine } from './dialect.ts';
import type { ScanStatistics } from './scan-runner.ts';
import type { Statement } from './statement.ts';

/** Asks the database. It cannot change anything. */
export interface ReadHandle {
  readonly engine: Engine;
  /** All rows, integers as numbers and text as strings on both engines. */
  all<P, R>(statement: Statement<P, R>, parameters: NoInfer<P>): Promise<R[]>;
  /** The first row, or undefined when there is none. */
  first<P, R>(statement: Statement<P, R>, parameters: NoInfer<P>): Promise<R | undefined>;
}

/**
 * Asks and changes, inside one transaction. After the transaction has ended every method throws DatabaseMisuse.
 * When a statement fails the whole transaction fails, even if the error is caught: one engine cannot go on from
 * there, so on neither may we. To try something that may collide, use `on conflict do nothing`.
 */
export interface WriteHandle extends ReadHandle {
  /** Runs a statement for its effect and says how many rows it changed. */
  run<P>(statement: Statement<P, unknown>, parameters: NoInfer<P>): Promise<{ changes: number }>;
  /** Waits until no other transaction holds this name, and holds it until the end. One SQLite writer needs no locks. */
  lock(name: string): Promise<void>;
  /** As `lock`, but together with others who only share it: waits for those, and makes those wait, who hold it alone. */
  share(name: string): Promise<void>;
  /** Runs the effect once the transaction is on disk, in the order given; never when it was rolled back. */
  afterCommit(effect: () => void): void;
}

/** Changes the schema. Only migrations get it, because it takes SQL text. */
export interface SchemaHandle extends WriteHandle {
  readonly dialect: Dialect;
  /** Runs SQL text of one or more statements. */
  execute(sql: string): Promise<void>;
}

/** The database as it was at one moment. Names of tables and columns must be those that it tells itself. */
export interface Snapshot extends ReadHandle {
  /** All rows of a table, some at a time, each with the values of these columns. One table at a time. */
  rows(table: string, columns: readonly string[]): AsyncIterable<readonly (readonly CellValue[])[]>;
}

/** Counts since the database was opened. */
export interface Statistics {
  readonly statements: number;
  readonly transactions: number;
  readonly rollbacks: number;
  /** Flushes of the log to disk; several commits share one. PostgreSQL does its own: 0. */
  readonly syncs: number;
  /** Times the log was copied into the database file. PostgreSQL does its own: 0. */
  readonly checkpoints: number;
  /** Statements that may scan: figures of this moment beside counts. */
  readonly scans: ScanStatistics;
}

/** An open database. */
export interface Database {
  readonly engine: Engine;
  readonly dialect: Dialect;
  /** Reads what is committed, outside any transaction. */
  readonly read: ReadHandle;
  /**
   * As `read`, for statements of a request that may look at many rows: they do not hold up others, but take turns by client
   * and have limits. `parameter` is the one that is named where a statement takes too long.
   *
   * Beside what `read` throws, statements throw StatementTooExpensive once the request has used up its CPU time, which is
   * never because the machine is busy; DatabaseOverloaded where too many wait or the machine is too busy; and the reason of
   * the scope's signal where that aborts. Rows may be remembered, but never longer than they are true.
   */
  scanning(scope: WorkScope, parameter: string): ReadHandle;
  /**
   * Runs the work in one transaction and resolves with its result once everything is on disk. When the work throws,
   * nothing of it stays. The work must use the handle it is given and nothing else; a transaction inside a
   * transaction throws DatabaseMisuse. It may be done again from its start, where PostgreSQL gives it up in favour of
   * another transaction that it stands crosswise to; so what it tells the outside it tells by its result, or after the
   * commit.
   * @throws DatabaseBusy, DatabaseUnavailable, DiskFull, UniqueViolation, ForeignKeyViolation
   */
  transaction<T>(work: (tx: WriteHandle) => Promise<T>): Promise<T>;
  /** As `transaction`, for migrations: may run SQL text, and waits for others for as long as a migration may take. */
  schemaChange<T>(work: (tx: SchemaHandle) => Promise<T>): Promise<T>;
  /**
   * Reads everything as it is at one moment, for as long as that takes: others go on reading and writing, and what they
   * change meanwhile is not seen. Where a file is read its log grows until the end.
   * @throws DatabaseUnavailable
   */
  snapshot<T>(work: (snapshot: Snapshot) => Promise<T>): Promise<T>;
  /**
   * A number that differs from an earlier one when another process has committed since. On PostgreSQL, where
   * that is told by notifications, it is always undefined.
   */
  dataVersion(): number | undefined;
  /** What was read and what has changed since. */
  readonly changes: Changes;
  /**
   * Looks whether other processes have changed something, where that must be asked for. Cheap: asks at most every few
   * milliseconds.
   */
  lookForChanges(): void;
  /** Refreshes the planner's statistics where they are missing or stale; worth calling after an import. */
  optimize(): Promise<void>;
  statistics(): Statistics;
  /** Whether writes can be kept no longer, because a flush has failed; only a new start of the process ends that. */
  readonly broken: boolean;
  /** Whether the last transaction that wrote failed because the database could not keep it; one that commits ends that. */
  readonly lastWriteFailed: boolean;
  /** Ends everything in good order. Handles throw afterwards. */
  close(): Promise<void>;
}
