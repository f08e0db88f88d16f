import { EventLoopYielder } from '../../../workers/event-loop.ts';
import { DatabaseBusy } from '../../errors.ts';
import type { ReadSession } from '../../session.ts';
import type { CompiledStatement } from '../../statement.ts';
import { Connection } from './connection.ts';
import { deadlineIn, retryWhileBusy } from './retry-while-busy.ts';

/** Memory settings of a read connection. */
export interface ReaderMemory {
  /** Page cache of the connection, in KB. */
  readonly cacheKb: number;
  /**
   * Size of the memory-mapped part of the file, in bytes. Memory mapping reduces the CPU time of scans, but an I/O error then kills the
   * process (SIGBUS), so the process that serves requests does not use it.
   */
  readonly mappedBytes: number;
}

const SERVICE_MEMORY: ReaderMemory = { cacheKb: 32_768, mappedBytes: 0 };

/** A session that reads on a connection that is opened read-only, so that SQLite rejects writes, too. */
export class Reader implements ReadSession {
  readonly #file: string;
  readonly #busyTimeoutMs: number;
  readonly #memory: ReaderMemory;
  readonly #yielder = new EventLoopYielder();
  #connection: Connection;

  constructor(file: string, busyTimeoutMs: number, memory = SERVICE_MEMORY) {
    this.#file = file;
    this.#busyTimeoutMs = busyTimeoutMs;
    this.#memory = memory;
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
    connection.pragma(`cache_size = -${this.#memory.cacheKb}`);
    connection.pragma(`mmap_size = ${this.#memory.mappedBytes}`);
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
