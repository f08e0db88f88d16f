// octavo serve --workers: the primary process, which starts worker processes that serve the same port.
import cluster, { type Worker } from 'node:cluster';
import type { Server } from 'node:http';
import { setTimeout as pause } from 'node:timers/promises';
import type { ServeConfig } from '../config/config.ts';
import { initializeSite } from '../initialize-site.ts';
import { administratorLines } from './first-start-line.ts';
import { listenForMetrics } from './listen.ts';
import { warnOfExposedData } from './logger.ts';
import { withService } from './open-service.ts';
import { printGreeting } from './print-greeting.ts';
import { STOP_SIGNALS, type StopRequest } from './stop.ts';
import { type ConnectionCount, isMessage, type PrimaryMessage } from './worker-messages.ts';

/** Time limit of a stop, in milliseconds. It is longer than that of workers, because the primary reports how they have ended. */
const STOP_LIMIT_MS = 9500;
/** Maximum time, in milliseconds, for which connections are accepted after a stop was requested. */
const DRAIN_LIMIT_MS = 2000;
/** Interval, in milliseconds, between two checks for new connections. */
const POLL_INTERVAL_MS = 5;

/** Creates a new site if needed, then runs workers until a stop is requested. Returns the exit code. */
export async function runPrimary(config: ServeConfig, stop: StopRequest): Promise<number> {
  stop.limitMs = STOP_LIMIT_MS;
  const first = await withService(
    config,
    (service, database) => initializeSite(service, database, config.adminPassword, { signal: stop.signal }),
    { signal: stop.signal },
  );
  const workers = new Workers();
  let metricsServer: Server | undefined;
  let isGreeted = false;
  try {
    stop.signal.throwIfAborted();
    cluster.once('listening', () => stop.markServing());
    await Promise.race([workers.start(config.workers), workers.failed, stop.requested]);
    stop.signal.throwIfAborted();
    if (config.metricsPort !== undefined) {
      const { makeAggregate } = await import('../metrics/metrics.ts');
      metricsServer = await listenForMetrics(config, makeAggregate());
    }
    printGreeting(config, first);
    isGreeted = true;
    await warnOfExposedData(config);
    await Promise.race([workers.failed, stop.requested]);
  } catch (error) {
    if (!(error instanceof WorkerNeverServed) && error !== stop.signal.reason) throw error;
  } finally {
    // The password of a new administrator is printed once in any case.
    if (!isGreeted) for (const line of administratorLines(first)) console.log(line);
    metricsServer?.close();
    await workers.stop();
  }
  return workers.haveFailed ? 1 : 0;
}

/** A worker ended before it served, for example because its port or disk was unavailable; another worker would fail too. */
class WorkerNeverServed extends Error {
  override readonly name = 'WorkerNeverServed';
}

/** Worker processes. A worker that dies is replaced until the workers are stopped. */
class Workers {
  readonly #listening = new Set<number>();
  #isStopping = false;
  #haveFailed = false;
  #fail: (error: Error) => void = () => {};
  #onChange: () => void = () => {};

  /** Rejects with WorkerNeverServed when a worker ends before it has served. */
  readonly failed = new Promise<never>((_resolve, reject) => {
    this.#fail = reject;
  });

  constructor() {
    this.failed.catch(() => {});
    cluster.on('listening', ({ id }) => {
      this.#listening.add(id);
      this.#onChange();
    });
    cluster.on('exit', (worker, code, signal) => this.#onExit(worker, code, signal));
  }

  /** Whether a worker could not serve, or lost requests while it was stopped. */
  get haveFailed(): boolean {
    return this.#haveFailed;
  }

  /** Starts workers and resolves when all of them listen. */
  async start(count: number): Promise<void> {
    for (let n = 0; n < count; n += 1) cluster.fork();
    while (this.#listening.size < count) await this.#change();
  }

  /**
   * Stops all workers gracefully and resolves when they have ended. Connections that the system has already completed are
   * passed to workers before the listening sockets are closed.
   */
  async stop(): Promise<void> {
    this.#isStopping = true;
    const workers = this.#running;
    for (const worker of workers) send(worker, 'stop');
    await this.#untilConnectionsDrained(workers.filter(({ id }) => this.#listening.has(id)));
    // All workers are disconnected in the same turn of the event loop, so that the listening sockets are closed with the last
    // one.
    for (const worker of workers) {
      if (!worker.isConnected()) continue;
      send(worker, 'listeners-closed');
      worker.disconnect();
    }
    while (workers.some((worker) => !worker.isDead())) await this.#change();
  }

  get #running(): Worker[] {
    return Object.values(cluster.workers ?? {}).filter(
      (worker) => worker !== undefined && !worker.isDead(),
    ) as Worker[];
  }

  /** Resolves when a worker starts to listen or ends. */
  #change(): Promise<void> {
    return new Promise((resolve) => {
      this.#onChange = resolve;
    });
  }

  #onExit({ id }: Worker, code: number | null, signal: string | null): void {
    const hasServed = this.#listening.delete(id);
    // Before its first line runs, a signal to the process group terminates a worker, which has accepted nothing.
    const isInnocent = !hasServed && STOP_SIGNALS.some((name) => name === signal);
    if (this.#isStopping) {
      this.#haveFailed ||= code !== 0 && !isInnocent;
    } else if (hasServed || isInnocent) {
      cluster.fork();
    } else {
      this.#haveFailed = true;
      this.#fail(new WorkerNeverServed('A worker ended before it served.'));
    }
    this.#onChange();
  }

  /** Resolves when the number of accepted connections no longer grows, or after the time limit. */
  async #untilConnectionsDrained(workers: readonly Worker[]): Promise<void> {
    const timeLimit = pause(DRAIN_LIMIT_MS, undefined, { ref: false });
    const deadline = performance.now() + DRAIN_LIMIT_MS;
    for (let before = -1; performance.now() < deadline; ) {
      // A worker responds after accepting the connections that were passed to it before, because messages arrive in order.
      const counts = await Promise.race([Promise.all(workers.map(connectionsOf)), timeLimit]);
      const total = counts?.reduce((sum, count) => sum + count, 0) ?? before;
      if (total === before) return;
      before = total;
      await pause(POLL_INTERVAL_MS);
    }
  }
}

/** Sends a message to a worker; errors for a worker that has ended are ignored. */
const send = (worker: Worker, kind: PrimaryMessage['octavo']): void =>
  void worker.send({ octavo: kind } satisfies PrimaryMessage, () => {});

/** Returns the number of connections that a worker has accepted so far, or 0 when it ends instead. */
function connectionsOf(worker: Worker): Promise<number> {
  return new Promise((resolve) => {
    const finish = (count: number) => {
      worker.off('message', receive).off('exit', end).off('disconnect', end);
      resolve(count);
    };
    const receive = (message: ConnectionCount) => isMessage(message, 'connections') && finish(message.count);
    const end = () => finish(0);
    if (!worker.isConnected()) return end();
    worker.on('message', receive).on('exit', end).on('disconnect', end);
    send(worker, 'count-connections');
  });
}
