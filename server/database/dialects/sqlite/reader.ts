import { EventLoopYielder } from '../../../workers/event-loop.ts';
import { DatabaseBusy } from '../../errors.ts';
import type { ReadSession } from '../../session.ts';
import type { CompiledStatement } from '../../statement.ts';
import { Connection } from './connection.ts';
import { deadlineIn, retryWhileBusy } from './retry-while-busy.ts';

/** Page cache of the connection of the process that serves requests, in KB. */
const SERVICE_CACHE_KB = 32_768;

/** A session that reads on a connection that is opened read-only, so that SQLite rejects writes, too. */
export class Reader implements ReadSession {
  readonly #file: string;
  readonly #busyTimeoutMs: number;
  readonly #cacheKb: number;
  readonly #yielder = new EventLoopYielder();
  #connection: Connection;

  /** `cacheKb` is the size of the page cache, in KB. */
  constructor(file: string, busyTimeoutMs: number, cacheKb = SERVICE_CACHE_KB) {
    this.#file = file;
    this.#busyTimeoutMs = busyTimeoutMs;
    this.#cacheKb = cacheKb;
    this.#connection = this.#open();
  }

  get connection(): Connection {
    return this.#connection;
  }

  all(statement: Pick<CompiledStatement, 'sql'>, values: unknown[]): unknown[] | Promise<unknown[]> {
    const read = () => this.#retryIfBusy(() => this.#connection.all(statement, values));
    return this.#yielder.turn()?.then(read) ?? read();
  }

  first(statement: CompiledStatement, values: unknown[]): unknown {
    return this.#retryIfBusy(() => this.#connection.first(statement, values));
  }

  /** Opens a new connection, which loads the latest planner statistics. */
  reopen(): void {
    const previous = this.#connection;
    this.#connection = this.#open();
    previous.close();
  }

  /** Runs a read. It is retried only while another process recovers the log after a crash; otherwise readers never wait. */
  #retryIfBusy<T>(read: () => T): T | Promise<T> {
    try {
      return read();
    } catch (error) {
      if (!(error instanceof DatabaseBusy)) throw error;
      return retryWhileBusy(read, deadlineIn(this.#busyTimeoutMs));
    }
  }

  #open(): Connection {
    const connection = new Connection(this.#file, { readonly: true });
    connection.pragma(`cache_size = -${this.#cacheKb}`);
    connection.pragma('temp_store = memory');
    return connection;
  }
}

/** A session that reads on the only connection of an in-memory database. SQLite checks first that the statement is read-only. */
export class MemoryReader implements ReadSession {
  readonly #connection: Connection;

  constructor(connection: Connection) {
    this.#connection = connection;
  }

  all(statement: CompiledStatement, values: unknown[]): unknown[] {
    this.#connection.requireReadOnly(statement);
    return this.#connection.all(statement, values);
  }

  first(statement: CompiledStatement, values: unknown[]): unknown {
    this.#connection.requireReadOnly(statement);
    return this.#connection.first(statement, values);
  }
}
