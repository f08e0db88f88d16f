import type { CompiledStatement } from './statement.ts';

/**
 * What an engine offers the handles: running one compiled statement on a connection. It answers at once or later,
 * and throws errors of errors.ts.
 */
export interface ReadSession {
  all(statement: CompiledStatement, values: unknown[]): unknown[] | Promise<unknown[]>;
  first(statement: CompiledStatement, values: unknown[]): unknown;
}

/** A connection inside a transaction. */
export interface WriteSession extends ReadSession {
  /** The number of rows changed. */
  run(statement: CompiledStatement, values: unknown[]): number | Promise<number>;
  execute(sql: string): void | Promise<void>;
  lock(name: string): void | Promise<void>;
  share(name: string): void | Promise<void>;
}

/** Is told the text of every statement a handle runs; transactions' own `begin` and `commit` are not among them. */
export type StatementObserver = (sql: string) => void;
