import type { PoolClient, QueryResult } from 'pg';
import { DatabaseOverloaded, DatabaseUnavailable } from '../../errors.ts';
import type { ScanLimits, ScanResult, ScanRunner, ScanStatistics } from '../../scan-runner.ts';
import type { CompiledStatement } from '../../statement.ts';
import { isCanceled, translateError } from './errors.ts';
import { type Pools, runLimited } from './pools.ts';
import { perform } from './session.ts';

/** Minimum statement timeout, in milliseconds: the timeout is wall-clock time, which includes waiting for the processor. */
const MIN_TIMEOUT_MS = 100;
/** Step to which statement timeouts are rounded up, in milliseconds, so that a connection rarely needs a different timeout. */
const TIMEOUT_STEP_MS = 50;

/** A query that takes a few milliseconds. The server measures this time and returns it, with its process ID. */
const PROBE = `
select pg_backend_pid() as pid, (extract(epoch from clock_timestamp() - statement_timestamp()) * 1000)::float8 as ms
from (select count(*) from generate_series(1, 100000)) as work`;

/** The server counts as busy when the probe takes this many times as long as the fastest probe so far. */
const BUSY_FACTOR = 2;

/**
 * A scan runner that uses separate connections, whose statements the server cancels after a timeout.
 *
 * The server limits wall-clock time and does not report CPU time, so a statement may also exceed its limit because the server is busy. To
 * distinguish the two causes, the same connection then runs a probe, whose duration is compared with that of the fastest probe so far.
 */
export class PostgresScans implements ScanRunner {
  readonly #pools: Pools;
  /** Server process IDs of the connections. */
  readonly #pids = new WeakMap<PoolClient, number>();
  /** Statement timeouts that are set on the connections. */
  readonly #timeouts = new WeakMap<PoolClient, number>();
  /** Functions that each cancel a running statement. */
  readonly #cancels = new Set<() => void>();
  #fastestProbeMs = Number.POSITIVE_INFINITY;
  #started = 0;
  #isClosed = false;

  constructor(pools: Pools) {
    this.#pools = pools;
    pools.scanning.connections.on('connect', () => {
      this.#started += 1;
    });
  }

  get statistics(): ScanStatistics {
    const { connections, limiter } = this.#pools.scanning;
    return { workers: connections.totalCount, started: this.#started, ...limiter.statistics };
  }

  run(statement: CompiledStatement, values: readonly unknown[], limits: ScanLimits): Promise<ScanResult | undefined> {
    return runLimited(this.#pools.scanning, () => this.#runLimited(statement, values, limits), limits);
  }

  async close(): Promise<void> {
    this.#pools.scanning.limiter.close();
    this.#isClosed = true;
    for (const cancel of this.#cancels) cancel();
    await this.#pools.scanning.connections.end();
  }

  async #runLimited(
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
    await this.#setStatementTimeout(connection, cpuLimitMs);
    signal.throwIfAborted();
    let canceling: Promise<unknown> | undefined;
    const cancel = () => {
      canceling ??= this.#cancel(pid);
    };
    signal.addEventListener('abort', cancel);
    this.#cancels.add(cancel);
    const startedAt = performance.now();
    try {
      const { rows } = await perform((query) => connection.query(query), statement, [...values]);
      // An estimate of the CPU time: the wall-clock time, but at most half of the limit, because the wall-clock time includes waiting.
      return { rows, cpuMs: Math.min(performance.now() - startedAt, cpuLimitMs / 2) };
    } catch (error) {
      if (!isCanceled(error)) throw error;
    } finally {
      signal.removeEventListener('abort', cancel);
      this.#cancels.delete(cancel);
      // A late cancel request could hit the next statement of the same connection.
      await canceling;
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

  /** Sets the statement timeout of a connection. */
  async #setStatementTimeout(connection: PoolClient, cpuLimitMs: number): Promise<void> {
    const timeoutMs = Math.max(MIN_TIMEOUT_MS, Math.ceil(cpuLimitMs / TIMEOUT_STEP_MS) * TIMEOUT_STEP_MS);
    if (this.#timeouts.get(connection) === timeoutMs) return;
    await send(connection, `set statement_timeout = ${timeoutMs}`);
    this.#timeouts.set(connection, timeoutMs);
  }

  /** Whether the server is much slower than during the fastest probe. */
  async #isBusy(connection: PoolClient): Promise<boolean> {
    const fastest = this.#fastestProbeMs;
    try {
      return (await this.#probe(connection)).ms > fastest * BUSY_FACTOR;
    } catch (error) {
      // The probe is short, so it exceeds its timeout only when the server is busy.
      if (isCanceled(error)) return true;
      throw error;
    }
  }

  async #probe(connection: PoolClient): Promise<{ readonly pid: number; readonly ms: number }> {
    const { pid, ms } = (await send(connection, PROBE)).rows[0];
    this.#fastestProbeMs = Math.min(this.#fastestProbeMs, ms);
    return { pid, ms };
  }

  /** Cancels the statement of a connection. If the request fails, the statement timeout ends the statement. */
  #cancel(pid: number): Promise<unknown> {
    const { reading } = this.#pools;
    return runLimited(reading, () => reading.connections.query('select pg_cancel_backend($1)', [pid])).catch(() => {});
  }
}

async function send(connection: PoolClient, text: string): Promise<QueryResult> {
  try {
    return await connection.query(text);
  } catch (error) {
    throw translateError(error);
  }
}
