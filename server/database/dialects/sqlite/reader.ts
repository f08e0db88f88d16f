import { DatabaseBusy } from '../../errors.ts';
import type { ReadSession } from '../../session.ts';
import type { CompiledStatement } from '../../statement.ts';
import { Connection } from './connection.ts';
import { deadlineIn, untilFree } from './patience.ts';

/** Pages kept in memory by the reading connection, in KB. */
const CACHE_KB = 32_768;

/** Reads on a connection that SQLite itself opened for reading only. */
export class Reader implements ReadSession {
  readonly #file: string;
  readonly #busyLimit: number;
  #connection: Connection;

  constructor(file: string, busyLimit: number) {
    this.#file = file;
    this.#busyLimit = busyLimit;
    this.#connection = this.#open();
  }

  get connection(): Connection {
    return this.#connection;
  }

  all(statement: CompiledStatement, values: unknown[]): unknown[] | Promise<unknown[]> {
    return this.#patiently(() => this.#connection.all(statement, values));
  }

  first(statement: CompiledStatement, values: unknown[]): unknown {
    return this.#patiently(() => this.#connection.first(statement, values));
  }

  /** Begins anew with a fresh connection, which knows the planner's latest statistics. */
  reopen(): void {
    const former = this.#connection;
    this.#connection = this.#open();
    former.close();
  }

  /** Readers wait for nobody, except for the moment in which another process recovers the log after a crash. */
  #patiently<T>(read: () => T): T | Promise<T> {
    try {
      return read();
    } catch (error) {
      if (!(error instanceof DatabaseBusy)) throw error;
      return untilFree(read, deadlineIn(this.#busyLimit));
    }
  }

  #open(): Connection {
    const connection = new Connection(this.#file, { readonly: true });
    connection.pragma(`cache_size = -${CACHE_KB}`);
    connection.pragma('temp_store = memory');
    return connection;
  }
}

/** Reads on the one connection of a database in memory, asking SQLite first whether the statement only reads. */
export class MemoryReader implements ReadSession {
  readonly #connection: Connection;

  constructor(connection: Connection) {
    this.#connection = connection;
  }

  all(statement: CompiledStatement, values: unknown[]): unknown[] {
    this.#connection.refuseWriting(statement);
    return this.#connection.all(statement, values);
  }

  first(statement: CompiledStatement, values: unknown[]): unknown {
    this.#connection.refuseWriting(statement);
    return this.#connection.first(statement, values);
  }
}
