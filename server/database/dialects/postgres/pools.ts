import pg from 'pg';
import { WorkersBusy } from '../../../workers/errors.ts';
import { FairLimiter, type TaskOptions } from '../../../workers/fair-limiter.ts';
import { DatabaseOverloaded } from '../../errors.ts';
import { scanQueueLimits } from '../../scan-runner.ts';
import { connectionConfig } from './connection-config.ts';
import type { PoolTarget } from './endpoint.ts';
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
export const MAX_WRITE_WAIT_MS = 10_000;

/** A connection pool with the limiter through which it must be used. */
export interface Pool {
  readonly connections: pg.Pool;
  readonly limiter: FairLimiter;
  /** Maximum wait for a connection to become free, in milliseconds. */
  readonly maxWaitMs: number;
  /**
   * Whether its connections lead to a pooler. Every statement must then run in a transaction that begins with `begin`, because settings last
   * no longer.
   */
  readonly isPooled: boolean;
  /** Commands that begin a transaction with the settings of this pool, if the connections do not have them. */
  readonly begin: string;
}

/** Pools of read-only connections, of connections for transactions, of connections for scans, and of connections for schema changes. */
export interface Pools {
  readonly reading: Pool;
  readonly writing: Pool;
  readonly scanning: Pool;
  /** The same as `writing` if there is no direct URL. */
  readonly schema: Pool;
}

/** Number of connections for scans, of which one client uses at most one at a time. */
const MAX_SCAN_CONNECTIONS = 2;

/** Number of direct connections for schema changes, which exclude each other. */
const MAX_SCHEMA_CONNECTIONS = 2;

/** Parameters of the server by name. */
type Settings = Readonly<Record<string, string | number>>;

/**
 * Opens the pools. They have `size` connections, half of them for transactions, plus two for scans, and two for schema changes if there is a
 * direct URL. Connections are opened on demand.
 */
export function openPools(target: PoolTarget, size: number, busyTimeoutMs: number): Pools {
  const { url, directUrl } = target;
  const { isPooled, isCommitSynchronous } = target.endpoint;
  const writers = Math.max(1, Math.floor(size / 2));
  // A commit is acknowledged only when it is on disk, even if the settings of the server do not require that.
  const durable: Settings = isCommitSynchronous ? {} : { synchronous_commit: 'on' };
  const writes = { settings: { lock_timeout: busyTimeoutMs, ...durable }, pipeline: true } as const;
  const reads = { isReadOnly: true, settings: {}, pipeline: true, maxWaitMs: MAX_READ_WAIT_MS } as const;
  const scans = { isReadOnly: true, settings: SINGLE_PROCESS } as const;
  const writing = openPool(url, isPooled, writers, writes);
  const scanLimiter = new FairLimiter({ maxRunning: MAX_SCAN_CONNECTIONS, ...scanQueueLimits });
  return {
    reading: openPool(url, isPooled, Math.max(1, size - writers), reads),
    writing,
    scanning: { ...openPool(url, isPooled, MAX_SCAN_CONNECTIONS, scans), limiter: scanLimiter },
    schema: directUrl === undefined ? writing : openPool(directUrl, false, MAX_SCHEMA_CONNECTIONS, writes),
  };
}

/** Timeout of reads on a replica, in milliseconds: the time after which a read uses the primary instead. */
export const REPLICA_TIMEOUT_MS = 1000;

/**
 * Maximum wait of a read for a connection to a replica, in milliseconds, and timeout of connecting. A read waits at most twice for a
 * connection (ReadBatches), and for no more than a second together with connecting.
 */
const MAX_REPLICA_WAIT_MS = 250;
const REPLICA_CONNECT_TIMEOUT_MS = REPLICA_TIMEOUT_MS - 2 * MAX_REPLICA_WAIT_MS;

/**
 * Statement timeout of the connections to a replica, in milliseconds. It is shorter than the timeout of the client, so that only the read that
 * takes too long fails, and not the connection. Like that of an endpoint, it is a value that nobody else sets: if it is in force, the connection
 * has the settings that the client requests, and does not lead to a pooler.
 */
