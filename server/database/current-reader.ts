import type { ReadSession } from './session.ts';
import type { CompiledStatement } from './statement.ts';
import type { Transactions } from './transaction.ts';

/**
 * A session for reads of committed data that reads the state of the current transaction if the calling code belongs to one. This state
 * includes earlier transactions that will be committed together with it, which no other connection sees yet.
 */
export class CurrentReader implements ReadSession {
  readonly #reader: ReadSession;
  readonly #transactions: Transactions;

  constructor(reader: ReadSession, transactions: Transactions) {
    this.#reader = reader;
    this.#transactions = transactions;
  }

  all(statement: CompiledStatement, values: unknown[]): unknown[] | Promise<unknown[]> {
    return this.#session.all(statement, values);
  }

  first(statement: CompiledStatement, values: unknown[]): unknown {
    return this.#session.first(statement, values);
  }

  get #session(): ReadSession {
    return this.#transactions.current?.session ?? this.#reader;
  }
}
