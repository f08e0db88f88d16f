// The worker's side of a pool: runs in the child process.

/** What a worker sends to its pool. */
export type WorkerMessage =
  | { readonly kind: 'ready' }
  | { readonly kind: 'done'; readonly result: unknown }
  | { readonly kind: 'failed'; readonly error: unknown };

/**
 * Runs the jobs that the pool sends, one at a time, until the pool disconnects.
 *
 * Signals to the process group (Ctrl-C, a service manager's stop) are ignored: the process that owns the pool still needs
 * its workers to finish what it has accepted, and ends them when it has. `describeError` turns what a job throws into plain
 * data for the pool's `toError`; the default sends the message.
 */
export function serveJobs<Job>(
  run: (job: Job) => unknown,
  describeError: (error: unknown) => unknown = (error) => String(error),
): void {
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => {});
  process.on('disconnect', () => process.exit(0));
  process.on('message', async (job: Job) => {
    try {
      send({ kind: 'done', result: await run(job) });
    } catch (error) {
      send({ kind: 'failed', error: describeError(error) });
    }
  });
  send({ kind: 'ready' });
}

function send(message: WorkerMessage): void {
  process.send?.(message);
}
