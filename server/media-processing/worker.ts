// Entry point of the worker process for images and audio. Signals are ignored from its first lines on: see serve-jobs.ts.
import { serveJobs } from '../workers/serve-jobs.ts';
import { EditFailed, type Unreadable } from './jobs.ts';
import { runMediaJob } from './run-job.ts';

/** Error of a job in the message to the pool. */
export type JobError =
  | { readonly kind: 'unreadable' | 'unexpected'; readonly message: string }
  | { readonly kind: 'edit-failed'; readonly step: EditFailed['step'] };

serveJobs(runMediaJob, (error) => toJobError(error as Error));

function toJobError(error: Error): JobError {
  if (error instanceof EditFailed) return { kind: 'edit-failed', step: error.step };
  const name: Unreadable['name'] = 'Unreadable';
  return { kind: error.name === name ? 'unreadable' : 'unexpected', message: String(error.cause ?? error) };
}
