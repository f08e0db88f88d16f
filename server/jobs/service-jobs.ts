// The recurring jobs of the service itself. Each process of a site runs them, but stored ones only while no other process does; the database
// has the last run of any process.
import type { Database } from '../database/handle.ts';
import { acquireLease, type Lease } from '../database/lease.ts';
import { redactedMessageOf } from '../database/redact-message.ts';
import type { Clock } from '../time/zone.ts';
import { recordRun, runLease } from './store.ts';

/** A job of the service. */
export interface ServiceJob {
  /** The name, such as `prune-audit-log`. */
  readonly name: string;
  /** A description of the work, for administrators. */
  readonly description: string;
  /** Time between two runs, in milliseconds. Runs of jobs with at least a minute are stored. */
  readonly intervalMs: number;
  /**
   * Performs one run. Several processes may do so at the same time, if the job is not stored, or the database cannot store which process runs
   * it.
   */
  readonly run: () => Promise<unknown>;
}

/** A job with what this process knows about it. */
export interface KnownJob extends ServiceJob {
  /** Whether this process is running the job. */
  readonly isRunning: boolean;
  /** The last run in this process; undefined if there was none. Times are in milliseconds since 1970. */
  readonly lastRun: { readonly started: number; readonly finished: number; readonly error: string } | undefined;
}

/** Interval from which on the runs of a job are stored, in milliseconds: writing those of more frequent jobs would cost too much. */
export const minStoredIntervalMs = 60_000;

/** Returns the name under which the runs of a job are stored. Names of extensions never begin like this. */
export const storedName = (name: string): string => `octavo:job:${name}`;

/** A job with its runs in this process. */
interface JobState {
  readonly job: ServiceJob;
  running: number;
  lastRun: KnownJob['lastRun'];
}

/** The jobs that this process runs. */
export class ServiceJobs {
  readonly #database: Database;
  readonly #clock: Clock;
  readonly #jobs = new Map<string, JobState>();

  /** The runs that `start` has started and that have not ended. */
  readonly #started = new Set<Promise<void>>();
  #isStopped = false;

  constructor(database: Database, clock: Clock) {
    this.#database = database;
    this.#clock = clock;
  }

  /**
   * Adds a job, and returns the function that runs it and records the run. The function throws the errors of the job. It does nothing if the
   * runs of the job are stored and another process is running it.
   */
  add(job: ServiceJob): () => Promise<void> {
    const state: JobState = { job, running: 0, lastRun: undefined };
    this.#jobs.set(job.name, state);
    return () => this.#run(state);
  }

  /** Returns all jobs, in the order in which they were added. */
  list(): readonly KnownJob[] {
    return [...this.#jobs.values()].map(({ job, running, lastRun }) => ({ ...job, isRunning: running > 0, lastRun }));
  }

  /**
   * Starts a job in the background. Returns false if this process does not know it, any process is running it, or this process has stopped its
   * jobs. Its errors are recorded.
   */
  start(name: string): Promise<boolean> {
    const known = this.#jobs.get(name);
    if (!known || known.running > 0 || this.#isStopped) return Promise.resolve(false);
    const { promise, resolve } = Promise.withResolvers<boolean>();
    const run = this.#run(known, resolve)
      .catch(() => {})
      .finally(() => this.#started.delete(run));
    this.#started.add(run);
    return promise;
  }

  /** Prevents further starts in the background; resolves when no job that was started so is running. */
  async stop(): Promise<void> {
    this.#isStopped = true;
    await Promise.all(this.#started);
  }

  /** Runs a job, unless another process runs it. Calls `onStart` with whether it runs. */
  async #run(state: JobState, onStart: (isRunning: boolean) => void = () => {}): Promise<void> {
    const acquired = await this.#acquire(state.job);
    onStart(acquired !== 'held');
    if (acquired === 'held') return;
    const started = this.#clock();
    state.running += 1;
    let error = '';
    try {
      await state.job.run();
    } catch (reason) {
      error = redactedMessageOf(reason);
      throw reason;
    } finally {
      state.running -= 1;
      state.lastRun = { started, finished: this.#clock(), error };
      await this.#store(state.job, state.lastRun, acquired);
    }
  }

  /** Acquires the lease of a stored job. Returns undefined if there is none, also because the database cannot store it. */
  async #acquire({ name, intervalMs }: ServiceJob): Promise<Lease | 'held' | undefined> {
    if (intervalMs < minStoredIntervalMs) return undefined;
    try {
      return (await acquireLease(this.#database, this.#clock, runLease(name))) ?? 'held';
    } catch {
      // A full disk must not prevent the jobs that delete what is no longer needed.
      return undefined;
    }
  }

  async #store(
    { name, intervalMs }: ServiceJob,
    run: NonNullable<KnownJob['lastRun']>,
    lease: Lease | undefined,
  ): Promise<void> {
    if (intervalMs < minStoredIntervalMs) return;
    const due = run.finished + intervalMs;
    await lease?.endRenewal();
    // The next run is stored again, and a full disk or a locked database must not make the job itself fail. The lease then expires.
    await this.#database
      .transaction(async (tx) => {
        await recordRun(tx, storedName(name), { ...run, due });
        await lease?.releaseWithin(tx);
      })
      .catch(() => {});
  }
}
