import { type ChildProcess, fork } from 'node:child_process';
import { setPriority } from 'node:os';
import { cpuTimeMs } from './cpu-time.ts';
import { JobTimedOut, JobTooExpensive, WorkerFailed } from './errors.ts';
import type { WorkerMessage } from './serve-jobs.ts';

/** How often a job past its CPU limit in wall time is looked at again at least, in milliseconds. */
const MIN_CHECK_MS = 10;
/** Where the system does not report CPU time, a job may take this many times its limit in wall time. */
const WALL_TIME_FACTOR = 4;
/** Signals that are meant for the service, and reach a worker only while it starts. */
const STOP_SIGNALS: readonly (string | null)[] = ['SIGINT', 'SIGTERM', 'SIGHUP'];

export interface WorkerProgram {
  /** The module that calls `serveJobs`. */
  readonly file: URL;
  /** Arguments of the program. */
  readonly args?: readonly string[];
  /** Environment variables beside PATH; a worker receives none of the service's own. */
  readonly env?: Readonly<Record<string, string>>;
  /** Options of Node, such as memory limits. */
  readonly execArgv?: readonly string[];
  /** Added to the operating system's niceness, so that requests go first where the processor is busy. */
  readonly niceness?: number;
}

export interface JobLimits {
  /** CPU time after which the job is ended with JobTooExpensive, in milliseconds. */
  readonly cpuLimitMs: number;
  /** Time on the clock after which the job is ended with JobTimedOut, in milliseconds. */
  readonly wallLimitMs: number;
}

/** Thrown where a stop signal ended a worker before it could ignore it: the job is innocent and can be run again. */
export class WorkerInterrupted extends Error {
  override readonly name = 'WorkerInterrupted';
}

/** A child process that runs one job at a time. It keeps the service's process alive only while it has one. */
export class Worker {
  readonly #child: ChildProcess;
  readonly #ready: Promise<void>;
  #isKilled = false;
  #idleTimer: NodeJS.Timeout | undefined;

  /** `onExit` is called once the process has ended, for whatever reason. */
  constructor({ file, args = [], env = {}, execArgv = [], niceness = 0 }: WorkerProgram, onExit: () => void) {
    this.#child = fork(file, args, {
      env: { PATH: process.env.PATH ?? '', ...env },
      execArgv: [...execArgv],
      stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
    });
    // The exit that follows is what counts.
    this.#child.on('error', () => this.kill());
    this.#child.once('exit', onExit);
    this.#ready = this.#awaitReady();
    this.#ready.catch(() => {});
    this.#lowerPriority(niceness);
  }

  /** Whether it can take a job. */
  get isAlive(): boolean {
    // The channel of a process that has ended may be closed a little later.
    const { connected, exitCode, signalCode } = this.#child;
    return connected && exitCode === null && signalCode === null && !this.#isKilled;
  }

  /**
   * Runs a job and resolves with its result.
   * @throws JobTooExpensive, JobTimedOut, WorkerFailed, WorkerInterrupted, the signal's reason where it aborts, and what
   * `toError` makes of an error of the job
   */
  async run(
    job: unknown,
    limits: JobLimits,
    signal: AbortSignal | undefined,
    toError: (error: unknown) => Error,
  ): Promise<unknown> {
    clearTimeout(this.#idleTimer);
    this.#child.ref();
    this.#child.channel?.ref();
    await this.#ready;
    return new Promise((resolve, reject) => {
      const timer = this.#enforce(limits, (error) => end(() => reject(error)));
      const end = (settle: () => void) => {
        timer.stop();
        signal?.removeEventListener('abort', abort);
        this.#child.off('message', receive).off('exit', exit);
        settle();
      };
      const abort = () => {
        this.kill();
        end(() => reject(signal?.reason));
      };
      const exit = (_code: number | null, by: string | null) => end(() => reject(errorOfExit(by)));
      const receive = (message: WorkerMessage) => {
        if (message.kind === 'done') end(() => resolve(message.result));
        else if (message.kind === 'failed') end(() => reject(toError(message.error)));
      };
      if (signal?.aborted) return end(() => reject(signal.reason));
      this.#child.on('message', receive).on('exit', exit);
      signal?.addEventListener('abort', abort);
      this.#child.send(job as object, (error) => error && end(() => reject(errorOfExit(this.#child.signalCode))));
    });
  }

  /** Lets the process wait for another job, and end after so many milliseconds without one. */
  rest(idleMs: number): void {
    this.#child.unref();
    this.#child.channel?.unref();
    this.#idleTimer = setTimeout(() => this.stop(), idleMs).unref();
  }

  /** Ends the process once it has nothing to do. */
  stop(): void {
    clearTimeout(this.#idleTimer);
    if (this.#child.connected) this.#child.disconnect();
  }

  /** Ends the process at once, whatever it does. */
  kill(): void {
    clearTimeout(this.#idleTimer);
    this.#isKilled = true;
    this.#child.kill('SIGKILL');
  }

  #awaitReady(): Promise<void> {
    return new Promise((resolve, reject) => {
      this.#child.once('message', () => resolve());
      this.#child.once('exit', (_code, by) => reject(errorOfExit(by)));
    });
  }

  /** Ends the process once the job has used up one of its limits; the CPU time is that since this call. */
  #enforce({ cpuLimitMs, wallLimitMs }: JobLimits, onEnd: (error: Error) => void): { stop(): void } {
    const { pid = 0 } = this.#child;
    const [startedAt, usedBefore] = [performance.now(), cpuTimeMs(pid)];
    let timer: NodeJS.Timeout;
    const end = (error: Error) => {
      this.kill();
      onEnd(error);
    };
    const check = () => {
      const elapsed = performance.now() - startedAt;
      const cpuMs = usedBefore === undefined ? undefined : (cpuTimeMs(pid) ?? 0) - usedBefore;
      const used = cpuMs ?? elapsed / WALL_TIME_FACTOR;
      if (used >= cpuLimitMs) return end(new JobTooExpensive(`The job used ${Math.round(used)} ms of CPU time.`));
      if (elapsed >= wallLimitMs) return end(new JobTimedOut(cpuMs));
      timer = setTimeout(check, Math.max(MIN_CHECK_MS, Math.min(cpuLimitMs - used, wallLimitMs - elapsed)));
    };
    timer = setTimeout(check, Math.min(cpuLimitMs, wallLimitMs));
    return { stop: () => clearTimeout(timer) };
  }

  /** A system that does not allow it runs its workers at the same priority. */
  #lowerPriority(niceness: number): void {
    try {
      if (niceness > 0 && this.#child.pid !== undefined) setPriority(this.#child.pid, niceness);
    } catch {}
  }
}

const errorOfExit = (by: string | null): Error =>
  STOP_SIGNALS.includes(by)
    ? new WorkerInterrupted('A signal ended the worker.')
    : new WorkerFailed(by === null ? 'The worker ended by itself.' : `The worker was ended by ${by}.`);
