// Runs the primary process of octavo serve --workers. It starts worker processes that share a port.
import cluster, { type Worker } from 'node:cluster';
import { subscribe } from 'node:diagnostics_channel';
import type { Server } from 'node:http';
import type { Server as NetServer } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import type { ServeConfig } from '../config/config.ts';
import { handleOf, type ListeningHandle, shrinkAcceptQueue } from '../edge/draining.ts';
import { initializeSite } from '../initialize-site.ts';
import { createSetupSecret } from '../setup/setup-link.ts';
import { listenForMetrics } from './listen.ts';
import { logMigrations, openLogger, warnOfExposedData } from './logger.ts';
import { openFiles } from './open-files.ts';
import { withService } from './open-service.ts';
import type { Output } from './output.ts';
import { printGreeting } from './print-greeting.ts';
import type { StartProgress } from './start-progress.ts';
import { STOP_SIGNALS, type StopRequest } from './stop.ts';
import { type ConnectionCount, isMessage, type PrimaryMessage } from './worker-messages.ts';

/** Time limit of a stop, in milliseconds. It is longer than the limit of workers, because the primary reports their exit codes. */
const STOP_LIMIT_MS = 9500;

/** Maximum time for which connections are accepted after a stop was requested, in milliseconds. */
const DRAIN_LIMIT_MS = 2000;

/** Interval between two checks for new connections, in milliseconds. */
const POLL_INTERVAL_MS = 5;

/** Length of the steps in which `DRAIN_LIMIT_MS` passes, in milliseconds. */
const DRAIN_STEP_MS = 50;

/** The output of a primary process, its request to stop, and the reports on its start. */
interface PrimaryOptions {
  readonly stop: StopRequest;
  readonly output: Output;
  readonly progress: StartProgress | undefined;
}

/** Creates a new site if needed, then runs workers until a stop is requested. Returns the exit code. */
export async function runPrimary(config: ServeConfig, { stop, output, progress }: PrimaryOptions): Promise<number> {
  stop.limitMs = STOP_LIMIT_MS;
  // An unusable file store is reported once, instead of by each worker.
  progress?.enter('file-store');
  await openFiles(config);
  const start = await withService(
    config,
    async (service, database) => {
      progress?.enter('start');
      const options = { signal: stop.signal, withAdministrator: config.adminPassword !== undefined };
      const first = await initializeSite(service, database, config.adminPassword, options);
      return { first, setupSecret: await createSetupSecret(database, service) };
    },
    {
      siteOptions: {
        ...{ canMigrate: true, signal: stop.signal, onWaiting: progress?.enter },
        onMigrated: logMigrations(openLogger(config)),
      },
    },
  );
  await progress?.end();
  const workers = new Workers();
  let metricsServer: Server | undefined;
  try {
    stop.signal.throwIfAborted();
    cluster.once('listening', () => stop.markServing());
    await Promise.race([workers.start(config.workers), workers.failed, stop.requested]);
    stop.signal.throwIfAborted();
    if (config.metricsPort !== undefined) {
      const { makeAggregate } = await import('../metrics/metrics.ts');
      metricsServer = await listenForMetrics(config, makeAggregate());
    }
    printGreeting(output, config, start);
    await warnOfExposedData(config);
    await Promise.race([workers.failed, stop.requested]);
  } catch (error) {
    if (!(error instanceof WorkerStartFailed) && error !== stop.signal.reason) throw error;
  } finally {
    metricsServer?.close();
    await workers.stop();
  }
  return workers.exitCode;
}

/** Thrown when a worker exits before it listens, for example because the port is unavailable. A new worker would fail, too. */
class WorkerStartFailed extends Error {
  override readonly name = 'WorkerStartFailed';
}

/** The worker processes. Until they are stopped, a new worker replaces each worker that exits, unless its start has failed. */
class Workers {
  readonly #listening = new Set<number>();
  /** The listening sockets of this process, including those that the cluster module opens for the workers and does not provide. */
  readonly #sockets: (ListeningHandle | undefined)[] = [];
  #isStopping = false;
  #exitCode = 0;
  #fail: (error: Error) => void = () => {};
  #onChange: () => void = () => {};

