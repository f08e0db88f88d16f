import { type ChildProcess, fork } from 'node:child_process';
import { getCompileCacheDir } from 'node:module';
import { setPriority } from 'node:os';
import { dirname } from 'node:path';
import { cpuTimeMs } from './cpu-time.ts';
import { JobTimedOut, JobTooExpensive, WorkerFailed } from './errors.ts';
import type { WorkerMessage } from './serve-jobs.ts';

/** Minimum interval between checks of a job's CPU time, in milliseconds. */
const MIN_CHECK_MS = 10;
/** Factor by which a job may exceed its CPU limit in wall-clock time when the system does not report CPU time. */
const WALL_TIME_FACTOR = 4;
/**
 * Grace period of an aborted job before its process is killed, in milliseconds. Most jobs finish within it, and a new process costs
 * more than the rest of a job: clients that disconnect immediately must not cause processes to be started again and again.
 */
const ABORT_GRACE_MS = 100;
/** Signals for the service, which end a worker only while it starts. */
const STOP_SIGNALS: readonly (string | null)[] = ['SIGINT', 'SIGTERM', 'SIGHUP'];

export interface WorkerProgram {
  /** The module that calls `serveJobs`. */
  readonly file: URL;
  /** Arguments of the program. */
  readonly args?: readonly string[];
  /** Environment variables besides PATH and the compile cache; a worker inherits no others from the service. */
  readonly env?: Readonly<Record<string, string>>;
  /** Options of Node.js, such as memory limits. */
  readonly execArgv?: readonly string[];
  /** Niceness of the process, so that requests have priority when the processor is busy. */
  readonly niceness?: number;
  /** Serialization of jobs and results: JSON (default), or structured clone, which preserves bytes and large integers. */
  readonly serialization?: 'json' | 'advanced';
}

/** The signal of a job, and the receiver of its progress. */
export interface JobCallbacks {
  readonly signal?: AbortSignal | undefined;
  /** Called with the progress that the program sends. */
  readonly onProgress?: ((progress: unknown) => void) | undefined;
}

export interface JobLimits {
  /** CPU time after which the job is killed with JobTooExpensive, in milliseconds. */
  readonly cpuLimitMs: number;
  /** Wall-clock time after which the job is killed with JobTimedOut, in milliseconds. */
  readonly wallLimitMs: number;
}

/** A stop signal ended the worker before it could ignore it: the job is not the cause and can be retried. */
export class WorkerInterrupted extends Error {
  override readonly name = 'WorkerInterrupted';
}

/** A child process that runs one job at a time. It keeps the process of the service alive only during a job. */
export class Worker {
  readonly #exited: Promise<void>;
  readonly #child: ChildProcess;
  readonly #ready: Promise<void>;
  #isKilled = false;
  #idleTimer: NodeJS.Timeout | undefined;

