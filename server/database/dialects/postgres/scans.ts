import type { PoolClient, QueryResult } from 'pg';
import { DatabaseOverloaded, DatabaseUnavailable } from '../../errors.ts';
import type { ScanLimits, ScanResult, ScanRunner, ScanStatistics } from '../../scan-runner.ts';
import type { CompiledStatement } from '../../statement.ts';
import { isCancelled, translateError } from './errors.ts';
import { inTurn, type Pools } from './pools.ts';
import { perform } from './session.ts';

/** The shortest limit of a statement, in milliseconds: on the clock, every statement may have to wait for a moment. */
const MIN_LIMIT_MS = 100;
/** Limits are multiples of this, in milliseconds, so that a connection is seldom told another one. */
const LIMIT_STEP_MS = 50;

/** Work that takes the server some milliseconds, timed by the server itself. */
const PROBE = `
select pg_backend_pid() as pid, (extract(epoch from clock_timestamp() - statement_timestamp()) * 1000)::float8 as ms
from (select count(*) from generate_series(1, 100000)) as work`;

/** The server counts as busy where the same work takes this many times as long as it did at its quickest. */
const BUSY_FACTOR = 2;

/**
 * Runs statements that may scan on connections of their own, whose statements the server ends after a time.
 *
 * The server limits time on the clock and reports no CPU time, so that a statement may also pass its limit because the server
 * is busy. To tell one from the other, the same connection then times a fixed piece of work and compares that with the quickest
 * time so far.
 */
export class PostgresScans implements ScanRunner {
  readonly #pools: Pools;
  /** Process ids of the connections on the server. */
  readonly #pids = new WeakMap<PoolClient, number>();
  /** The limits that connections have been told. */
  readonly #limits = new WeakMap<PoolClient, number>();
  /** Each ends one of the statements that run. */
  readonly #cancels = new Set<() => void>();
  #quickestProbeMs = Number.POSITIVE_INFINITY;
  #started = 0;
  #isClosed = false;

  constructor(pools: Pools) {
    this.#pools = pools;
    pools.scanning.connections.on('connect', () => {
      this.#started += 1;
    });
  }

  get statistics(): ScanStatistics {
    const { connections, turns } = this.#pools.scanning;
    return { workers: connections.totalCount, started: this.#started, ...turns.statistics };
  }

  run(statement: CompiledStatement, values: readonly unknown[], limits: ScanLimits): Promise<ScanResult | undefined> {
    return inTurn(this.#pools.scanning, () => this.#runInTurn(statement, values, limits), limits);
  }

  async close(): Promise<void> {
    this.#pools.scanning.turns.close();
    this.#isClosed = true;
    for (const cancel of this.#cancels) cancel();
    await this.#pools.scanning.connections.end();
  }

  async #runInTurn(
    statement: CompiledStatement,
    values: readonly unknown[],
    limits: ScanLimits,
  ): Promise<ScanResult | undefined> {
    const connection = await this.#connect();
    let isLost = false;
    try {
      return await this.#runOn(connection, statement, values, limits);
    } catch (error) {
      isLost = error instanceof DatabaseUnavailable;
      throw error;
    } finally {
      connection.release(isLost);
    }
  }

  async #runOn(
    connection: PoolClient,
    statement: CompiledStatement,
    values: readonly unknown[],
    { signal, cpuLimitMs }: ScanLimits,
  ): Promise<ScanResult | undefined> {
    const pid = this.#pids.get(connection) ?? (await this.#probe(connection)).pid;
    this.#pids.set(connection, pid);
    await this.#limit(connection, cpuLimitMs);
    signal.throwIfAborted();
    let cancelling: Promise<unknown> | undefined;
    const cancel = () => {
      cancelling ??= this.#cancel(pid);
    };
    signal.addEventListener('abort', cancel);
    this.#cancels.add(cancel);
    const began = performance.now();
    try {
      const { rows } = await perform((query) => connection.query(query), statement, [...values]);
      // As much as it may have been at most is never all that is left: waiting is no work.
      return { rows, cpuMs: Math.min(performance.now() - began, cpuLimitMs / 2) };
    } catch (error) {
      if (!isCancelled(error)) throw error;
    } finally {
      signal.removeEventListener('abort', cancel);
      this.#cancels.delete(cancel);
      // Until it is through, it could end the next statement of the same connection.
      await cancelling;
    }
    signal.throwIfAborted();
    if (this.#isClosed || (await this.#isBusy(connection)))
      throw new DatabaseOverloaded('The server was too busy to finish the statement.');
    return undefined;
  }

  async #connect(): Promise<PoolClient> {
    try {
      return await this.#pools.scanning.connections.connect();
    } catch (error) {
      throw translateError(error);
    }
  }

  /** Sets the time on the clock after which the server ends a statement of a connection. */
  async #limit(connection: PoolClient, cpuLimitMs: number): Promise<void> {
    const limitMs = Math.max(MIN_LIMIT_MS, Math.ceil(cpuLimitMs / LIMIT_STEP_MS) * LIMIT_STEP_MS);
    if (this.#limits.get(connection) === limitMs) return;
    await send(connection, `set statement_timeout = ${limitMs}`);
    this.#limits.set(connection, limitMs);
  }

  /** Whether the server takes longer for the same work than it once did. */
  async #isBusy(connection: PoolClient): Promise<boolean> {
    const quickest = this.#quickestProbeMs;
    try {
      return (await this.#probe(connection)).ms > quickest * BUSY_FACTOR;
    } catch (error) {
      // The work is short: it passes the limit of time only where others hold it up.
      if (isCancelled(error)) return true;
      throw error;
    }
  }

  async #probe(connection: PoolClient): Promise<{ readonly pid: number; readonly ms: number }> {
    const { pid, ms } = (await send(connection, PROBE)).rows[0];
    this.#quickestProbeMs = Math.min(this.#quickestProbeMs, ms);
    return { pid, ms };
  }

  /** Ends the statement of a connection. Where that cannot be asked for, the server's own limit ends it. */
  #cancel(pid: number): Promise<unknown> {
    const { reading } = this.#pools;
    return inTurn(reading, () => reading.connections.query('select pg_cancel_backend($1)', [pid])).catch(() => {});
  }
}

async function send(connection: PoolClient, text: string): Promise<QueryResult> {
  try {
    return await connection.query(text);
  } catch (error) {
    throw translateError(error);
  }
}
