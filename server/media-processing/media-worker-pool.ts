// Processes images and audio in child processes, so that a crash of a media library does not affect the service.
import { extname } from 'node:path';
import { JobTimedOut, JobTooExpensive, WorkerFailed, WorkersBusy } from '../workers/errors.ts';
import { WorkerPool } from '../workers/worker-pool.ts';
import type { AudioDetails } from './audio-details.ts';
import {
  type CreatedImage,
  EditFailed,
  type FileInspection,
  type MediaJob,
  MediaWorkersBusy,
  Unreadable,
} from './jobs.ts';
import type { JobError } from './worker.ts';

/** Workers that run jobs on images and audio. The jobs fail with MediaWorkersBusy when the queue is full or the machine is overloaded. */
export interface MediaWorkers {
  /** Returns the type and image properties of a file. Throws Unreadable when the file begins like an image but is not a valid one. */
  inspect(path: string): Promise<FileInspection>;
  /** Creates derived images. Throws Unreadable when the source cannot be processed. */
  derive(job: Omit<MediaJob & { kind: 'derive' }, 'kind'>): Promise<readonly CreatedImage[]>;
  /** Edits an image. Throws Unreadable when it cannot be processed, and EditFailed when a modifier fails. */
  edit(job: Omit<MediaJob & { kind: 'edit' }, 'kind'>): Promise<CreatedImage>;
  /** Returns the details in the headers of an audio or video file. Throws Unreadable when reading them crashes or times out. */
  probeAudio(path: string, type: string): Promise<AudioDetails>;
  /** Returns an interface to the same workers for the jobs of one client. The clients take turns. */
  forClient(client: string): MediaWorkers;
}

/** Maximum number of processes; one client may use all of them while no other client has a job. */
const MAX_WORKERS = 2;
/** Maximum number of queued jobs, each of which has a file on disk and an open request. */
const MAX_QUEUED = 400;
const MAX_QUEUED_PER_CLIENT = 100;
const IDLE_MS = 15_000;
/** Maximum CPU time and maximum wall-clock time of a job, in milliseconds. */
const JOB_LIMIT_MS = 60_000;
/** Maximum wall-clock time for reading the headers of an audio or video file, in milliseconds. Only malicious files need longer. */
const PROBE_LIMIT_MS = 10_000;
/** Name of the client for jobs of the service itself, such as an import. */
const OWN_CLIENT = 'service';

/**
 * Environment variables that reduce the memory usage of a worker. It runs one job at a time, so it needs only one thread and one memory
 * arena, and can return freed memory at once. Without these settings, it retains 50% more memory.
 */
const MEMORY_ENV = {
  UV_THREADPOOL_SIZE: '1',
  MALLOC_ARENA_MAX: '1',
  MALLOC_TRIM_THRESHOLD_: '131072',
  MALLOC_MMAP_THRESHOLD_: '131072',
};

/** A pool of worker processes for images and audio. Processes start on demand and end when they have been idle for 15 seconds. */
export class MediaWorkerPool implements MediaWorkers {
  readonly #pool = new WorkerPool({
    file: new URL(`./worker${extname(import.meta.url)}`, import.meta.url),
    env: MEMORY_ENV,
    execArgv: ['--max-old-space-size=128', '--max-semi-space-size=2'],
    // A lower priority, so that requests do not wait for image processing.
    niceness: 10,
    maxWorkers: MAX_WORKERS,
    maxRunningPerClient: MAX_WORKERS,
    maxQueued: MAX_QUEUED,
    maxQueuedPerClient: MAX_QUEUED_PER_CLIENT,
    idleMs: IDLE_MS,
    cpuLimitMs: JOB_LIMIT_MS,
    wallLimitMs: JOB_LIMIT_MS,
    toError: (error) => toMediaError(error as JobError),
  });
  readonly #own = this.forClient(OWN_CLIENT);

  inspect(path: string): Promise<FileInspection> {
    return this.#own.inspect(path);
  }

  derive(job: Omit<MediaJob & { kind: 'derive' }, 'kind'>): Promise<readonly CreatedImage[]> {
    return this.#own.derive(job);
  }

  edit(job: Omit<MediaJob & { kind: 'edit' }, 'kind'>): Promise<CreatedImage> {
    return this.#own.edit(job);
  }

  probeAudio(path: string, type: string): Promise<AudioDetails> {
    return this.#own.probeAudio(path, type);
  }

  forClient(client: string): MediaWorkers {
    const run = (job: MediaJob, wallLimitMs?: number) => this.#run(job, client, wallLimitMs);
    return {
      inspect: (path) => run({ kind: 'inspect', path }) as Promise<FileInspection>,
      derive: (job) => run({ kind: 'derive', ...job }) as Promise<CreatedImage[]>,
      edit: (job) => run({ kind: 'edit', ...job }) as Promise<CreatedImage>,
      probeAudio: (path, type) => run({ kind: 'probe-audio', path, type }, PROBE_LIMIT_MS) as Promise<AudioDetails>,
      forClient: (other) => this.forClient(other),
    };
  }

  /** Stops all processes. Queued and running jobs are rejected with MediaWorkersBusy. */
  close(): void {
    this.#pool.close();
  }

  async #run(job: MediaJob, client: string, wallLimitMs = JOB_LIMIT_MS): Promise<unknown> {
    try {
      return await this.#pool.run(job, { client, wallLimitMs });
    } catch (error) {
      throw mapPoolError(error, wallLimitMs);
    }
  }
}

/**
 * Maps the errors of the pool. A file that crashes a process or exceeds a time limit is unreadable. If the process got less than half
 * of the time limit as CPU time, the machine is overloaded, and the error is MediaWorkersBusy.
 */
function mapPoolError(error: unknown, wallLimitMs: number): unknown {
  const isCausedByFile = error instanceof JobTimedOut && (error.cpuMs ?? wallLimitMs) >= wallLimitMs / 2;
  if (isCausedByFile || error instanceof JobTooExpensive || error instanceof WorkerFailed)
    return new Unreadable('the file cannot be processed', { cause: error });
  return error instanceof WorkersBusy ? new MediaWorkersBusy(error.message, { cause: error }) : error;
}

function toMediaError(error: JobError): Error {
  if (error.kind === 'edit-failed') return new EditFailed(error.step);
  if (error.kind === 'unreadable') return new Unreadable(error.message);
  return new Error(`a media job failed: ${error.message}`);
}
