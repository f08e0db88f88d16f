import type { PoolClient, QueryConfig, QueryResult } from 'pg';
import type { Changes } from '../../changes.ts';
import { DatabaseOverloaded, DatabaseUnavailable } from '../../errors.ts';
import {
  type ScanLimits,
  type ScanResult,
  type ScanRunner,
  type ScanStatistics,
  scanQueueLimits,
} from '../../scan-runner.ts';
import type { CompiledStatement } from '../../statement.ts';
import { beginPooled } from './begin-pooled.ts';
import { isCanceled, translateError } from './errors.ts';
import { type Pools, runLimited } from './pools.ts';
import { explainMissing } from './schema-errors.ts';
import { perform } from './session.ts';
import { withoutName } from './statement-names.ts';

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
  readonly #changes: Changes;
  readonly #cancelDirectly: (pid: number) => Promise<unknown>;
  /** Server process IDs of the connections. */
  readonly #pids = new WeakMap<PoolClient, number>();
  /** Statement timeouts that are set on the connections. */
  readonly #timeouts = new WeakMap<PoolClient, number>();
  /** Functions that each cancel a running statement. */
  readonly #cancels = new Set<() => void>();
  #fastestProbeMs = Number.POSITIVE_INFINITY;
  #started = 0;
  #isClosed = false;

  /**
   * `cancelDirectly` cancels the statement of a process of the server, if connections lead to a pooler: a transaction that is canceled may have its
   * only connection to the server.
   */
  constructor(pools: Pools, changes: Changes, cancelDirectly: (pid: number) => Promise<unknown>) {
    this.#pools = pools;
    this.#changes = changes;
    this.#cancelDirectly = cancelDirectly;
    pools.scanning.connections.on('connect', () => {
      this.#started += 1;
    });
  }

  get statistics(): ScanStatistics {
    const { connections, limiter } = this.#pools.scanning;
    return { workers: connections.totalCount, started: this.#started, ...limiter.statistics };
  }

  run(statement: CompiledStatement, values: readonly unknown[], limits: ScanLimits): Promise<ScanResult | undefined> {
    return explainMissing(this.#changes, () =>
      runLimited(this.#pools.scanning, () => this.#runLimited(statement, values, limits), limits),
    );
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
      // A connection that waits for the pooler must not be used again.
      const isWaiting = this.#pools.scanning.isPooled && error instanceof DatabaseOverloaded;
      isLost = isWaiting || error instanceof DatabaseUnavailable;
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
    const result = await this.#inTransaction(connection, async () => {
      const pid = await this.#setStatementTimeout(connection, cpuLimitMs);
      signal.throwIfAborted();
      return this.#perform(connection, pid, statement, values, { signal, cpuLimitMs });
    });
    if (result !== undefined) return result;
    signal.throwIfAborted();
    if (this.#isClosed || (await this.#inTransaction(connection, () => this.#isBusy(connection))))
      throw new DatabaseOverloaded('The server was too busy to finish the statement.');
    return undefined;
  }

  /** Runs a statement. Returns undefined if it was canceled. */
  async #perform(
    connection: PoolClient,
    pid: number,
    statement: CompiledStatement,
    values: readonly unknown[],
    { signal, cpuLimitMs }: Pick<ScanLimits, 'signal' | 'cpuLimitMs'>,
  ): Promise<ScanResult | undefined> {
    let canceling: Promise<unknown> | undefined;
    const cancel = () => {
      canceling ??= this.#cancel(pid);
    };
    signal.addEventListener('abort', cancel);
    this.#cancels.add(cancel);
    const startedAt = performance.now();
    try {
      // Preparing a statement takes much less time than a scan, so that names need no support by the pooler.
      const { isPooled } = this.#pools.scanning;
      const send = (query: QueryConfig) => connection.query(isPooled ? withoutName(query) : query);
      const { rows } = await perform(send, statement, [...values]);
      // An estimate of the CPU time: the wall-clock time, but at most half of the limit, because the wall-clock time includes waiting.
      return { rows, cpuMs: Math.min(performance.now() - startedAt, cpuLimitMs / 2) };
    } catch (error) {
      if (!isCanceled(error)) throw error;
      return undefined;
    } finally {
      signal.removeEventListener('abort', cancel);
      this.#cancels.delete(cancel);
      // A late cancel request could hit the next statement of the same connection.
      await canceling;
    }
  }

  /** Runs `work` in a transaction if the connection leads to a pooler, which assigns a connection to the server to it. */
  async #inTransaction<T>(connection: PoolClient, work: () => Promise<T>): Promise<T> {
    const { isPooled, begin } = this.#pools.scanning;
    if (!isPooled) return work();
    await beginPooled(connection, begin, scanQueueLimits.maxWaitMs).catch((error) => {
      throw translateError(error);
    });
    try {
      return await work();
    } finally {
      await send(connection, 'rollback').catch(() => {});
    }
  }

  async #connect(): Promise<PoolClient> {
    try {
      return await this.#pools.scanning.connections.connect();
    } catch (error) {
      throw translateError(error);
    }
  }

  /** Sets the statement timeout of the connection, or of its transaction behind a pooler. Returns the process ID of the server. */
  async #setStatementTimeout(connection: PoolClient, cpuLimitMs: number): Promise<number> {
    const timeoutMs = Math.max(MIN_TIMEOUT_MS, Math.ceil(cpuLimitMs / TIMEOUT_STEP_MS) * TIMEOUT_STEP_MS);
    if (this.#pools.scanning.isPooled) {
      if (this.#fastestProbeMs === Number.POSITIVE_INFINITY) await this.#probe(connection);
      // The driver returns an array of results for several commands.
      const results: unknown = await send(
        connection,
        `set local statement_timeout = ${timeoutMs}; select pg_backend_pid() as pid`,
      );
      return (results as QueryResult[]).at(-1)?.rows[0].pid;
    }
    const pid = this.#pids.get(connection) ?? (await this.#probe(connection)).pid;
    this.#pids.set(connection, pid);
    if (this.#timeouts.get(connection) === timeoutMs) return pid;
    await send(connection, `set statement_timeout = ${timeoutMs}`);
    this.#timeouts.set(connection, timeoutMs);
    return pid;
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
    const canceling = reading.isPooled
      ? this.#cancelDirectly(pid)
      : runLimited(reading, () => reading.connections.query('select pg_cancel_backend($1)', [pid]));
    return canceling.catch(() => {});
  }
}

async function send(connection: PoolClient, text: string): Promise<QueryResult> {
  try {
    return await connection.query(text);
  } catch (error) {
    throw translateError(error);
  }
}
