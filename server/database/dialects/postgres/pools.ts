import pg from 'pg';
import { WorkersBusy } from '../../../workers/errors.ts';
import { FairLimiter, type TaskOptions } from '../../../workers/fair-limiter.ts';
import { DatabaseOverloaded, DatabaseUnusable } from '../../errors.ts';
import { scanQueueLimits } from '../../scan-runner.ts';
import { connectionConfig } from './connection-config.ts';
import { translateError } from './errors.ts';
import { rowTypes } from './types.ts';

/** Timeouts, in milliseconds. */
const CONNECT_TIMEOUT_MS = 5000;
const STATEMENT_TIMEOUT_MS = 30_000;
/** Client-side timeout of a query: a server that hangs does not apply its statement timeout. */
const QUERY_TIMEOUT_MS = 35_000;
const IDLE_IN_TRANSACTION_TIMEOUT_MS = 60_000;
const IDLE_TIMEOUT_MS = 60_000;
/** Maximum lifetime of a connection, in seconds. It is limited because a connection retains every statement that it has prepared. */
const MAX_LIFETIME_SECONDS = 1800;

/**
 * Maximum wait of a read and of a transaction for a connection, in milliseconds. Transactions on SQLite wait as long for the write lock by
 * default.
 */
export const MAX_READ_WAIT_MS = 2000;
const MAX_WRITE_WAIT_MS = 10_000;

/** A connection pool with the limiter through which it must be used. */
export interface Pool {
  readonly connections: pg.Pool;
  readonly limiter: FairLimiter;
}

/** Pools of read-only connections, of connections for transactions, and of connections for scans. */
export interface Pools {
  readonly reading: Pool;
  readonly writing: Pool;
  readonly scanning: Pool;
}

/** Number of connections for scans, of which one client uses at most one at a time. */
const MAX_SCAN_CONNECTIONS = 2;

/**
 * Opens the pools, and verifies that the server responds and that the encoding of the database is UTF-8. The pools have `size` connections,
 * half of them for transactions, plus two for scans. Connections are opened on demand.
 * @throws DatabaseUnavailable, DatabaseUnusable
 */
export async function openPools(url: string, size: number, busyTimeoutMs: number): Promise<Pools> {
  const writers = Math.max(1, Math.floor(size / 2));
  // A commit is acknowledged only when it is on disk, even if the settings of the server do not require that.
  const durable = (await isCommitSynchronous(url)) ? '' : ' -c synchronous_commit=on';
  const writing = createPool(url, writers, `-c lock_timeout=${busyTimeoutMs}${durable}`, { pipeline: true });
  const reading = createPool(url, Math.max(1, size - writers), READ_ONLY, { pipeline: true });
  const scanning = createPool(url, MAX_SCAN_CONNECTIONS, `${READ_ONLY} ${SINGLE_PROCESS}`);
  return {
    reading: { connections: reading, limiter: createFifoLimiter(reading, MAX_READ_WAIT_MS) },
    writing: { connections: writing, limiter: createFifoLimiter(writing, MAX_WRITE_WAIT_MS) },
    scanning: {
      connections: scanning,
      limiter: new FairLimiter({ maxRunning: MAX_SCAN_CONNECTIONS, ...scanQueueLimits }),
    },
  };
}

/**
 * Server options for statements with a short timeout: JIT compilation would take too long, and parallel workers would multiply the CPU
 * time that a statement can use before its timeout.
 */
const SINGLE_PROCESS = '-c jit=off -c max_parallel_workers_per_gather=0';

const READ_ONLY = '-c default_transaction_read_only=on';

/** Returns a first-in, first-out limiter for all connections of a pool. */
function createFifoLimiter({ options: { max } }: pg.Pool, maxWaitMs: number): FairLimiter {
  const [maxQueued, maxQueuedPerClient] = [Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY];
  return new FairLimiter({ maxRunning: max, maxRunningPerClient: max, maxQueued, maxQueuedPerClient, maxWaitMs });
}

/**
 * Uses a pool through its limiter.
 * @throws DatabaseOverloaded when no connection becomes free in time
 */
export async function runLimited<T>(
  { limiter }: Pool,
  use: () => Promise<T>,
  options: TaskOptions = { client: '' },
): Promise<T> {
  try {
    return await limiter.run(use, options);
  } catch (error) {
    throw error instanceof WorkersBusy ? new DatabaseOverloaded(error.message, { cause: error }) : error;
  }
}

/** Whether the server waits for the disk at each commit. Also verifies the encoding of the database. */
async function isCommitSynchronous(url: string): Promise<boolean> {
  const pool = createPool(url, 1, '');
  try {
    const { rows } = await pool.query(
      `select current_setting('server_encoding') as encoding, current_setting('synchronous_commit') as synchronous`,
    );
    const { encoding, synchronous } = rows[0];
    if (encoding !== 'UTF8')
      throw new DatabaseUnusable(`The encoding of the database is ${encoding}; it must be UTF8.`);
    return synchronous !== 'off';
  } catch (error) {
    throw error instanceof DatabaseUnusable ? error : translateError(error);
  } finally {
    await pool.end();
  }
}

function createPool(url: string, max: number, options: string, clientOptions: { pipeline?: true } = {}): pg.Pool {
  const pool = new pg.Pool({
    ...connectionConfig(url, options),
    max,
    types: rowTypes,
    application_name: 'octavo',
    keepAlive: true,
    statement_timeout: STATEMENT_TIMEOUT_MS,
    query_timeout: QUERY_TIMEOUT_MS,
    idle_in_transaction_session_timeout: IDLE_IN_TRANSACTION_TIMEOUT_MS,
    connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
    idleTimeoutMillis: IDLE_TIMEOUT_MS,
    maxLifetimeSeconds: MAX_LIFETIME_SECONDS,
    allowExitOnIdle: true,
    ...clientOptions,
  });
  // A broken connection leaves the pool, and the error is reported to the query that used it. Without a listener, the error
  // event would end the process.
  pool.on('error', () => {});
  pool.on('connect', (client) => client.on('error', () => {}));
  return pool;
}
