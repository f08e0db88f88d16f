import pg from 'pg';
import { WorkersBusy } from '../../../workers/errors.ts';
import { FairTurns, type TurnOptions } from '../../../workers/fair-turns.ts';
import { DatabaseOverloaded, DatabaseUnusable } from '../../errors.ts';
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

/** How long a read and a transaction wait for a connection, in milliseconds. Writers of the other engine wait as long. */
const READ_WAIT_LIMIT = 2000;
const WRITE_WAIT_LIMIT = 10_000;

/** Connections, and the turns at them: each is to be used within a turn. */
export interface Pool {
  readonly connections: pg.Pool;
  readonly turns: FairTurns;
}

/** Connections that can only read, connections for transactions, and those for statements that may scan. */
export interface Pools {
  readonly reading: Pool;
  readonly writing: Pool;
  readonly scanning: Pool;
}

/** Of the connections for statements that may scan, one client has at most one at work. */
const SCANNING_CONNECTIONS = 2;
/** Statements that wait for them. A front end in front of the service is one client for all its visitors. */
const SCANS_QUEUED = 128;
const SCANS_QUEUED_PER_CLIENT = 64;
const SCAN_WAIT_LIMIT = 3000;

/**
 * Opens the pools and makes sure that the server answers: `size` connections, half of them for transactions, and those for
 * statements that may scan beside them, which are made on demand.
 * @throws DatabaseUnavailable, DatabaseUnusable
 */
export async function openPools(url: string, size: number, busyLimit: number): Promise<Pools> {
  const writers = Math.max(1, Math.floor(size / 2));
  // A commit is answered when it is on disk, even where the server's own settings would not wait.
  const durable = (await commitsWait(url)) ? '' : ' -c synchronous_commit=on';
  const writing = createPool(url, writers, `-c lock_timeout=${busyLimit}${durable}`);
  const reading = createPool(url, Math.max(1, size - writers), READ_ONLY);
  const scanning = createPool(url, SCANNING_CONNECTIONS, `${READ_ONLY} ${ONE_PROCESS}`);
  return {
    reading: { connections: reading, turns: inOrder(reading, READ_WAIT_LIMIT) },
    writing: { connections: writing, turns: inOrder(writing, WRITE_WAIT_LIMIT) },
    scanning: {
      connections: scanning,
      turns: new FairTurns({
        maxRunning: SCANNING_CONNECTIONS,
        maxQueued: SCANS_QUEUED,
        maxQueuedPerClient: SCANS_QUEUED_PER_CLIENT,
        maxWaitMs: SCAN_WAIT_LIMIT,
      }),
    },
  };
}

/** A statement with a short limit does not pay for being compiled, and takes one processor. */
const ONE_PROCESS = '-c jit=off -c max_parallel_workers_per_gather=0';

const READ_ONLY = '-c default_transaction_read_only=on';

/** Turns at all connections of a pool, in the order in which they are asked for. */
function inOrder({ options: { max } }: pg.Pool, maxWaitMs: number): FairTurns {
  const [maxQueued, maxQueuedPerClient] = [Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY];
  return new FairTurns({ maxRunning: max, maxRunningPerClient: max, maxQueued, maxQueuedPerClient, maxWaitMs });
}

/**
 * Uses a pool in a turn of all.
 * @throws DatabaseOverloaded where others have the connections for too long
 */
export async function inTurn<T>(
  { turns }: Pool,
  use: () => Promise<T>,
  options: TurnOptions = { client: '' },
): Promise<T> {
  try {
    return await turns.run(use, options);
  } catch (error) {
    throw error instanceof WorkersBusy ? new DatabaseOverloaded(error.message, { cause: error }) : error;
  }
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
