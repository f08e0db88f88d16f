// Entry point of the worker processes for images and audio. Stop signals are ignored (serve-jobs.ts).
import { serveJobs } from '../workers/serve-jobs.ts';
import { EditFailed, type Unreadable } from './jobs.ts';
import { runMediaJob } from './run-job.ts';

/** The error of a job, as it is sent to the pool. */
export type JobError =
  | { readonly kind: 'unreadable' | 'unexpected'; readonly message: string }
  | { readonly kind: 'edit-failed'; readonly step: EditFailed['step'] };

serveJobs(runMediaJob, (error) => toJobError(error as Error));

function toJobError(error: Error): JobError {
  if (error instanceof EditFailed) return { kind: 'edit-failed', step: error.step };
  const name: Unreadable['name'] = 'Unreadable';
  return { kind: error.name === name ? 'unreadable' : 'unexpected', message: String(error.cause ?? error) };
}
