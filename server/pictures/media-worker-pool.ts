// Work on images and audio in child processes, so that the service goes on whatever a file does to the library that reads it.
import { JobTimedOut, JobTooExpensive, WorkerFailed, WorkersBusy } from '../workers/errors.ts';
import { WorkerPool } from '../workers/worker-pool.ts';
import { EditFailed, type Job, type Look, type Made, MediaWorkersBusy, Unreadable } from './jobs.ts';
import type { SoundDetails } from './sounds.ts';
import type { JobError } from './worker.ts';

/** Runs jobs on images and audio; every method throws MediaWorkersBusy where too many wait or the machine is too busy. */
export interface MediaWorkers {
  /** Returns what a file is. Throws Unreadable where its first bytes promise an image that it is not. */
  look(path: string): Promise<Look>;
  /** Makes images of an image, one by one. Throws Unreadable. */
  derive(job: Omit<Job & { kind: 'derive' }, 'kind'>): Promise<readonly Made[]>;
  /** Changes an image. Throws Unreadable, EditFailed. */
  edit(job: Omit<Job & { kind: 'edit' }, 'kind'>): Promise<Made>;
  /** Returns what the headers of an audio or video file say. Throws Unreadable. */
  probeAudio(path: string, type: string): Promise<SoundDetails>;
  /** Returns the same workers for the jobs of one client: clients take turns. */
  forClient(client: string): MediaWorkers;
}

/** The most processes at the same time; one client may use all of them while no other has a job. */
const MAX_WORKERS = 2;
/** A job that waits has a file on disk and a request that is not answered yet. */
const MAX_QUEUED = 400;
const MAX_QUEUED_PER_CLIENT = 100;
const IDLE_MS = 15_000;
/** The limit of a job in CPU time and, separately, on the clock. */
const JOB_LIMIT_MS = 60_000;
/** Headers are read at once; a file that takes longer is made to take long. */
const PROBE_LIMIT_MS = 10_000;
/** Jobs of the service itself, such as an import. */
const OWN_CLIENT = 'service';

/**
 * One job at a time needs one thread and one arena of memory, and memory is returned to the system as soon as it is freed:
 * without this a process keeps half as much again for good (docs/performance.md).
 */
const MEMORY_ENV = {
  UV_THREADPOOL_SIZE: '1',
  MALLOC_ARENA_MAX: '1',
  MALLOC_TRIM_THRESHOLD_: '131072',
  MALLOC_MMAP_THRESHOLD_: '131072',
};

/** The processes for images and audio. None runs before there is a job; each ends after 15 seconds without one. */
export class MediaWorkerPool implements MediaWorkers {
  readonly #pool = new WorkerPool({
    file: new URL('./worker.ts', import.meta.url),
    env: MEMORY_ENV,
    execArgv: ['--max-old-space-size=128', '--max-semi-space-size=2'],
    // Requests do not wait for images where the processor is busy.
    niceness: 10,
    maxWorkers: MAX_WORKERS,
    maxRunningPerClient: MAX_WORKERS,
    maxQueued: MAX_QUEUED,
    maxQueuedPerClient: MAX_QUEUED_PER_CLIENT,
    idleMs: IDLE_MS,
    cpuLimitMs: JOB_LIMIT_MS,
    wallLimitMs: JOB_LIMIT_MS,
    toError: (error) => errorOf(error as JobError),
  });
  readonly #own = this.forClient(OWN_CLIENT);

  look(path: string): Promise<Look> {
    return this.#own.look(path);
  }

  derive(job: Omit<Job & { kind: 'derive' }, 'kind'>): Promise<readonly Made[]> {
    return this.#own.derive(job);
  }

  edit(job: Omit<Job & { kind: 'edit' }, 'kind'>): Promise<Made> {
    return this.#own.edit(job);
  }

  probeAudio(path: string, type: string): Promise<SoundDetails> {
    return this.#own.probeAudio(path, type);
  }

  forClient(client: string): MediaWorkers {
    const run = (job: Job, wallLimitMs?: number) => this.#run(job, client, wallLimitMs);
    return {
      look: (path) => run({ kind: 'look', path }) as Promise<Look>,
      derive: (job) => run({ kind: 'derive', ...job }) as Promise<Made[]>,
      edit: (job) => run({ kind: 'edit', ...job }) as Promise<Made>,
      probeAudio: (path, type) => run({ kind: 'probe-audio', path, type }, PROBE_LIMIT_MS) as Promise<SoundDetails>,
      forClient: (other) => this.forClient(other),
    };
  }

  /** Ends all processes; jobs that wait or run are rejected with MediaWorkersBusy. */
  close(): void {
    this.#pool.close();
  }

  async #run(job: Job, client: string, wallLimitMs = JOB_LIMIT_MS): Promise<unknown> {
    try {
      return await this.#pool.run(job, { client, wallLimitMs });
    } catch (error) {
      throw translate(error, wallLimitMs);
    }
  }
}

/** A file that a process died of, or that takes too long, is unreadable, unless the machine was too busy to read it. */
function translate(error: unknown, wallLimitMs: number): unknown {
  const isTimeItsOwn = error instanceof JobTimedOut && (error.cpuMs ?? wallLimitMs) >= wallLimitMs / 2;
  if (isTimeItsOwn || error instanceof JobTooExpensive || error instanceof WorkerFailed)
    return new Unreadable('The image cannot be processed.', { cause: error });
  return error instanceof WorkersBusy ? new MediaWorkersBusy(error.message, { cause: error }) : error;
}

function errorOf(error: JobError): Error {
  if (error.kind === 'edit-failed') return new EditFailed(error.step);
  if (error.kind === 'unreadable') return new Unreadable(error.message);
  return new Error(`A media job failed: ${error.message}`);
}
