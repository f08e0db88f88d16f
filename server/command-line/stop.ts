// Stops the service gracefully, from the first lines of the process to its end, whoever requests it.
import cluster from 'node:cluster';
import { isMessage } from './worker-messages.ts';

/**
 * Signals that stop the service. SIGHUP is sent by a closing terminal. The handler of the last signal is installed last: tests
 * wait for it.
 */
export const STOP_SIGNALS = ['SIGTERM', 'SIGINT', 'SIGHUP'] as const;

/** Time limit of a stop, after which the process aborts what is in flight: less than ten seconds in total. */
const STOP_LIMIT_MS = 9000;

/** Thrown by the steps of a start when a stop is requested. */
export class StopRequested extends Error {
  override readonly name = 'StopRequested';

  constructor() {
    super('A stop of the service was requested.');
  }
}

/** The request to stop this process gracefully. Only the first one has an effect. */
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

  /** Requests the stop: for signals, and for a parent that requests it or has died. Can be called at any time and repeatedly. */
  readonly request = (): void => {
    if (!this.signal.aborted) this.#controller.abort(new StopRequested());
  };

  /** Marks the process as accepting requests: a stop beyond its time limit aborts them and ends with exit code 1. */
  markServing(): void {
    this.#mayLose = true;
  }

  /** The exit code of a stop beyond its time limit. Before the service accepts requests, all its work is transactional. */
  get exitCodeAtLimit(): number {
    return this.#mayLose ? 1 : 0;
  }
}

/** The stop request of this process. */
export const stop = new StopRequest();

/**
 * Requests the stop on signals, on a message of the primary process and when the parent process ends, and ends the process when
 * the stop exceeds its time limit. From then on no signal terminates the process by itself.
 *
 * Workers of a cluster ignore signals: a signal to the process group also reaches the primary, which stops its workers in
 * order.
 */
export function handleStopRequests(): void {
  for (const signal of STOP_SIGNALS) process.on(signal, cluster.isWorker ? () => {} : stop.request);
  // The launcher or the primary has died. Without a channel to a parent this event never occurs.
  process.on('disconnect', stop.request);
  if (cluster.isWorker && !process.connected) stop.request();
  cluster.worker?.on('message', (message: unknown) => {
    if (isMessage(message, 'stop')) stop.request();
  });
  cluster.worker?.on('disconnect', () => {
    // Without this flag, Node immediately ends a worker whose primary has died.
    if (cluster.worker) cluster.worker.exitedAfterDisconnect = true;
  });
  stop.signal.addEventListener('abort', () => setTimeout(endAtLimit, stop.limitMs).unref());
}

function endAtLimit(): void {
  console.error('The service did not stop in time; work in flight was aborted.');
  process.exit(stop.exitCodeAtLimit);
}

/**
 * Ends the process with an exit code after pending output has been written. A process that ends on its own can be killed by a
 * signal in its last milliseconds, when Node no longer handles signals.
 */
export async function endProcess(code: number): Promise<never> {
  for (const stream of [process.stdout, process.stderr]) {
    // On Linux writes are synchronous; a write to a closed pipe would throw.
    if (stream.writableLength > 0) await new Promise<void>((written) => stream.write('', () => written()));
  }
  process.exit(code);
}
