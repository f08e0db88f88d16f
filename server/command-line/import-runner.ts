// Runs imports in a child process of the service, so that they delay no requests.
import { extname } from 'node:path';
import type { ServeConfig } from '../config/config.ts';
import type { ImportPrograms } from '../site-imports/deps.ts';
import {
  type ExportedSite,
  ImportCrashed,
  type ImportProgress,
  type ImportResult,
  ImportUnavailable,
  NotAnExport,
} from '../site-imports/runner.ts';
import { JobTimedOut, JobTooExpensive, WorkerFailed, WorkersBusy } from '../workers/errors.ts';
import { type JobOptions, WorkerPool } from '../workers/worker-pool.ts';
import { openExportStore } from './export-store.ts';
import type { ImportWorkerError, ImportWorkerJob, WorkerSite } from './import-worker-jobs.ts';

/** Maximum time of an import, in milliseconds: the longest time of a timer, 24 days. */
const maxImportMs = 2 ** 31 - 1;

/** Maximum time for reading the beginning of a file, in milliseconds. */
const maxInspectMs = 60_000;

const idleMs = 15_000;

/** Returns the store of export files, and the program that imports them. Processes start on demand. */
export function makeImportPrograms(config: ServeConfig): ImportPrograms {
  const inspections = openPool();
  /** The pool of the import in progress, with one process. */
  let importing: WorkerPool | undefined;
  return {
    openStore: () => openExportStore(config),
    runner: {
      async inspect(path) {
        const limits = { wallLimitMs: maxInspectMs, cpuLimitMs: maxInspectMs };
        return (await runJob(inspections, { kind: 'inspect', path }, limits)) as ExportedSite;
      },
      async run(job, signal, onProgress) {
        const pool = openPool();
        importing = pool;
        try {
          const options = { signal, onProgress: (progress: unknown) => onProgress(progress as ImportProgress) };
          return (await runJob(pool, { kind: 'import', site: siteOf(config), job }, options)) as ImportResult;
        } finally {
          // Resolves when the process has ended: after that, nothing is imported.
          await pool.close();
        }
      },
      async close() {
        await Promise.all([inspections.close(), importing?.close()]);
      },
    },
  };
}

/** Opens a pool whose processes connect to the same database and file store, for which the environment may contain credentials. */
const openPool = (): WorkerPool =>
  new WorkerPool({
    file: new URL(`./import-worker${extname(import.meta.url)}`, import.meta.url),
    env: Object.fromEntries(
      Object.entries(process.env).flatMap(([name, value]) => (value === undefined ? [] : [[name, value]])),
    ),
    // A lower priority, so that requests do not wait for an import.
    niceness: 10,
    ...{ maxWorkers: 1, maxRunningPerClient: 1, maxQueued: 20, maxQueuedPerClient: 20, idleMs },
    ...{ cpuLimitMs: maxImportMs, wallLimitMs: maxImportMs, serialization: 'advanced' },
    toError: (error) => toImportError(error as ImportWorkerError),
  });

const runJob = (pool: WorkerPool, job: ImportWorkerJob, options: Omit<JobOptions, 'client'>): Promise<unknown> =>
  pool.run(job, { client: 'imports', ...options }).catch((error: unknown) => {
    throw mapPoolError(error);
  });

/** Returns what the process needs. Throws ImportUnavailable if declarations contain code, which cannot be passed to a process. */
function siteOf(config: ServeConfig): WorkerSite {
  const { data, database, databaseDirect, files, backups, theme, home, front, maxTextKiB, sources, declarations } =
    config;
  const dataConfig = {
    ...{
      data,
      database,
      databaseDirect,
      files,
      backups,
      theme,
      home,
      front,
      maxTextKiB,
      sources,
      config: config.config,
    },
    ...(declarations && { declarations }),
  };
  try {
    structuredClone(declarations);
  } catch {
    throw new ImportUnavailable(
      'This program declares the site in its code; files can be imported only if the declarations are in a configuration file.',
    );
  }
  return { config: dataConfig, fetchHosts: config.fetchHosts, listener: { host: config.host, port: config.port } };
}

function toImportError({ kind, message }: ImportWorkerError): Error {
  return kind === 'not-an-export' ? new NotAnExport(message) : new Error(`an import failed: ${message}`);
}

function mapPoolError(error: unknown): unknown {
  if (error instanceof WorkersBusy) return new ImportUnavailable('Too many files are being read; try again later.');
  const isCrash = error instanceof WorkerFailed || error instanceof JobTimedOut || error instanceof JobTooExpensive;
  return isCrash ? new ImportCrashed(error.message, { cause: error }) : error;
}
