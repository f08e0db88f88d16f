// Implements the endpoints of the recurring jobs.
import { type JobEndpoints, type jobFields, jobsModule } from '../../../contract/octavo-v1/jobs.ts';
import { ApiError } from '../../api-error.ts';
import type { Database } from '../../database/handle.ts';
import { implement, type Operations } from '../../http/implement.ts';
import type { Module, Presenter } from '../../http/module.ts';
import { type KnownJob, minStoredIntervalMs, type ServiceJobs, storedName } from '../../jobs/service-jobs.ts';
import { findRuns, type JobRun, makeJobDue, runLease } from '../../jobs/store.ts';
import { timestampOrNull } from '../../time/zone.ts';

/** The jobs of extensions by their names, with the time between two runs in seconds. */
type ExtensionJobs = ReadonlyMap<string, { readonly every: number }>;

interface JobsDeps {
  readonly database: Database;
  readonly clock: () => number;
  readonly serviceJobs: Pick<ServiceJobs, 'list' | 'start'>;
  readonly extensionJobs: () => ExtensionJobs;
}

/** A job as it is presented. Times are in milliseconds since 1970; 0 if there is none. */
interface PresentedJob extends JobRun {
  readonly name: string;
  readonly description: string;
  readonly extension: string;
  readonly intervalSeconds: number;
  readonly isRunnable: boolean;
  readonly isRunning: boolean;
}

const presenter: Presenter<typeof jobFields, PresentedJob, undefined> = {
  prepare: async () => undefined,
  fields: {
    name: ({ name }) => name,
    description: ({ description }) => description,
    extension: ({ extension }) => extension,
    interval: ({ intervalSeconds }) => intervalSeconds,
    runnable: ({ isRunnable }) => isRunnable,
    running: ({ isRunning }) => isRunning,
    started: ({ started }) => timestampOrNull(started),
    finished: ({ finished }) => timestampOrNull(finished),
    error: ({ error }) => error,
    next_run: ({ due }) => timestampOrNull(due),
  },
  facts: () => ({}),
};

/** Returns all jobs with their last runs: those of the service first, and then those of extensions. */
async function listJobs({ database, clock, serviceJobs, extensionJobs }: JobsDeps): Promise<readonly PresentedJob[]> {
  const known = serviceJobs.list();
  const added = [...extensionJobs()];
  const names = [
    ...known.flatMap(({ name }) => [storedName(name), runLease(name)]),
    ...added.flatMap(([name]) => [name, runLease(name)]),
  ];
  const runs = await findRuns(database.read, names);
  const isRunning = (name: string) => (runs.get(runLease(name))?.due ?? 0) > clock();
  return [
    ...known.map((job) => ({
      ...ofService(job, runs.get(storedName(job.name))),
      isRunning: job.isRunning || isRunning(job.name),
    })),
    ...added.map(([name, { every }]) => ({
      ...{ name, description: '', extension: name.split(':')[0] ?? '', intervalSeconds: every },
      ...{ isRunnable: /^[\w.:-]+$/.test(name), isRunning: isRunning(name) },
      ...(runs.get(name) ?? noRun),
    })),
  ];
}

const noRun: JobRun = { started: 0, finished: 0, error: '', due: 0 };

/** Returns a job of the service. The database has its last run, unless the job runs so often that it is not stored. */
function ofService({ name, description, intervalMs, isRunning, lastRun }: KnownJob, stored?: JobRun): PresentedJob {
  const isStored = intervalMs >= minStoredIntervalMs;
  return {
    ...{ name, description, extension: '', intervalSeconds: intervalMs / 1000, isRunnable: isStored, isRunning },
    ...(isStored ? (stored ?? noRun) : { ...noRun, ...lastRun }),
  };
}

const forbiddenError = {
  code: 'rest_cannot_manage_jobs',
  message: 'You are not allowed to manage the jobs of the site.',
};

/** Returns the module of the recurring jobs. */
export function jobsEndpoints(deps: JobsDeps): Module {
  const operations: Operations<JobEndpoints, object, PresentedJob> = {
    // GET /octavo/v1/jobs: lists the recurring jobs.
    /** Responds with all jobs. */
    'list-jobs': { run: async () => ({ kind: 'list', rows: await listJobs(deps), uncached: true }) },
    // POST /octavo/v1/jobs/<name>/runs: runs a job at once.
    /**
     * Starts a job of the service in this process, or makes a job of an extension due, which a process of the site then runs within a
     * second. Responds 202 with the job.
     *
     * Throws ApiError 404 `rest_job_invalid_name` for an unknown job, 400 `rest_job_not_runnable` for one that runs every few seconds, and
     * 409 `rest_job_running` if any process of the site is running the job.
     */
    'run-job': {
      async run({ path }) {
        const find = async () => (await listJobs(deps)).find(({ name }) => name === path.name);
        const job = await find();
        if (!job) throw new ApiError('rest_job_invalid_name', 404, 'No job with this name.');
        if (!job.isRunnable)
          throw new ApiError(
            'rest_job_not_runnable',
            400,
            'This job runs every few seconds and cannot be run at once.',
          );
        const isOfExtension = job.extension !== '';
        if (job.isRunning || (!isOfExtension && !(await deps.serviceJobs.start(job.name))))
          throw new ApiError('rest_job_running', 409, 'This job is running; wait until it has ended.');
        if (isOfExtension) await deps.database.transaction((tx) => makeJobDue(tx, job.name));
        return { kind: 'record', row: (await find()) ?? job, status: 202, uncached: true };
      },
    },
  };
  return implement(jobsModule, {
    permissions: {
      'manage-jobs': { permit: ({ actor }) => (actor.can('manage_options') ? undefined : forbiddenError) },
    },
    operations,
    presenter,
  });
}