  /** Rejects when a worker exits before it listens. */
  readonly failed = new Promise<never>((_resolve, reject) => {
    this.#fail = reject;
  });

  constructor() {
    this.failed.catch(() => {});
    subscribe('tracing:net.server.listen:asyncEnd', (message) => {
      this.#sockets.push(handleOf((message as { readonly server: NetServer }).server));
    });
    cluster.on('fork', (worker) =>
      worker.on('error', (error) => {
        // A message to a worker that is exiting cannot be sent, also by `disconnect`. Its event `exit` follows.
        if (worker.process.pid === undefined) throw error;
      }),
    );
    cluster.on('listening', ({ id }) => {
      this.#listening.add(id);
      this.#onChange();
    });
    cluster.on('exit', (worker, code, signal) => this.#onExit(worker, code, signal));
  }

  /**
   * The exit code of the primary process: that of a worker whose start has failed, 1 if a worker has exited with an error while it was
   * being stopped, otherwise 0.
   */
  get exitCode(): number {
    return this.#exitCode;
  }

  /** Starts workers. Resolves when all of them listen. */
  async start(count: number): Promise<void> {
    for (let n = 0; n < count; n += 1) cluster.fork();
    while (this.#listening.size < count) await this.#change();
  }

  /**
   * Stops all workers gracefully. Resolves when they have exited. Connections in the backlog of the operating system are passed to
   * workers before the listening sockets are closed.
   */
  async stop(): Promise<void> {
    this.#isStopping = true;
    const workers = this.#running;
    for (const worker of workers) send(worker, 'stop');
    for (const socket of this.#sockets) shrinkAcceptQueue(socket);
    await this.#untilConnectionsDrained(workers.filter(({ id }) => this.#listening.has(id)));
    // All workers are disconnected in the same turn of the event loop, because disconnecting the last one closes the listening
    // sockets.
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

  /** Resolves when a worker starts to listen or exits. */
  #change(): Promise<void> {
    return new Promise((resolve) => {
      this.#onChange = resolve;
    });
  }

  #onExit({ id }: Worker, code: number | null, signal: string | null): void {
    const wasListening = this.#listening.delete(id);
    // A stop signal to the process group terminates a worker that has not installed its signal handlers yet. Such a worker has
    // accepted no connection.
    const wasStoppedBeforeListening = !wasListening && STOP_SIGNALS.some((name) => name === signal);
    if (this.#isStopping) {
      if (code !== 0 && !wasStoppedBeforeListening) this.#exitCode ||= 1;
    } else if (wasListening || wasStoppedBeforeListening) {
      cluster.fork();
    } else {
      this.#exitCode ||= code || 1;
      this.#fail(new WorkerStartFailed('A worker process exited before it was listening; see the log for the error.'));
    }
    this.#onChange();
  }

  /** Resolves when the workers accept no more connections, or after the time limit. */
  async #untilConnectionsDrained(workers: readonly Worker[]): Promise<void> {
    let isOver = false;
    const timeLimit = untilDrainLimit().then(() => {
      isOver = true;
    });
    for (let before = -1; !isOver; ) {
      // Messages arrive in order, so a worker responds after it has accepted the connections that were passed to it before.
      const counts = await Promise.race([Promise.all(workers.map(connectionsOf)), timeLimit]);
      const total = counts?.reduce((sum, count) => sum + count, 0) ?? before;
      if (total === before) return;
      before = total;
      await pause(POLL_INTERVAL_MS);
    }
  }
}

/**
 * Resolves after the time limit for draining. The time passes in steps, so that a primary that does not run for some seconds still accepts
 * the connections that have arrived before the stop.
 */
async function untilDrainLimit(): Promise<void> {
  for (let ms = 0; ms < DRAIN_LIMIT_MS; ms += DRAIN_STEP_MS) await pause(DRAIN_STEP_MS, undefined, { ref: false });
}

/** Sends a message to a worker. Errors are ignored, because the worker may have exited. */
const send = (worker: Worker, kind: PrimaryMessage['octavo']): void =>
  void worker.send({ octavo: kind } satisfies PrimaryMessage, () => {});

/** Returns the number of connections that a worker has accepted, or 0 if the worker exits before it responds. */
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
