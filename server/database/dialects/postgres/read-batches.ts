// Sends concurrent reads to the server together. A round trip costs both sides more than a short statement does, so that reads that
// begin at the same time share one.
import { setImmediate as immediate } from 'node:timers/promises';
import type { PoolClient, QueryConfig, QueryResult } from 'pg';
import { DatabaseMisuse, DatabaseOverloaded } from '../../errors.ts';
import { beginPooled } from './begin-pooled.ts';
import { endsConnection, isInFailedTransaction } from './errors.ts';
import { MAX_READ_WAIT_MS, type Pool, runLimited } from './pools.ts';
import { sendTogether } from './send-together.ts';

/** Maximum number of reads in a batch. They run one after the other, so that a longer batch would delay its last read. */
const MAX_BATCH = 8;

/** A read that waits for a connection. */
interface WaitingRead {
  readonly query: QueryConfig;
  readonly resolve: (result: QueryResult) => void;
  readonly reject: (error: unknown) => void;
  /** Time from which it has waited, in milliseconds. */
  readonly since: number;
}

/** The error of a check that has rejected a batch. The connection can be used again, unless it is a ConnectionRejected. */
export class BatchRejected extends Error {}

/** The error of a check after which the connection must be closed. */
export class ConnectionRejected extends BatchRejected {}

/** Checks of a connection before and after a batch; its reads count only if both succeed. They are sent together with the reads. */
export interface BatchChecks {
  /** Checks the connection. Called before the reads are sent. */
  before(): Promise<void>;
  /** Checks the connection. Called when the reads have been sent. */
  after(): Promise<void>;
}

/** Decides whether batches run. */
export interface BatchGuard {
  /**
   * Called before a connection is requested for a batch.
   * @throws BatchRejected if no batch may be sent
   */
  requireUsable(): void;
  /**
   * Returns the checks of a batch.
   * @throws BatchRejected if the batch must not be sent
   */
  checksOf(client: PoolClient): BatchChecks;
}

/**
 * Runs reads through the connections of a pool, which must be pipelined: each batch uses one connection, and is sent without waiting for
 * results. Each read succeeds or fails alone, except if the connection is lost.
 */
export class ReadBatches {
  readonly #pool: Pool;
  readonly #guard: BatchGuard | undefined;
  /** Waiting reads, oldest first. */
  #waiting: WaitingRead[] = [];
  /** Number of batches that have been requested from the limiter and have not taken their reads. */
  #requested = 0;

  /** If a check of `guard` fails, all reads of the batch fail with its error. The pool must not lead to a pooler then. */
  constructor(pool: Pool, guard?: BatchGuard) {
    this.#pool = pool;
    this.#guard = guard;
  }

  /**
   * Runs a query.
   * @throws an error of the driver; DatabaseOverloaded when the query cannot begin in time, because no connection becomes free or another
   *   query of its batch takes too long; DatabaseMisuse when the pool is closed
   */
  run(query: QueryConfig): Promise<QueryResult> {
    if (this.#pool.connections.ending) return Promise.reject(new DatabaseMisuse('The database is closed.'));
    return new Promise((resolve, reject) => {
      this.#waiting.push({ query, resolve, reject, since: performance.now() });
      this.#requestBatches();
    });
  }

  /** Rejects the reads that wait for a connection. */
  rejectWaiting(error: unknown): void {
    for (const { reject } of this.#waiting.splice(0)) reject(error);
  }

  /** Requests as many batches as the waiting reads need. */
  #requestBatches(): void {
    while (this.#requested * MAX_BATCH < this.#waiting.length) {
      this.#requested += 1;
      runLimited(this.#pool, () => this.#runBatch()).catch((error) => {
        this.#requested -= 1;
        this.#rejectOldest(error);
      });
    }
  }

