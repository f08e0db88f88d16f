// Serves the jobs of a worker pool in one of its child processes.
import { flushCompileCache } from 'node:module';

/** Message from a worker to its pool. */
export type WorkerMessage =
  | { readonly kind: 'ready' }
  | { readonly kind: 'progress'; readonly progress: unknown }
  | { readonly kind: 'done'; readonly result: unknown }
  | { readonly kind: 'failed'; readonly error: unknown };

/**
 * Runs the jobs that the pool sends, one at a time, until the pool disconnects.
 *
 * Signals to the process group (Ctrl-C, a stop by the service manager) are ignored: the process that owns the pool still needs its
 * workers to finish accepted jobs, and stops them afterwards. Jobs can send their progress to the pool. `describeError` converts the error of a job into plain data for the
 * pool's `toError`; by default, it converts the error into a string. Files that jobs create are accessible only to the user of the process.
 */
export function serveJobs<Job>(
  run: (job: Job, onProgress: (progress: unknown) => void) => unknown,
  describeError: (error: unknown) => unknown = (error) => String(error),
): void {
  // A program that embeds the service may have another umask.
  process.umask(0o077);
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => {});
  process.on('disconnect', () => process.exit(0));
  let isFirstJob = true;
  process.on('message', async (job: Job) => {
    try {
      send({ kind: 'done', result: await run(job, (progress) => send({ kind: 'progress', progress })) });
    } catch (error) {
      send({ kind: 'failed', error: describeError(error) });
    }
    // Most processes are killed, so they cannot save compiled code for the next process when they exit.
    if (isFirstJob) flushCompileCache();
    isFirstJob = false;
  });
  send({ kind: 'ready' });
}

function send(message: WorkerMessage): void {
  process.send?.(message);
}
