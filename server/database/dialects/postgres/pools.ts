import pg from 'pg';
import { DatabaseUnusable } from '../../errors.ts';
import { translateError } from './errors.ts';
import { rowTypes } from './types.ts';

/** Time limits, in milliseconds. */
const CONNECT_LIMIT = 5000;
const STATEMENT_LIMIT = 30_000;
/** A server that stands still ends no statement; nobody waits for it longer than this. */
const ANSWER_LIMIT = 35_000;
const IDLE_IN_TRANSACTION_LIMIT = 60_000;
const KEEP_IDLE = 60_000;
/** In seconds. A connection keeps every statement it has prepared, so none lives for ever. */
const LIFETIME = 1800;

/** Connections that can only read, and connections for transactions. */
export interface Pools {
  readonly reading: pg.Pool;
  readonly writing: pg.Pool;
}

/**
 * Opens both pools, half of the connections each, and makes sure that the server answers.
 * @throws DatabaseUnavailable, DatabaseUnusable
 */
export async function openPools(url: string, size: number, busyLimit: number): Promise<Pools> {
  const writers = Math.max(1, Math.floor(size / 2));
  // A commit is answered when it is on disk, even where the server's own settings would not wait.
  const durable = (await commitsWait(url)) ? '' : ' -c synchronous_commit=on';
  const writing = createPool(url, writers, `-c lock_timeout=${busyLimit}${durable}`);
  const reading = createPool(url, Math.max(1, size - writers), '-c default_transaction_read_only=on');
  return { reading, writing };
}

/** Whether the server waits for the disk at each commit; on the way it is asked whether it will do at all. */
async function commitsWait(url: string): Promise<boolean> {
  const pool = createPool(url, 1, '');
  try {
    const { rows } = await pool.query(
      `select current_setting('server_encoding') as encoding, current_setting('synchronous_commit') as synchronous`,
    );
    const { encoding, synchronous } = rows[0];
    if (encoding !== 'UTF8') throw new DatabaseUnusable(`The database is encoded as ${encoding}; it must be UTF8.`);
    return synchronous !== 'off';
  } catch (error) {
    throw error instanceof DatabaseUnusable ? error : translateError(error);
  } finally {
    await pool.end();
  }
}

function createPool(url: string, max: number, options: string): pg.Pool {
  const pool = new pg.Pool({
    connectionString: url,
    max,
    options,
    types: rowTypes,
    application_name: 'octavo',
    keepAlive: true,
    statement_timeout: STATEMENT_LIMIT,
    query_timeout: ANSWER_LIMIT,
    idle_in_transaction_session_timeout: IDLE_IN_TRANSACTION_LIMIT,
    connectionTimeoutMillis: CONNECT_LIMIT,
    idleTimeoutMillis: KEEP_IDLE,
    maxLifetimeSeconds: LIFETIME,
    allowExitOnIdle: true,
  });
  // A connection that breaks leaves the pool, and the query it was at has been told. Without somebody who listens,
  // the error would end the process.
  pool.on('error', () => {});
  pool.on('connect', (client) => client.on('error', () => {}));
  return pool;
}
