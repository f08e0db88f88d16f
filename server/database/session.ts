import type { CompiledStatement } from './statement.ts';

/**
 * A connection on which read and write handles run compiled statements. The methods return values or promises, and throw the errors of
 * errors.ts.
 */
export interface ReadSession {
  all(statement: CompiledStatement, values: unknown[]): unknown[] | Promise<unknown[]>;
  first(statement: CompiledStatement, values: unknown[]): unknown;
}

/** A connection inside a transaction. */
export interface WriteSession extends ReadSession {
  /** Returns the number of changed rows. */
  run(statement: CompiledStatement, values: unknown[]): number | Promise<number>;
  /**
   * Runs a statement without waiting for its result. If it fails, every later statement and the commit throw its error. Absent if the
   * engine has the result at once.
   */
  send?(statement: CompiledStatement, values: unknown[]): Promise<void>;
  execute(sql: string): void | Promise<void>;
  lock(names: readonly string[]): void | Promise<void>;
  tryLock(name: string): boolean | Promise<boolean>;
  share(name: string): void | Promise<void>;
}

/**
 * Called with the SQL of every statement that a handle runs, except `begin`, `commit` and `rollback`. `compiled` is undefined for SQL text
 * of schema changes.
 */
export type StatementObserver = (sql: string, compiled?: CompiledStatement) => void;
