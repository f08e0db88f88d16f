// Fetching the files of attachments: several at a time, each whole or not at all, so that another run fetches what is missing.
import { bringFile } from '../cms-v2/media/bring-file.ts';
import { isElsewhere } from '../cms-v2/media/details.ts';
import { findMediaItem } from '../cms-v2/media/store.ts';
import { sweepFiles } from '../cms-v2/media/sweep.ts';
import type { FetchLimits } from '../fetch/guarded-fetch.ts';
import { Refusal } from '../refusal.ts';
import { awaitingKind } from './attachments.ts';
import { findImportedAfter, type Imported, removeImported } from './imported-store.ts';
import type { Report } from './report.ts';
import { type ImportRun, inBatch } from './run.ts';

/** How files are fetched. */
export interface Fetching {
  /** Files at the same time. */
  readonly atOnce?: number;
  readonly limits?: FetchLimits;
  /** Told how many files of how many have been looked for so far, those that could not be had among them. */
  readonly onFile?: (done: number, all: number) => void;
}

/** How many rows are read at a time. */
const many = 100;

/**
 * Fetches every file that is still elsewhere. One that cannot be had is told of in the report and tried again by the next
 * run; a store or database that gives out ends the work, once what has been begun is done.
 */
export async function fetchAttachments(run: ImportRun, report: Report, fetching: Fetching): Promise<void> {
  const { atOnce = 4, limits = {}, onFile = () => {} } = fetching;
  await sweepFiles(run.service.media);
  const all = await countAwaiting(run);
  const rows = awaiting(run);
  let done = 0;
  let failure: { readonly error: unknown } | undefined;
  const work = async () => {
    for (let next = await rows.next(); !next.done && !failure; next = await rows.next()) {
      try {
        await fetchOne(run, report, next.value, limits);
        onFile(++done, all);
      } catch (error) {
        failure ??= { error };
      }
    }
  };
  await Promise.all(Array.from({ length: atOnce }, work));
  if (failure) throw failure.error;
}

/** How many attachments wait for their files. */
export async function countAwaiting(run: ImportRun): Promise<number> {
  let count = 0;
  for await (const _row of awaiting(run)) count += 1;
  return count;
}

async function* awaiting({ database, source }: ImportRun): AsyncGenerator<Imported> {
  let rows = await findImportedAfter(database.read, source, awaitingKind, '', many);
  while (rows.length > 0) {
    yield* rows;
    rows = await findImportedAfter(database.read, source, awaitingKind, rows.at(-1)?.source_id ?? '', many);
  }
}

async function fetchOne(run: ImportRun, report: Report, row: Imported, limits: FetchLimits): Promise<void> {
  const before = await findMediaItem(run.database.read, row.own_id);
  const address = before?.media.original ?? '';
  try {
    await bringFile(run.service.media, run.actor, row.own_id, limits);
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    const { cause } = error;
    return report.fail(address, error.message + (cause instanceof Error ? ` (${cause.message})` : ''));
  }
  await inBatch(run, report, async (batch) => {
    await removeImported(batch.tx, row);
    if (isElsewhere(address)) batch.report.count('fetched files', 'imported');
  });
}
