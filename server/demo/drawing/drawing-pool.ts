// Draws images in child processes, so that drawing neither blocks the service nor loads the image library into it.
import { extname } from 'node:path';
import { WorkerPool } from '../../workers/worker-pool.ts';
import type { DrawingJob } from './worker.ts';

/** Maximum CPU time and wall-clock time of a drawing, in milliseconds. A drawing takes about 100 ms on an idle machine. */
const JOB_LIMIT_MS = 60_000;

/** Maximum number of processes. */
const MAX_WORKERS = 2;

/** Maximum number of waiting drawings. */
const MAX_QUEUED = 1000;

/** Child processes that draw images. */
export class DrawingPool {
  readonly #pool = new WorkerPool({
    file: new URL(`./worker${extname(import.meta.url)}`, import.meta.url),
    env: { UV_THREADPOOL_SIZE: '1' },
    niceness: 10,
    maxWorkers: MAX_WORKERS,
    maxRunningPerClient: MAX_WORKERS,
    maxQueued: MAX_QUEUED,
    maxQueuedPerClient: MAX_QUEUED,
    idleMs: 1000,
    cpuLimitMs: JOB_LIMIT_MS,
    wallLimitMs: JOB_LIMIT_MS,
  });

  /** Draws an image, writes it to its file, and returns the size of the file in bytes. Throws the errors of the pool. */
  async draw(job: DrawingJob): Promise<number> {
    return Number(await this.#pool.run(job, { client: 'demo' }));
  }

  /** Rejects waiting drawings and ends all processes. */
  close(): Promise<void> {
    return this.#pool.close();
  }
}
