import { setImmediate as nextTurn } from 'node:timers/promises';
import type { WriteSession } from '../../session.ts';
import type { CompiledStatement } from '../../statement.ts';
import type { Connection } from './connection.ts';

/** The maximum time that statements of a transaction may occupy the event loop in one turn. Milliseconds. */
const MAX_SLICE_MS = 10;

/**
 * The writing connection of a file for one transaction. Statements run in this thread, so that one after the other they would
 * hold up everybody: from time to time the next one waits for a turn of the event loop of its own. Meanwhile others read what
 * was there before the transaction, through connections of their own.
 */
export class WritingSession implements WriteSession {
  readonly #connection: Connection;
  #since = performance.now();

  constructor(connection: Connection) {
    this.#connection = connection;
  }

  all(statement: CompiledStatement, values: unknown[]): unknown[] | Promise<unknown[]> {
    return this.#inTurn(() => this.#connection.all(statement, values));
  }

  first(statement: CompiledStatement, values: unknown[]): unknown {
    return this.#inTurn(() => this.#connection.first(statement, values));
  }

  run(statement: CompiledStatement, values: unknown[]): number | Promise<number> {
    return this.#inTurn(() => this.#connection.run(statement, values));
  }

  execute(sql: string): void | Promise<void> {
    return this.#inTurn(() => this.#connection.execute(sql));
  }

  lock(): void {
    // There is one writer.
  }

  share(): void {
    // There is one writer.
  }

  #inTurn<T>(work: () => T): T | Promise<T> {
    return performance.now() - this.#since < MAX_SLICE_MS ? work() : this.#later(work);
  }

  async #later<T>(work: () => T): Promise<T> {
    await nextTurn();
    this.#since = performance.now();
    return work();
  }
}