  /** Rejects the reads that have waited for as long as the batch that did not get a connection; others wait for another batch. */
  #rejectOldest(error: unknown): void {
    const latest = performance.now() - this.#pool.maxWaitMs;
    const isOver = ({ since }: WaitingRead, at: number) => at === 0 || since <= latest;
    const over = this.#waiting.slice(0, MAX_BATCH).filter(isOver);
    this.#waiting = this.#waiting.slice(over.length);
    for (const { reject } of over) reject(error);
    this.#requestBatches();
  }

  /** Runs the oldest reads, including those of other requests that arrived at the same time. */
  async #runBatch(): Promise<void> {
    await immediate();
    const batch = this.#waiting.splice(0, MAX_BATCH);
    this.#requested -= 1;
    if (batch.length === 0) return;
    let client: PoolClient;
    try {
      this.#guard?.requireUsable();
      client = await this.#pool.connections.connect();
    } catch (error) {
      for (const { reject } of batch) reject(error);
      return;
    }
    client.release(await this.#runOn(client, batch));
  }

  /** Runs reads. Returns whether the connection is lost. */
  #runOn(client: PoolClient, batch: readonly WaitingRead[]): Promise<boolean> {
    const { isPooled, begin } = this.#pool;
    if (isPooled) return this.#runInTransaction(client, batch, begin);
    return this.#guard === undefined ? runReads(client, batch) : runChecked(client, batch, this.#guard);
  }

  /**
   * Runs reads in a transaction, because a pooler assigns a connection to it. A failed read fails the transaction; the reads after it, which
   * did not run, wait for another batch. Returns whether the connection is lost.
   */
  async #runInTransaction(client: PoolClient, batch: readonly WaitingRead[], begin: string): Promise<boolean> {
    let beginError: unknown;
    beginPooled(client, begin, MAX_READ_WAIT_MS).catch((error) => {
      beginError = error;
    });
    const skipped: WaitingRead[] = [];
    const reads = batch.map((read) => ({
      ...read,
      reject: (error: unknown) => {
        if (beginError === undefined && isInFailedTransaction(error)) skipped.push(read);
        else read.reject(beginError ?? error);
      },
    }));
    const running = runReads(client, reads);
    const ending = sendTogether(client, { text: 'commit' }).catch(() => {});
    const isLost = await running;
    await ending;
    this.#waiting.unshift(...skipped);
    this.#requestBatches();
    return isLost;
  }
}

/** Runs reads between two checks, and delivers their results if both succeed. Returns whether the connection is lost. */
async function runChecked(client: PoolClient, batch: readonly WaitingRead[], guard: BatchGuard): Promise<boolean> {
  const deliveries: (() => void)[] = [];
  const held = batch.map((read) => ({
    ...read,
    resolve: (result: QueryResult) => void deliveries.push(() => read.resolve(result)),
    reject: (error: unknown) => void deliveries.push(() => read.reject(error)),
  }));
  let isLost = false;
  try {
    const { before, after } = guard.checksOf(client);
    const [checkedBefore, running] = [before(), runReads(client, held)];
    const checks = await Promise.allSettled([checkedBefore, after()]);
    isLost = await running;
    for (const each of checks) if (each.status === 'rejected') throw each.reason;
    for (const deliver of deliveries) deliver();
  } catch (error) {
    isLost ||= !(error instanceof BatchRejected) || error instanceof ConnectionRejected;
    for (const { reject } of batch) reject(error);
  }
  return isLost;
}

/** Runs reads one after the other. Each succeeds or fails alone, except if the connection is lost. Returns whether it is lost. */
async function runReads(client: PoolClient, reads: readonly WaitingRead[]): Promise<boolean> {
  let isLost = false;
  let ended = 0;
  const rejectUnstarted = () => {
    // Reads end in their order: the first one that has not ended is running.
    for (const { reject } of reads.slice(ended + 1))
      reject(new DatabaseOverloaded('The read waited for too long for an earlier one.'));
  };
  const timer = setTimeout(rejectUnstarted, MAX_READ_WAIT_MS);
  const outcomes = reads.map(async ({ query, resolve, reject }) => {
    try {
      resolve(await sendTogether(client, query));
    } catch (error) {
      isLost ||= endsConnection(error);
      reject(error);
    } finally {
      ended += 1;
    }
  });
  await Promise.all(outcomes);
  clearTimeout(timer);
  return isLost;
}
