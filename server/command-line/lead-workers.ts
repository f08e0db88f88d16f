// octavo serve --workers: one process that runs no service itself but as many others that do, on the same port.
import cluster, { type Worker } from 'node:cluster';
import type { Server } from 'node:http';
import { setTimeout as pause } from 'node:timers/promises';
import type { ServeConfig } from '../config/config.ts';
import { firstStart } from '../first-start.ts';
import { administratorLines } from './first-start-line.ts';
import { greet } from './greet.ts';
import { listenForFigures } from './listen.ts';
import { warnOfExposedData } from './logger.ts';
import { withService } from './open-service.ts';
import { STOP_SIGNALS, type StopRequest } from './stop.ts';
import { type ConnectionCount, isMessage, type PrimaryMessage } from './worker-messages.ts';

/** Workers have less time than that: the primary reports how they have ended. */
const STOP_LIMIT_MS = 9500;
/** How long connections are accepted after the request to stop, however many come. */
const DRAIN_LIMIT_MS = 2000;
/** The pause between two looks at whether new connections come. */
const QUIET_MS = 5;

/** Makes what a new site needs, then runs workers until the stop is requested. Returns the exit code. */
export async function leadWorkers(config: ServeConfig, stop: StopRequest): Promise<number> {
  stop.limitMs = STOP_LIMIT_MS;
  const first = await withService(
    config,
    (service, database) => firstStart(service, database, config.adminPassword, { signal: stop.signal }),
    { signal: stop.signal },
  );
  const workers = new Workers();
  let figures: Server | undefined;
  let isGreeted = false;
  try {
    stop.signal.throwIfAborted();
    cluster.once('listening', () => stop.markServing());
    await Promise.race([workers.start(config.workers), workers.failed, stop.requested]);
    stop.signal.throwIfAborted();
    if (config.metricsPort !== undefined) {
      const { makeSum } = await import('../metrics/metrics.ts');
      figures = await listenForFigures(config, makeSum());
    }
    greet(config, first);
    isGreeted = true;
    await warnOfExposedData(config);
    await Promise.race([workers.failed, stop.requested]);
  } catch (error) {
    if (!(error instanceof WorkerNeverServed) && error !== stop.signal.reason) throw error;
  } finally {
    // Whatever happens, the password of a new administrator is shown once.
    if (!isGreeted) for (const line of administratorLines(first)) console.log(line);
    figures?.close();
    await workers.stop();
  }
  return workers.haveFailed ? 1 : 0;
}

/** A worker ended before it served, for want of a port or a disk; another one would not serve either. */
class WorkerNeverServed extends Error {
  override readonly name = 'WorkerNeverServed';
}

/** Worker processes: one that dies is replaced, until they are stopped. */
class Workers {
  readonly #listening = new Set<number>();
  #isStopping = false;
  #haveFailed = false;
  #fail: (error: Error) => void = () => {};
  #onChange: () => void = () => {};

  /** Rejects with WorkerNeverServed where a worker ends before it has served. */
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

  /** Whether one could not serve, or lost requests when it was stopped. */
  get haveFailed(): boolean {
    return this.#haveFailed;
  }

  /** Starts so many workers and resolves when all of them listen. */
  async start(count: number): Promise<void> {
    for (let n = 0; n < count; n += 1) cluster.fork();
    while (this.#listening.size < count) await this.#change();
  }

  /**
   * Stops all of them gracefully and resolves when they have ended. The last connections that the system has completed are
   * handed to workers before the listening sockets are closed.
   */
  async stop(): Promise<void> {
    this.#isStopping = true;
    const workers = this.#running;
    for (const worker of workers) send(worker, 'stop');
    await this.#untilQuiet(workers.filter(({ id }) => this.#listening.has(id)));
    // In one turn of the event loop: the listening sockets are closed with the last worker.
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

  /** Resolves when a worker has begun to listen, or has ended. */
  #change(): Promise<void> {
    return new Promise((resolve) => {
      this.#onChange = resolve;
    });
  }

  #onExit({ id }: Worker, code: number | null, signal: string | null): void {
    const hasServed = this.#listening.delete(id);
    // Before its first line has run, a signal to the process group ends a worker, which has accepted nothing.
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

  /** Resolves when all workers have accepted the same number of connections as a moment before, or after the limit. */
  async #untilQuiet(workers: readonly Worker[]): Promise<void> {
    const tooLong = pause(DRAIN_LIMIT_MS, undefined, { ref: false });
    const deadline = performance.now() + DRAIN_LIMIT_MS;
    for (let before = -1; performance.now() < deadline; ) {
      // A worker reports when it has accepted what was handed to it before: messages arrive in order.
      const counts = await Promise.race([Promise.all(workers.map(connectionsOf)), tooLong]);
      const total = counts?.reduce((sum, count) => sum + count, 0) ?? before;
      if (total === before) return;
      before = total;
      await pause(QUIET_MS);
    }
  }
}

/** A worker that is gone is told nothing. */
const send = (worker: Worker, kind: PrimaryMessage['octavo']): void =>
  void worker.send({ octavo: kind } satisfies PrimaryMessage, () => {});

/** Returns the number of connections that a worker has accepted so far; 0 where it ends instead. */
function connectionsOf(worker: Worker): Promise<number> {
  return new Promise((resolve) => {
    const settle = (count: number) => {
      worker.off('message', receive).off('exit', end).off('disconnect', end);
      resolve(count);
    };
    const receive = (message: ConnectionCount) => isMessage(message, 'connections') && settle(message.count);
    const end = () => settle(0);
    if (!worker.isConnected()) return end();
    worker.on('message', receive).on('exit', end).on('disconnect', end);
    send(worker, 'count-connections');
  });
}
