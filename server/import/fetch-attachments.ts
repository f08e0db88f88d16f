// Downloads the files of attachments concurrently. Each file is stored completely or not at all, so that another run can download
// the missing files.

import { ApiError } from '../api-error.ts';
import { isRemote } from '../cms-v2/media/details.ts';
import { fetchImportedFile } from '../cms-v2/media/fetch-imported-file.ts';
import { findMediaItem } from '../cms-v2/media/store.ts';
import { pruneFiles } from '../cms-v2/media/store-files.ts';
import type { FetchLimits } from '../fetch/guarded-fetch.ts';
import { awaitingFileKind } from './attachments.ts';
import { deleteImported, findImportedAfter, type ImportedRecord } from './imported-store.ts';
import type { Report } from './report.ts';
import { type ImportRun, inBatch } from './run.ts';

/** Options for downloading files. */
export interface FetchOptions {
  /** Number of concurrent downloads (default: 4). */
  readonly concurrency?: number;
  readonly limits?: FetchLimits;
  /** Called after each file with the number of processed files, including failed ones, and the total. */
  readonly onFile?: (done: number, all: number) => void;
}

/** Number of rows read per query. */
const pageSize = 100;

/**
 * Downloads every file that is still on the old site.
 *
 * A failed download is reported, and the next run retries it. An error from the file store or the database is thrown after
 * the downloads in flight have ended.
 */
export async function fetchAttachments(run: ImportRun, report: Report, fetchOptions: FetchOptions): Promise<void> {
  const { concurrency = 4, limits = {}, onFile = () => {} } = fetchOptions;
  await pruneFiles(run.service.media);
  const total = await countAwaiting(run);
  const rows = listAwaiting(run);
  let done = 0;
  let failure: { readonly error: unknown } | undefined;
  const worker = async () => {
    for (let next = await rows.next(); !next.done && !failure; next = await rows.next()) {
      try {
        await fetchFile(run, report, next.value, limits);
        onFile(++done, total);
      } catch (error) {
        failure ??= { error };
      }
    }
  };
  await Promise.all(Array.from({ length: concurrency }, worker));
  if (failure) throw failure.error;
}

/** Returns the number of attachments whose files have not been downloaded. */
export async function countAwaiting(run: ImportRun): Promise<number> {
  let count = 0;
  for await (const _row of listAwaiting(run)) count += 1;
  return count;
}

async function* listAwaiting({ database, source }: ImportRun): AsyncGenerator<ImportedRecord> {
  let rows = await findImportedAfter(database.read, source, awaitingFileKind, '', pageSize);
  while (rows.length > 0) {
    yield* rows;
    rows = await findImportedAfter(database.read, source, awaitingFileKind, rows.at(-1)?.source_id ?? '', pageSize);
  }
}

async function fetchFile(run: ImportRun, report: Report, row: ImportedRecord, limits: FetchLimits): Promise<void> {
  const before = await findMediaItem(run.database.read, row.own_id);
  const originalUrl = before?.media.original ?? '';
  try {
    await fetchImportedFile(run.service.media, run.actor, row.own_id, limits);
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    const { cause } = error;
    return report.fail(originalUrl, error.message + (cause instanceof Error ? ` (${cause.message})` : ''));
  }
  await inBatch(run, report, async (batch) => {
    await deleteImported(batch.tx, row);
    if (isRemote(originalUrl)) batch.report.count('fetched files', 'imported');
  });
}
