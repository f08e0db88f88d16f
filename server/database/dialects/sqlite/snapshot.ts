import { setImmediate as others } from 'node:timers/promises';
import { Changes } from '../../changes.ts';
import type { CellValue } from '../../contents.ts';
import type { Snapshot } from '../../handle.ts';
import { ReadingHandle } from '../../read-handle.ts';
import type { StatementObserver } from '../../session.ts';
import { Connection } from './connection.ts';
import { sqliteDialect } from './dialect.ts';
import { deadlineIn, untilFree } from './patience.ts';

/** Rows given together, and how long they may take to read: everybody waits meanwhile. Milliseconds. */
const together = 200;
const slice = 5;

/** A read transaction on a connection of its own. */
export class SqliteSnapshot extends ReadingHandle implements Snapshot {
  readonly #connection: Connection;

  private constructor(connection: Connection, observe: StatementObserver) {
    super(sqliteDialect, connection, observe, new Changes());
    this.#connection = connection;
  }

  /** Opens a file, or what was copied from memory, for the time of the work. */
  static async during<T>(
    place: string | Buffer,
    busyLimit: number,
    observe: StatementObserver,
    work: (snapshot: Snapshot) => Promise<T>,
  ): Promise<T> {
    const connection = new Connection(place, { readonly: typeof place === 'string' });
    try {
      connection.runText('begin');
      // The moment is that of the first read.
      await untilFree(() => connection.pragma('schema_version'), deadlineIn(busyLimit));
      return await work(new SqliteSnapshot(connection, observe));
    } finally {
      connection.close();
    }
  }

  async *rows(table: string, columns: readonly string[]): AsyncIterable<readonly (readonly CellValue[])[]> {
    let rows: CellValue[][] = [];
    let began = performance.now();
    for (const row of this.#connection.iterate(`select ${columns.join(', ')} from ${table}`)) {
      rows.push(row as CellValue[]);
      if (rows.length < together && performance.now() - began < slice) continue;
      yield rows;
      await others();
      rows = [];
      began = performance.now();
    }
    if (rows.length > 0) yield rows;
  }
}
