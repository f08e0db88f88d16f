// The process in which images and audio are worked on. The signals are ignored from its first lines on: see serve-jobs.ts.
import { serveJobs } from '../workers/serve-jobs.ts';
import { EditFailed, type Unreadable } from './jobs.ts';
import { work } from './work.ts';

/** Why a job failed, as it is sent to the pool. */
export type JobError =
  | { readonly kind: 'unreadable' | 'unexpected'; readonly message: string }
  | { readonly kind: 'edit-failed'; readonly step: EditFailed['step'] };

serveJobs(work, (error) => describeError(error as Error));

function describeError(error: Error): JobError {
  if (error instanceof EditFailed) return { kind: 'edit-failed', step: error.step };
  const name: Unreadable['name'] = 'Unreadable';
  return { kind: error.name === name ? 'unreadable' : 'unexpected', message: String(error.cause ?? error) };
}
