// The program of a reader process: runs statements that may scan, on a connection of its own that can only read.
import { serveJobs } from '../../../workers/serve-jobs.ts';
import { Reader, type ReaderMemory } from './reader.ts';

/** A statement with its values. */
export interface ReaderJob {
  readonly sql: string;
  readonly values: readonly unknown[];
  /** Grows when the planner's statistics are refreshed: the connection is then opened anew, so that it knows them. */
  readonly generation: number;
}

export interface ReaderResult {
  readonly rows: readonly unknown[];
  /** CPU time of this process, in milliseconds. */
  readonly cpuMs: number;
}

/** What the process says of an error: its name is that of a class in errors.ts, where it is one of them. */
export interface ReaderError {
  readonly name: string;
  readonly message: string;
}

/** The pages that the operating system keeps serve all reader processes; their own memory is for what is not in the file. */
const MEMORY: ReaderMemory = { cacheKb: 8192, mappedBytes: 2 ** 30 };
/** How long a statement waits while another process recovers the log, in milliseconds. */
const BUSY_LIMIT_MS = 1000;

const [file = ''] = process.argv.slice(2);
let reader: Reader | undefined;
let generation = 0;

serveJobs(
  async (job: ReaderJob): Promise<ReaderResult> => {
    const before = process.cpuUsage();
    reader ??= new Reader(file, BUSY_LIMIT_MS, MEMORY);
    if (job.generation > generation) reader.reopen();
    generation = job.generation;
    const rows = await reader.all(job, [...job.values]);
    const { user, system } = process.cpuUsage(before);
    return { rows, cpuMs: (user + system) / 1000 };
  },
  (error): ReaderError => (error instanceof Error ? { name: error.name, message: error.message } : unknown(error)),
);

const unknown = (error: unknown): ReaderError => ({ name: 'Error', message: String(error) });
