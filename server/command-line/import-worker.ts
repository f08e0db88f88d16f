// Reads and imports uploaded export files in a child process of the service.
import { createReadStream } from 'node:fs';
import { inspectExport } from '../import/inspect-export.ts';
import { WxrError } from '../import/wxr/wxr-error.ts';
import { installPublicModules } from '../launcher/public-modules.js';
import { serveJobs } from '../workers/serve-jobs.ts';
import type { ImportWorkerError, ImportWorkerJob } from './import-worker-jobs.ts';

const describeError = (error: unknown): ImportWorkerError =>
  error instanceof WxrError
    ? { kind: 'not-an-export', message: error.message }
    : { kind: 'other', message: error instanceof Error ? (error.stack ?? error.message) : String(error) };

installPublicModules();
serveJobs(async (job: ImportWorkerJob, onProgress) => {
  if (job.kind === 'inspect') return inspectExport(createReadStream(job.path));
  // Loaded on demand, because loading the service takes longer than reading the beginning of a file.
  const { runImportJob } = await import('./run-import-job.ts');
  return runImportJob(job.site, job.job, onProgress);
}, describeError);
