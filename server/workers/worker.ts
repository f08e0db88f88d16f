import { type ChildProcess, fork } from 'node:child_process';
import { setPriority } from 'node:os';
import { cpuTimeMs } from './cpu-time.ts';
import { JobTimedOut, JobTooExpensive, WorkerFailed } from './errors.ts';
import type { WorkerMessage } from './serve-jobs.ts';

/** How often a job past its CPU limit in wall time is looked at again at least, in milliseconds. */
const MIN_CHECK_MS = 10;
/** Where the system does not report CPU time, a job may take this many times its limit in wall time. */
const WALL_TIME_FACTOR = 4;
/**
 * How long a job whose callers are gone may go on before its process is killed, in milliseconds. Most jobs end by themselves in
 * this time, and a new process costs more than what is left of them: callers who go away at once must not make it start over
 * and over again.
 */
const ABORT_GRACE_MS = 100;
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
  /** How jobs and results travel: as JSON (default), or so that bytes and large integers arrive as they are. */
  readonly serialization?: 'json' | 'advanced';
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
  readonly #exited: Promise<void>;
  readonly #child: ChildProcess;
  readonly #ready: Promise<void>;
  #isKilled = false;
  #idleTimer: NodeJS.Timeout | undefined;

  /** `onExit` is called once the process has ended, for whatever reason. */
  constructor({ file, args = [], env = {}, execArgv = [], ...program }: WorkerProgram, onExit: () => void) {
    this.#child = fork(file, args, {
      env: { PATH: process.env.PATH ?? '', ...env },
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

  /** Whether it can take a job. */
  get isAlive(): boolean {
    // The channel of a process that has ended may be closed a little later.
    const { connected, exitCode, signalCode } = this.#child;
    return connected && exitCode === null && signalCode === null && !this.#isKilled;
  }

  /**
   * Runs a job and resolves with its result. Where the signal aborts, the job is ended unless it ends by itself soon.
   * @throws JobTooExpensive, JobTimedOut, WorkerFailed, WorkerInterrupted, the signal's reason where it aborts, and what
   * `toError` makes of an error of the job
   */
  run(
    job: unknown,
    limits: JobLimits,
    signal: AbortSignal | undefined,
    toError: (error: unknown) => Error,
  ): Promise<unknown> {
    clearTimeout(this.#idleTimer);
    this.#child.ref();
    this.#child.channel?.ref();
    return new Promise((resolve, reject) => {
      const timers: { stop(): void }[] = [];
      let isStarting = true;
      let cpuUse: () => number | undefined = () => 0;
      const end = (settle: () => void) => {
        isStarting = false;
        for (const timer of timers) timer.stop();
        signal?.removeEventListener('abort', abort);
        this.#child.off('message', receive).off('exit', exit);
        settle();
      };
      const kill = (error: unknown) => {
        this.kill();
        end(() => reject(error));
      };
      // A process that starts is left alone: it can take the next job.
      const abort = () => isStarting || timers.push(after(ABORT_GRACE_MS, () => kill(signal?.reason)));
      const exit = (_code: number | null, by: string | null) => end(() => reject(errorOfExit(by)));
      const receive = (message: WorkerMessage) => {
        if (message.kind === 'done') end(() => resolve(message.result));
        else if (message.kind === 'failed') end(() => reject(toError(message.error)));
      };
      const start = () => {
        if (!isStarting) return;
        if (signal?.aborted) return end(() => reject(signal.reason));
        isStarting = false;
        cpuUse = this.#measureCpuUse();
        timers.push(this.#limitCpuTime(limits.cpuLimitMs, cpuUse, kill));
        this.#child.on('message', receive).on('exit', exit);
        this.#child.send(job as object, (error) => error && end(() => reject(errorOfExit(this.#child.signalCode))));
      };
      timers.push(after(limits.wallLimitMs, () => kill(new JobTimedOut(cpuUse()))));
      signal?.addEventListener('abort', abort);
      this.#ready.then(start, (error) => end(() => reject(error)));
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

  /** As `kill`, and resolves once the process is gone; until then the service's process is kept alive. */
  end(): Promise<void> {
    this.kill();
    this.#child.ref();
    return this.#exited;
  }

  #awaitReady(): Promise<void> {
    return new Promise((resolve, reject) => {
      this.#child.once('message', () => resolve());
      this.#child.once('exit', (_code, by) => reject(errorOfExit(by)));
      this.#exited.then(() => reject(errorOfExit(null)));
    });
  }

  #awaitExit(): Promise<void> {
    return new Promise((resolve) => {
      this.#child.once('exit', () => resolve());
      this.#child.on('error', () => {
        this.kill();
        // Where the process could not be started, nothing follows.
        if (this.#child.pid === undefined) resolve();
      });
    });
  }

  /** Measures the CPU time that the process uses from now on; undefined where the system does not report it. Milliseconds. */
  #measureCpuUse(): () => number | undefined {
    const { pid = 0 } = this.#child;
    const before = cpuTimeMs(pid);
    return () => (before === undefined ? undefined : (cpuTimeMs(pid) ?? before) - before);
  }

  /** Calls back once the process has used so much CPU time, as `cpuUse` measures it from now on. */
  #limitCpuTime(limitMs: number, cpuUse: () => number | undefined, onEnd: (error: Error) => void): { stop(): void } {
    const startedAt = performance.now();
    let timer: { stop(): void };
    const check = () => {
      const used = cpuUse() ?? (performance.now() - startedAt) / WALL_TIME_FACTOR;
      if (used >= limitMs) return onEnd(new JobTooExpensive(`The job used ${Math.round(used)} ms of CPU time.`));
      timer = after(Math.max(MIN_CHECK_MS, limitMs - used), check);
    };
    timer = after(limitMs, check);
    return { stop: () => timer.stop() };
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

function after(ms: number, call: () => void): { stop(): void } {
  const timer = setTimeout(call, ms);
  return { stop: () => clearTimeout(timer) };
}
