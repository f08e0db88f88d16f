import { EventLoopYielder } from '../../../workers/event-loop.ts';
import { DatabaseBusy } from '../../errors.ts';
import type { ReadSession } from '../../session.ts';
import type { CompiledStatement } from '../../statement.ts';
import { Connection } from './connection.ts';
import { deadlineIn, untilFree } from './patience.ts';

/** How a reading connection uses memory. */
export interface ReaderMemory {
  /** Pages kept in memory, in KB. */
  readonly cacheKb: number;
  /**
   * How much of the file is read through the operating system's own pages, in bytes. A scan takes half the time, but an error
   * of the disk ends the process, so it is nothing for the process that serves.
   */
  readonly mappedBytes: number;
}

const SERVICE_MEMORY: ReaderMemory = { cacheKb: 32_768, mappedBytes: 0 };

/** Reads on a connection that SQLite itself opened for reading only. */
export class Reader implements ReadSession {
  readonly #file: string;
  readonly #busyLimit: number;
  readonly #memory: ReaderMemory;
  readonly #yielder = new EventLoopYielder();
  #connection: Connection;

  constructor(file: string, busyLimit: number, memory = SERVICE_MEMORY) {
    this.#file = file;
    this.#busyLimit = busyLimit;
    this.#memory = memory;
    this.#connection = this.#open();
  }

  get connection(): Connection {
    return this.#connection;
  }

  all(statement: Pick<CompiledStatement, 'sql'>, values: unknown[]): unknown[] | Promise<unknown[]> {
    const read = () => this.#patiently(() => this.#connection.all(statement, values));
    return this.#yielder.turn()?.then(read) ?? read();
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
    connection.pragma(`cache_size = -${this.#memory.cacheKb}`);
    connection.pragma(`mmap_size = ${this.#memory.mappedBytes}`);
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
