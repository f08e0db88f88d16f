import pg from 'pg';
import { Changes } from '../../changes.ts';
import type { CellValue } from '../../contents.ts';
import type { Snapshot } from '../../handle.ts';
import { ReadingHandle } from '../../read-handle.ts';
import type { StatementObserver } from '../../session.ts';
import { connectionConfig } from './connection-config.ts';
import { postgresDialect } from './dialect.ts';
import { translateError } from './errors.ts';
import { PostgresReader } from './session.ts';
import { rowTypes } from './types.ts';

/** Number of rows per batch. */
const batchSize = 100;

/** Connection timeout, in milliseconds. */
const connectTimeoutMs = 5000;

/** A transaction that reads what was committed when it began, on a separate connection without a statement timeout. */
export class PostgresSnapshot extends ReadingHandle implements Snapshot {
  readonly #client: pg.Client;

  private constructor(client: pg.Client, observe: StatementObserver) {
    super(postgresDialect, new PostgresReader((query) => client.query(query)), observe, new Changes());
    this.#client = client;
  }

  /** Opens a connection, runs `work` in a read-only repeatable-read transaction, and closes the connection. */
  static async run<T>(url: string, observe: StatementObserver, work: (snapshot: Snapshot) => Promise<T>): Promise<T> {
    const client = new pg.Client({
      ...connectionConfig(url),
      application_name: 'octavo snapshot',
      connectionTimeoutMillis: connectTimeoutMs,
      keepAlive: true,
      types: rowTypes,
    });
    // The next query reports the lost connection.
    client.on('error', () => {});
    try {
      await client.connect();
      await client.query('begin isolation level repeatable read, read only');
      await client.query('set local statement_timeout = 0; set local idle_in_transaction_session_timeout = 0');
      return await work(new PostgresSnapshot(client, observe));
    } catch (error) {
      throw translateError(error);
    } finally {
      await client.end().catch(() => {});
    }
  }

  async *rows(table: string, columns: readonly string[]): AsyncIterable<readonly (readonly CellValue[])[]> {
    await this.#client.query(`declare octavo_rows no scroll cursor for select ${columns.join(', ')} from ${table}`);
    for (;;) {
      const { rows } = await this.#client.query({ text: `fetch ${batchSize} from octavo_rows`, rowMode: 'array' });
      if (rows.length > 0) yield rows;
      if (rows.length < batchSize) break;
    }
    await this.#client.query('close octavo_rows');
  }
}
