// The process in which pictures are worked on: one job at a time, ended by its parent where one takes too long.
import { EditFailed, type Job, type Unreadable } from './jobs.ts';
import { work } from './work.ts';

/** What a worker answers. */
export type Reply =
  | { readonly done: unknown }
  | { readonly failed: 'unreadable' | 'unexpected'; readonly message: string }
  | { readonly failed: 'edit'; readonly step: EditFailed['step'] };

process.on('message', (job: Job) => {
  work(job).then(
    (done) => process.send?.({ done } satisfies Reply),
    (error: Error) => process.send?.(replyOf(error)),
  );
});
process.on('disconnect', () => process.exit(0));

function replyOf(error: Error): Reply {
  if (error instanceof EditFailed) return { failed: 'edit', step: error.step };
  const name: Unreadable['name'] = 'Unreadable';
  return { failed: error.name === name ? 'unreadable' : 'unexpected', message: String(error.cause ?? error) };
}
