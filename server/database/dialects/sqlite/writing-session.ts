import { EventLoopYielder } from '../../../workers/event-loop.ts';
import type { WriteSession } from '../../session.ts';
import type { CompiledStatement } from '../../statement.ts';
import type { Connection } from './connection.ts';

/**
 * The writing connection of a file for one transaction. Statements run in this thread, so that one after the other they would
 * hold up everybody: from time to time the next one waits for a turn of the event loop of its own. Meanwhile others read what
 * was there before the transaction, through connections of their own.
 */
export class WritingSession implements WriteSession {
  readonly #connection: Connection;
  readonly #yielder = new EventLoopYielder();

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
    return this.#yielder.turn()?.then(work) ?? work();
  }
}