export const REPLICA_STATEMENT_TIMEOUT_MS = 749;

const REPLICA_TIMEOUTS = {
  connect: REPLICA_CONNECT_TIMEOUT_MS,
  statement: REPLICA_STATEMENT_TIMEOUT_MS,
  query: REPLICA_TIMEOUT_MS,
};

/** Opens a pool of read-only connections to a replica. */
export function openReplicaPool(url: string, size: number): Pool {
  const use = { isReadOnly: true, settings: {}, pipeline: true, maxWaitMs: MAX_REPLICA_WAIT_MS } as const;
  return openPool(url, false, size, { ...use, timeouts: REPLICA_TIMEOUTS });
}

/** Closes the connections of all pools when they are no longer used. */
export async function endPools({ reading, writing, scanning, schema }: Pools): Promise<void> {
  const pools = new Set([reading, writing, scanning, schema]);
  for (const { limiter } of pools) limiter.close();
  await Promise.all([...pools].map(({ connections }) => connections.ending || connections.end()));
}

/**
 * Settings for statements with a short timeout: JIT compilation would take too long, and parallel workers would multiply the CPU time that a
 * statement can use before its timeout.
 */
const SINGLE_PROCESS: Settings = { jit: 'off', max_parallel_workers_per_gather: 0 };

/** The use of a pool. */
interface PoolUse {
  readonly isReadOnly?: true;
  readonly settings: Settings;
  readonly pipeline?: true;
  readonly maxWaitMs?: number;
  /** Default: DEFAULT_TIMEOUTS. */
  readonly timeouts?: Timeouts;
}

/** Timeouts of connecting, of a statement on the server, and of a query on the client, in milliseconds. */
type Timeouts = Readonly<Record<'connect' | 'statement' | 'query', number>>;

const DEFAULT_TIMEOUTS: Timeouts = {
  connect: CONNECT_TIMEOUT_MS,
  statement: STATEMENT_TIMEOUT_MS,
  query: QUERY_TIMEOUT_MS,
};

function openPool(url: string, isPooled: boolean, max: number, use: PoolUse): Pool {
  const { isReadOnly, settings, pipeline, maxWaitMs = MAX_WRITE_WAIT_MS } = use;
  const { connect, statement, query } = use.timeouts ?? DEFAULT_TIMEOUTS;
  const timeouts = {
    statement_timeout: statement,
    idle_in_transaction_session_timeout: IDLE_IN_TRANSACTION_TIMEOUT_MS,
  };
  const readOnly: Settings = isReadOnly ? { default_transaction_read_only: 'on' } : {};
  const options = Object.entries({ ...settings, ...readOnly }).map(([name, value]) => `-c ${name}=${value}`);
  const connections = createPool({
    ...(isPooled ? connectionConfig(url) : { ...connectionConfig(url, options.join(' ')), ...timeouts }),
    ...{ max, ...(pipeline && { pipeline }) },
    ...{ query_timeout: query, connectionTimeoutMillis: connect },
  });
  const begin = isReadOnly ? 'begin read only' : 'begin';
  const commands = Object.entries({ ...timeouts, ...settings }).map(([name, value]) => `set local ${name} = ${value}`);
  return {
    connections,
    limiter: createFifoLimiter(connections, maxWaitMs),
    maxWaitMs,
    isPooled,
    begin: isPooled ? [begin, ...commands].join('; ') : begin,
  };
}

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

function createPool(settings: pg.PoolConfig): pg.Pool {
  const pool = new pg.Pool({
    ...settings,
    types: rowTypes,
    application_name: 'octavo',
    keepAlive: true,
    idleTimeoutMillis: IDLE_TIMEOUT_MS,
    maxLifetimeSeconds: MAX_LIFETIME_SECONDS,
    allowExitOnIdle: true,
  });
  // A broken connection leaves the pool, and the error is reported to the query that used it. Without a listener, the error
  // event would end the process.
  pool.on('error', () => {});
  pool.on('connect', (client) => client.on('error', () => {}));
  return pool;
}
