import { setImmediate as nextTurn } from 'node:timers/promises';
import { DatabaseMisuse } from '../../errors.ts';
import type { WriteSession } from '../../session.ts';
import type { CompiledStatement } from '../../statement.ts';
import type { Connection } from './connection.ts';

/**
 * Maximum time for which statements of a transaction may occupy the event loop without yielding, in milliseconds. It is separate from
 * the budget that other work shares: other writes wait for this transaction, so it must not wait behind long reads.
 */
const MAX_SLICE_MS = 10;

/**
 * The write connection of a file for one transaction. Statements run in this thread, and many of them in a row would block the event loop.
 * Therefore a statement is deferred to the next turn of the event loop from time to time. Until the commit, other requests read the state
 * before the transaction through other connections.
 */
export class WritingSession implements WriteSession {
  readonly #connection: Connection;
  readonly #mayDefer: boolean;
  #sliceStartedAt = 0;
  #isOpen = false;

  constructor(connection: Connection, options: { readonly mayDefer: boolean }) {
    this.#connection = connection;
    this.#mayDefer = options.mayDefer;
  }

  /** Must be called when the transaction starts, which may have waited for others. */
  start(): void {
    this.#isOpen = true;
    this.#sliceStartedAt = performance.now();
  }

  /** Must be called when the transaction has ended. Statements that are still deferred will throw instead of becoming part of another one. */
  end(): void {
    this.#isOpen = false;
  }

  all(statement: CompiledStatement, values: unknown[]): unknown[] | Promise<unknown[]> {
    return this.#runOrDefer(() => this.#connection.all(statement, values));
  }

  first(statement: CompiledStatement, values: unknown[]): unknown {
    return this.#runOrDefer(() => this.#connection.first(statement, values));
  }

  run(statement: CompiledStatement, values: unknown[]): number | Promise<number> {
    return this.#runOrDefer(() => this.#connection.run(statement, values));
  }

  execute(sql: string): void | Promise<void> {
    return this.#runOrDefer(() => this.#connection.execute(sql));
  }

  lock(): void {
    // There is only one writer.
  }

  tryLock(): boolean {
    return true;
  }

  share(): void {
    // There is only one writer.
  }

  #runOrDefer<T>(work: () => T): T | Promise<T> {
    const isDue = this.#mayDefer && performance.now() - this.#sliceStartedAt >= MAX_SLICE_MS;
    return isDue ? this.#defer(work) : work();
  }

  async #defer<T>(work: () => T): Promise<T> {
    await nextTurn();
    if (!this.#isOpen) throw new DatabaseMisuse('The transaction of this statement has ended.');
    this.#sliceStartedAt = performance.now();
    return work();
  }
}
