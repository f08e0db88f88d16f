// The stop of the service: one request for it, whoever asks, from the first lines of the process to its end.
import cluster from 'node:cluster';
import { isMessage } from './worker-messages.ts';

/** Signals that stop the service. SIGHUP is that of a terminal that closes. The last one is handled last: tests wait for it. */
export const STOP_SIGNALS = ['SIGTERM', 'SIGINT', 'SIGHUP'] as const;

/** How long a stop may take before the process ends whatever is in flight: with its end, less than ten seconds. */
const STOP_LIMIT_MS = 9000;

/** Thrown by the steps of a start that the request to stop interrupts. */
export class StopRequested extends Error {
  override readonly name = 'StopRequested';

  constructor() {
    super('The service was asked to stop.');
  }
}

/** The request that this process stop gracefully. It is made once; later ones change nothing. */
export class StopRequest {
  readonly #controller = new AbortController();
  #mayLose = false;
  /** How long the stop may take, in milliseconds. */
  limitMs = STOP_LIMIT_MS;
  /** Resolves once the process is to stop. */
  readonly requested: Promise<void>;

  constructor() {
    const { signal } = this.#controller;
    this.requested = new Promise((resolve) => signal.addEventListener('abort', () => resolve()));
  }

  /** Aborts once the process is to stop; the reason is StopRequested. */
  get signal(): AbortSignal {
    return this.#controller.signal;
  }

  /** Asks the process to stop: for signals, for a parent that asks or has died. May be called at any time and repeatedly. */
  readonly request = (): void => {
    if (!this.signal.aborted) this.#controller.abort(new StopRequested());
  };

  /** Declares that from now on requests are accepted: a stop past its limit loses them, and ends with an exit code of its own. */
  markServing(): void {
    this.#mayLose = true;
  }

  /** The exit code of a stop past its limit. Before the service accepts requests, all it does is transactional. */
  get exitCodeAtLimit(): number {
    return this.#mayLose ? 1 : 0;
  }
}

/** The request of this process. */
export const stop = new StopRequest();

/**
 * Lets signals, the primary process and the end of the parent process request the stop, and ends the process where the stop
 * takes too long. From then on no signal ends the process by itself.
 *
 * Workers of a cluster ignore signals: one to the process group reaches the primary too, which asks them when it is their turn.
 */
export function handleStopRequests(): void {
  for (const signal of STOP_SIGNALS) process.on(signal, cluster.isWorker ? () => {} : stop.request);
  // A launcher or the primary that has died; without a channel to a parent this never happens.
  process.on('disconnect', stop.request);
  if (cluster.isWorker && !process.connected) stop.request();
  cluster.worker?.on('message', (message: unknown) => {
    if (isMessage(message, 'stop')) stop.request();
  });
  cluster.worker?.on('disconnect', () => {
    // Otherwise Node ends a worker at once whose primary has died.
    if (cluster.worker) cluster.worker.exitedAfterDisconnect = true;
  });
  stop.signal.addEventListener('abort', () => setTimeout(endAtLimit, stop.limitMs).unref());
}

function endAtLimit(): void {
  console.error('The service did not stop in time; what was in flight was ended.');
  process.exit(stop.exitCodeAtLimit);
}

/**
 * Ends the process with an exit code, once what was printed has been written. A process that is left to end by itself is
 * killed by a signal that arrives in its last milliseconds, when Node no longer handles any.
 */
export async function endProcess(code: number): Promise<never> {
  for (const stream of [process.stdout, process.stderr]) {
    // On Linux everything is written at once; a write to a reader that is gone would throw.
    if (stream.writableLength > 0) await new Promise<void>((written) => stream.write('', () => written()));
  }
  process.exit(code);
}
