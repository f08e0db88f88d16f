import type { PoolClient } from 'pg';
import { DatabaseOverloaded } from '../../errors.ts';
import type { ScanLimits, ScanResult, ScanRunner, ScanStatistics } from '../../scan-runner.ts';
import type { CompiledStatement } from '../../statement.ts';
import { isCancelled, translateError } from './errors.ts';
import { inTurn, type Pools, SCAN_LIMIT } from './pools.ts';
import { perform } from './session.ts';

/** The shortest limit of a statement, in milliseconds: on the clock, every statement may have to wait for a moment. */
const MIN_LIMIT_MS = 100;

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
  #quickestProbeMs = Number.POSITIVE_INFINITY;
  #started = 0;

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
    await this.#pools.scanning.connections.end();
  }

  async #runInTurn(
    statement: CompiledStatement,
    values: readonly unknown[],
    limits: ScanLimits,
  ): Promise<ScanResult | undefined> {
    const connection = await this.#connect();
    let error: unknown;
    try {
      return await this.#runOn(connection, statement, values, limits);
    } catch (thrown) {
      error = thrown;
      throw thrown;
    } finally {
      connection.release(error instanceof DatabaseOverloaded ? undefined : error !== undefined);
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
    signal.throwIfAborted();
    let cancelling: Promise<unknown> | undefined;
    const cancel = () => {
      cancelling ??= this.#cancel(pid);
    };
    const limitMs = Math.max(cpuLimitMs, MIN_LIMIT_MS);
    const timer = limitMs < SCAN_LIMIT ? setTimeout(cancel, limitMs) : undefined;
    signal.addEventListener('abort', cancel);
    const began = performance.now();
    try {
      const { rows } = await perform((query) => connection.query(query), statement, [...values]);
      // As much as it may have been at most is never all that is left: waiting is no work.
      return { rows, cpuMs: Math.min(performance.now() - began, cpuLimitMs / 2) };
    } catch (error) {
      if (!isCancelled(error)) throw error;
    } finally {
      clearTimeout(timer);
      signal.removeEventListener('abort', cancel);
      // Until it is through, it could end the next statement of the same connection.
      await cancelling;
    }
    signal.throwIfAborted();
    const quickest = this.#quickestProbeMs;
    if ((await this.#probe(connection)).ms > quickest * BUSY_FACTOR)
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

  async #probe(connection: PoolClient): Promise<{ readonly pid: number; readonly ms: number }> {
    const { pid, ms } = (await connection.query(PROBE)).rows[0];
    this.#quickestProbeMs = Math.min(this.#quickestProbeMs, ms);
    return { pid, ms };
  }

  /** Ends the statement of a connection. Where that cannot be asked for, the server's own limit ends it. */
  #cancel(pid: number): Promise<unknown> {
    const { reading } = this.#pools;
    return inTurn(reading, () => reading.connections.query('select pg_cancel_backend($1)', [pid])).catch(() => {});
  }
}
