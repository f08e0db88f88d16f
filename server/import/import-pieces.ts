// Imports an uploaded export file, or checks with a dry run what would be imported. Runs in a process of its own.
import { randomUUID } from 'node:crypto';
import { readdir, rm } from 'node:fs/promises';
import path from 'node:path';
import { DatabaseBusy, DatabaseUnavailable, DiskFull } from '../database/errors.ts';
import type { Database } from '../database/handle.ts';
import type { Extension } from '../extensions/extension.ts';
import type { FetchLimits } from '../fetch/guarded-fetch.ts';
import { type FileStore, StoreFullError, StoreUnavailableError } from '../files/store.ts';
import type { ImportJob, ImportProgress, ImportResult } from '../site-imports/runner.ts';
import { withSiteCopy } from './copy-site.ts';
import { ImportStopped, importSite } from './import-site.ts';
import { Report } from './report.ts';
import { ImportError, type ImportingService } from './run.ts';
import { toApiReport } from './summary.ts';
import { trashWelcomePost } from './welcome-post.ts';
import { readWxr } from './wxr/read-wxr.ts';
import { WxrError } from './wxr/wxr-error.ts';

/** The site into which a file is imported. */
export interface ImportingSite {
  readonly database: Database;
  readonly extensions: readonly Extension[];
  /** The store of export files. */
  readonly exports: FileStore;
  /** Path of a local folder for copies of the site, into which dry runs import. */
  readonly copyFolder: string;
  /** Opens the service on a database, and closes it after the work; `shouldStoreFiles` states whether it stores downloaded files. */
  readonly withService: <T>(
    database: Database,
    shouldStoreFiles: boolean,
    work: (service: ImportingService) => Promise<T>,
  ) => Promise<T>;
  readonly fetchLimits: FetchLimits;
}

/** Minimum interval between two progress reports, in milliseconds. */
const progressIntervalMs = 200;

/**
 * Imports a file that consists of pieces. The result contains the report also if the import has failed for a reason that administrators can
 * fix. Throws unexpected errors.
 */
export async function importPieces(
  site: ImportingSite,
  job: ImportJob,
  report: (progress: ImportProgress) => void,
): Promise<ImportResult> {
  const onProgress = throttled(report);
  const { copyFolder } = site;
  try {
    // One import runs at a time, so these are copies of dry runs that were stopped.
    for (const name of await readdir(copyFolder))
      if (name.startsWith(copyPrefix)) await rm(path.join(copyFolder, name), { force: true });
    if (!job.isDryRun) return await runImport(site, site.database, job, onProgress);
    const copyFile = path.join(copyFolder, `${copyPrefix}${randomUUID()}.sqlite`);
    onProgress({ phase: 'copying', done: 0, total: 0 });
    return await withSiteCopy(site, copyFile, (copy) => runImport(site, copy, job, onProgress));
  } catch (error) {
    return { error: describeFailure(error), report: null };
  }
}

/** The beginning of the names of copies of the site, into which dry runs import. */
const copyPrefix = 'dry-run-';

async function runImport(
  { exports, withService, fetchLimits }: ImportingSite,
  database: Database,
  { pieces, size, isDryRun, shouldFetch, authors }: ImportJob,
  onProgress: (progress: ImportProgress) => void,
): Promise<ImportResult> {
  const total = await countRecords(readPieces(exports, pieces), (done) =>
    onProgress({ phase: 'reading', done, total: size }),
  );
  let done = 0;
  onProgress({ phase: 'importing', done, total });
  const willFetch = shouldFetch && !isDryRun;
  return withService(database, willFetch, async (service) => {
    const options = {
      ...{ service, database, authors: new Map(Object.entries(authors)) },
      progress: {
        onBatch: (records: number) => {
          done = Math.min(total, done + records);
          onProgress({ phase: 'importing', done, total });
        },
        onPhase: (phase: ImportProgress['phase']) => onProgress({ phase, done: 0, total: 0 }),
      },
      ...(willFetch && {
        fetchOptions: {
          limits: fetchLimits,
          onFile: (files: number, all: number) => onProgress({ phase: 'downloading', done: files, total: all }),
        },
      }),
    };
    try {
      const imported = await importSite(options, readPieces(exports, pieces));
      await trashWelcomePost(options, imported);
      return { error: null, report: toApiReport(imported) };
    } catch (error) {
      const { cause, report } = error instanceof ImportStopped ? error : { cause: error, report: new Report() };
      return { error: describeFailure(cause), report: toApiReport(report) };
    }
  });
}

/** Yields the bytes of a file that consists of pieces. Throws StoreUnavailableError if a piece is missing. */
async function* readPieces(exports: FileStore, pieces: readonly string[]): AsyncGenerator<Uint8Array> {
  for (const piece of pieces) {
    const file = await exports.open(piece);
    if (!file) throw new StoreUnavailableError('a part of the uploaded file is missing');
    yield* await file.read(0, file.size - 1);
  }
}

/**
 * Returns the number of records that the import reads. `onBytes` is called with the number of bytes read so far. A file that is malformed
 * at some place has the records before it, as they are imported.
 */
async function countRecords(source: AsyncIterable<Uint8Array>, onBytes: (read: number) => void): Promise<number> {
  let count = 0;
  try {
    for await (const _record of readWxr(source, { onBytes })) count += 1;
  } catch (error) {
    if (!(error instanceof WxrError)) throw error;
  }
  return count;
}

/** Errors that administrators can understand and fix. */
const knownErrors = [WxrError, ImportError, DatabaseBusy, DatabaseUnavailable, StoreUnavailableError];

/** Returns the message for administrators that describes an error. Throws unexpected errors. */
function describeFailure(error: unknown): string {
  const isFull = error instanceof StoreFullError || error instanceof DiskFull;
  if (isFull) return 'The disk or the file store is full. Free some space, and start again to continue.';
  if (error instanceof Error && knownErrors.some((kind) => error instanceof kind)) return asSentence(error.message);
  throw error;
}

const asSentence = (message: string): string =>
  `${message.charAt(0).toUpperCase()}${message.slice(1).replace(/\.$/, '')}.`;

/** Returns a function that reports progress at most once per interval, and always the first progress of a phase. */
function throttled(report: (progress: ImportProgress) => void): (progress: ImportProgress) => void {
  let reportedAt = Number.NEGATIVE_INFINITY;
  let phase: string | undefined;
  return (progress) => {
    const now = performance.now();
    if (progress.phase === phase && now - reportedAt < progressIntervalMs) return;
    reportedAt = now;
    phase = progress.phase;
    report(progress);
  };
}
