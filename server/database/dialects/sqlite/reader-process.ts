// Runs scans in a reader process, on a separate read-only connection.
import { serveJobs } from '../../../workers/serve-jobs.ts';
import { Reader } from './reader.ts';

/** A statement with its values. */
export interface ReaderJob {
  readonly sql: string;
  readonly values: readonly unknown[];
  /** Version of the planner statistics. When it has increased, the connection is reopened to load them. */
  readonly generation: number;
}

export interface ReaderResult {
  readonly rows: readonly unknown[];
  /** CPU time that the statement used, in milliseconds. */
  readonly cpuMs: number;
}

/** An error that the process reports. If it is an instance of a class in errors.ts, `name` is the name of the class. */
export interface ReaderError {
  readonly name: string;
  readonly message: string;
}

/**
 * Page cache of the connection, in KB. It is small, because a scan reads each page once, and after a write it reads all of them again, from the
 * page cache of the operating system (docs/decisions/0012-long-reads.md, Consequences).
 */
const CACHE_KB = 2048;
/** Maximum wait of a statement while another process recovers the log, in milliseconds. */
const BUSY_TIMEOUT_MS = 1000;

const [file = ''] = process.argv.slice(2);
let reader: Reader | undefined;
let generation = 0;

serveJobs(
  async (job: ReaderJob): Promise<ReaderResult> => {
    const before = process.cpuUsage();
    reader ??= new Reader(file, BUSY_TIMEOUT_MS, CACHE_KB);
    if (job.generation > generation) reader.reopen();
    generation = job.generation;
    const rows = await reader.all(job, [...job.values]);
    const { user, system } = process.cpuUsage(before);
    return { rows, cpuMs: (user + system) / 1000 };
  },
  (error): ReaderError => (error instanceof Error ? { name: error.name, message: error.message } : unknown(error)),
);

const unknown = (error: unknown): ReaderError => ({ name: 'Error', message: String(error) });