  /** `onExit` is called when the process has exited, for any reason. */
  constructor({ file, args = [], env = {}, execArgv = [], ...program }: WorkerProgram, onExit: () => void) {
    this.#child = fork(file, args, {
      env: { PATH: process.env.PATH ?? '', ...compileCache(), ...env },
      execArgv: [...execArgv],
      serialization: program.serialization ?? 'json',
      stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
    });
    this.#exited = this.#awaitExit();
    this.#exited.then(onExit);
    this.#ready = this.#awaitReady();
    this.#ready.catch(() => {});
    this.#lowerPriority(program.niceness ?? 0);
  }

  /** Whether the worker can run a job. */
  get isAlive(): boolean {
    // The channel of an exited process may be closed a little later.
    const { connected, exitCode, signalCode } = this.#child;
    return connected && exitCode === null && signalCode === null && !this.#isKilled;
  }

  /**
   * Runs a job and resolves with its result. If the signal aborts, the process is killed unless the job finishes within `ABORT_GRACE_MS`.
   * @throws JobTooExpensive, JobTimedOut, WorkerFailed, WorkerInterrupted, `signal.reason` if the signal aborts, and the errors that
   *   `toError` returns
   */
  run(
    job: unknown,
    limits: JobLimits,
    { signal, onProgress }: JobCallbacks,
    toError: (error: unknown) => Error,
  ): Promise<unknown> {
    clearTimeout(this.#idleTimer);
    this.#child.ref();
    this.#child.channel?.ref();
    return new Promise((resolve, reject) => {
      const timers: { stop(): void }[] = [];
      let isStarting = true;
      let cpuUse: () => number | undefined = () => 0;
      const end = (complete: () => void) => {
        isStarting = false;
        for (const timer of timers) timer.stop();
        signal?.removeEventListener('abort', abort);
        this.#child.off('message', receive).off('exit', exit);
        complete();
      };
      const kill = (error: unknown) => {
        this.kill();
        end(() => reject(error));
      };
      // A starting process is not killed: it can run the next job.
      const abort = () => isStarting || timers.push(startTimer(ABORT_GRACE_MS, () => kill(signal?.reason)));
      const exit = (_code: number | null, signalName: string | null) => end(() => reject(exitError(signalName)));
      const receive = (message: WorkerMessage) => {
        if (message.kind === 'done') end(() => resolve(message.result));
        else if (message.kind === 'failed') end(() => reject(toError(message.error)));
        else if (message.kind === 'progress') onProgress?.(message.progress);
      };
      const start = () => {
        if (!isStarting) return;
        if (signal?.aborted) return end(() => reject(signal.reason));
        isStarting = false;
        cpuUse = this.#measureCpuUse();
        timers.push(this.#limitCpuTime(limits.cpuLimitMs, cpuUse, kill));
        this.#child.on('message', receive).on('exit', exit);
        this.#child.send(job as object, (error) => error && end(() => reject(exitError(this.#child.signalCode))));
      };
      timers.push(startTimer(limits.wallLimitMs, () => kill(new JobTimedOut(cpuUse()))));
      signal?.addEventListener('abort', abort);
      this.#ready.then(start, (error) => end(() => reject(error)));
    });
  }

  /** Marks the process as idle; it ends after this time without another job. */
  markIdle(idleMs: number): void {
    this.#child.unref();
    this.#child.channel?.unref();
    this.#idleTimer = setTimeout(() => this.stop(), idleMs).unref();
  }

  /** Disconnects the process, which then exits after its current job. */
  stop(): void {
    clearTimeout(this.#idleTimer);
    if (this.#child.connected) this.#child.disconnect();
  }

  /** Kills the process immediately; its current job is lost. */
  kill(): void {
    clearTimeout(this.#idleTimer);
    this.#isKilled = true;
    this.#child.kill('SIGKILL');
  }

  /** Kills the process and resolves when it has exited; until then the process of the service is kept alive. */
  end(): Promise<void> {
    this.kill();
    this.#child.ref();
    return this.#exited;
  }

  #awaitReady(): Promise<void> {
    return new Promise((resolve, reject) => {
      this.#child.once('message', () => resolve());
      this.#child.once('exit', (_code, signalName) => reject(exitError(signalName)));
      this.#exited.then(() => reject(exitError(null)));
    });
  }

  #awaitExit(): Promise<void> {
    return new Promise((resolve) => {
      this.#child.once('exit', () => resolve());
      this.#child.on('error', () => {
        this.kill();
        // A process that could not be started emits no `exit` event.
        if (this.#child.pid === undefined) resolve();
      });
    });
  }

  /** Returns a function for the CPU time, in milliseconds, that the process has used since this call; undefined if not reported. */
  #measureCpuUse(): () => number | undefined {
    const { pid = 0 } = this.#child;
    const before = cpuTimeMs(pid);
    return () => (before === undefined ? undefined : (cpuTimeMs(pid) ?? before) - before);
  }

  /** Calls `onEnd` when the process exceeds its CPU time, as measured by `cpuUse`. */
  #limitCpuTime(limitMs: number, cpuUse: () => number | undefined, onEnd: (error: Error) => void): { stop(): void } {
    const startedAt = performance.now();
    let timer: { stop(): void };
    const check = () => {
      const used = cpuUse() ?? (performance.now() - startedAt) / WALL_TIME_FACTOR;
      if (used >= limitMs) return onEnd(new JobTooExpensive(`The job used ${Math.round(used)} ms of CPU time.`));
      timer = startTimer(Math.max(MIN_CHECK_MS, limitMs - used), check);
    };
    timer = startTimer(limitMs, check);
    return { stop: () => timer.stop() };
  }

  /** Lowers the priority of the process, if the operating system permits that. */
  #lowerPriority(niceness: number): void {
    try {
      if (niceness > 0 && this.#child.pid !== undefined) setPriority(this.#child.pid, niceness);
    } catch {}
  }
}

/** Returns the environment variable that lets a process use the compile cache of the service, if there is one. */
function compileCache(): Readonly<Record<string, string>> {
  const folder = getCompileCacheDir();
  // Node.js returns the subfolder for its version, but expects the parent of that folder.
  return folder === undefined ? {} : { NODE_COMPILE_CACHE: dirname(folder) };
}

const exitError = (signalName: string | null): Error =>
  STOP_SIGNALS.includes(signalName)
    ? new WorkerInterrupted('A stop signal ended the worker.')
    : new WorkerFailed(signalName === null ? 'The worker exited by itself.' : `The worker was ended by ${signalName}.`);

function startTimer(ms: number, call: () => void): { stop(): void } {
  const timer = setTimeout(call, ms);
  return { stop: () => clearTimeout(timer) };
}
