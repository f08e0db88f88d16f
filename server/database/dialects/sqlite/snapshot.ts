import { setImmediate as nextTurn } from 'node:timers/promises';
import { Changes } from '../../changes.ts';
import type { CellValue } from '../../contents.ts';
import type { Snapshot } from '../../handle.ts';
import { ReadingHandle } from '../../read-handle.ts';
import type { StatementObserver } from '../../session.ts';
import { Connection } from './connection.ts';
import { sqliteDialect } from './dialect.ts';
import { deadlineIn, retryWhileBusy } from './retry-while-busy.ts';

/** Maximum number of rows per batch, and maximum time to read a batch, in milliseconds, because reading blocks the event loop. */
const maxBatchRows = 200;
const maxBatchMs = 5;

/** A read transaction on a separate connection. */
export class SqliteSnapshot extends ReadingHandle implements Snapshot {
  readonly #connection: Connection;

  private constructor(connection: Connection, observe: StatementObserver) {
    super(sqliteDialect, connection, observe, new Changes());
    this.#connection = connection;
  }

  /** Opens a connection to a file or to a copy of an in-memory database, runs `work` in a transaction, and closes the connection. */
  static async run<T>(
    source: string | Buffer,
    busyTimeoutMs: number,
    observe: StatementObserver,
    work: (snapshot: Snapshot) => Promise<T>,
  ): Promise<T> {
    const connection = new Connection(source, { readonly: typeof source === 'string' });
    try {
      connection.runText('begin');
      // The snapshot is taken by the first read.
      await retryWhileBusy(() => connection.pragma('schema_version'), deadlineIn(busyTimeoutMs));
      return await work(new SqliteSnapshot(connection, observe));
    } finally {
      connection.close();
    }
  }

  async *rows(table: string, columns: readonly string[]): AsyncIterable<readonly (readonly CellValue[])[]> {
    let rows: CellValue[][] = [];
    let startedAt = performance.now();
    for (const row of this.#connection.iterate(`select ${columns.join(', ')} from ${table}`)) {
      rows.push(row as CellValue[]);
      if (rows.length < maxBatchRows && performance.now() - startedAt < maxBatchMs) continue;
      yield rows;
      await nextTurn();
      rows = [];
      startedAt = performance.now();
    }
    if (rows.length > 0) yield rows;
  }
}
