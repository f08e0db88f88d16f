// Handles requests to stop the service gracefully, from the start of the process to its end.
import cluster from 'node:cluster';
import { isMessage } from './worker-messages.ts';

/**
 * Signals that stop the service. A closing terminal sends SIGHUP. Handlers are installed in this order, and tests wait for the
 * handler of the last signal.
 */
export const STOP_SIGNALS = ['SIGTERM', 'SIGINT', 'SIGHUP'] as const;

/** Time limit of a stop, in milliseconds, after which requests in flight are aborted. A stop takes less than ten seconds in total. */
const STOP_LIMIT_MS = 9000;

/** Thrown when a stop is requested while the service is starting. */
export class StopRequested extends Error {
  override readonly name = 'StopRequested';

  constructor() {
    super('The service was stopped while it was starting.');
  }
}

/** A request to stop a process gracefully. It can be made several times; only the first time has an effect. */
export class StopRequest {
  readonly #controller = new AbortController();
  #mayLose = false;
  /** Time limit of the stop, in milliseconds. */
  limitMs = STOP_LIMIT_MS;
  /** Resolves when a stop is requested. */
  readonly requested: Promise<void>;

  constructor() {
    const { signal } = this.#controller;
    this.requested = new Promise((resolve) => signal.addEventListener('abort', () => resolve()));
  }

  /** Aborts when a stop is requested; the reason is StopRequested. */
  get signal(): AbortSignal {
    return this.#controller.signal;
  }

  /** Requests the stop. Called on signals, and when the parent process requests it or has died. Can be called repeatedly. */
  readonly request = (): void => {
    if (!this.signal.aborted) this.#controller.abort(new StopRequested());
  };

  /** Marks the process as accepting requests. From then on, a stop that exceeds its time limit exits with code 1. */
  markServing(): void {
    this.#mayLose = true;
  }

  /** Exit code of a stop that exceeds its time limit: 0 before the service accepts requests, because no request is lost then. */
  get exitCodeAtLimit(): number {
    return this.#mayLose ? 1 : 0;
  }
}

/** The stop request of this process. */
export const stop = new StopRequest();

/**
 * Installs handlers that request the stop on signals, on a message from the primary process and when the parent process exits, and
 * that end the process when the stop exceeds its time limit. From then on, signals no longer terminate the process immediately.
 *
 * Workers of a cluster ignore signals, because a signal to the process group also reaches the primary, which stops its workers.
 */
export function handleStopRequests(): void {
  for (const signal of STOP_SIGNALS) process.on(signal, cluster.isWorker ? () => {} : stop.request);
  // The parent process has died. Without a channel to a parent process, this event never occurs.
  process.on('disconnect', stop.request);
  if (cluster.isWorker && !process.connected) stop.request();
  cluster.worker?.on('message', (message: unknown) => {
    if (isMessage(message, 'stop')) stop.request();
  });
  cluster.worker?.on('disconnect', () => {
    // Without this flag, Node.js immediately terminates a worker whose primary has died.
    if (cluster.worker) cluster.worker.exitedAfterDisconnect = true;
  });
  stop.signal.addEventListener('abort', () => setTimeout(endAtLimit, stop.limitMs).unref());
}

function endAtLimit(): void {
  console.error('The service did not stop in time; work in flight was aborted.');
  process.exit(stop.exitCodeAtLimit);
}

/**
 * Writes pending output and ends the process with an exit code. The process does not wait for an empty event loop, because during
 * the normal exit of Node.js a signal would terminate the process.
 */
export async function endProcess(code: number): Promise<never> {
  for (const stream of [process.stdout, process.stderr]) {
    // Nothing is pending if writes are synchronous, as on Linux. Writing to a closed pipe would fail.
    if (stream.writableLength > 0) await new Promise<void>((written) => stream.write('', () => written()));
  }
  process.exit(code);
}
