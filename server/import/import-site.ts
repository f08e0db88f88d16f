// Importing a site's export, from its first byte to the closing summary.
import type { Database } from '../database/handle.ts';
import type { Service } from '../service.ts';
import { importAuthor } from './authors.ts';
import { type BatchSize, batchesOf } from './batches.ts';
import { importItem } from './entries.ts';
import { lookUpEntries } from './entry-keys.ts';
import { countAwaiting, type Fetching, fetchAttachments } from './fetch-attachments.ts';
import { settleFileAddresses } from './file-addresses.ts';
import { withMenu } from './menu-items.ts';
import { Report } from './report.ts';
import { type Batch, type ImportRun, inBatch, makeRun } from './run.ts';
import { settleParents } from './settle-parents.ts';
import { importSiteSettings } from './site-settings.ts';
import { importTerm } from './terms.ts';
import { readWxr } from './wxr/read-wxr.ts';
import type { WxrRecord, WxrSite } from './wxr/records.ts';

export interface ImportParts {
  readonly service: Service;
  readonly database: Database;
  /** Logins of the file, and the logins here that their entries are given to. */
  readonly authors?: ReadonlyMap<string, string>;
  /** How much goes into one transaction. */
  readonly batch?: BatchSize;
  /** How the files of attachments are fetched; absent: they stay where they are. */
  readonly fetching?: Fetching;
  /** Told how many bytes were read so far. */
  readonly onBytes?: (read: number) => void;
}

/** An import that ended before the end of its file. What was done until then stays; another run goes on from there. */
export class ImportStopped extends Error {
  override readonly name = 'ImportStopped';
  /** What was done until then. */
  readonly report: Report;

  constructor(report: Report, cause: unknown) {
    super(cause instanceof Error ? cause.message : String(cause), { cause });
    this.report = report;
  }
}

const usualBatch: BatchSize = { records: 100, characters: 4_000_000 };

/** From so many new records the planner looks at its statistics anew. */
const large = 1000;

/**
 * Imports an export as a stream, in memory for one batch at a time. Each batch is written whole or not at all, together
 * with what is remembered of it, so that an import can be run again at any time: what is there already stays as it is.
 *
 * Throws ImportStopped with the cause where the file or the storage gives out, also for an author who was given to a
 * user that does not exist (ImportRefused).
 */
export async function importSite(parts: ImportParts, source: AsyncIterable<Uint8Array>): Promise<Report> {
  const { service, database, authors = new Map(), batch: size = usualBatch, onBytes, fetching } = parts;
  const report = new Report();
  let run: ImportRun | undefined;
  try {
    for await (const records of batchesOf(readWxr(source, onBytes ? { onBytes } : {}), size)) {
      if (!run) {
        run = await makeRun(service, database, sourceOf(records[0]), authors);
        await importSiteSettings(run, report, records[0] as WxrSite);
      }
      await importBatch(run, report, records.map(withMenu));
    }
    if (run) await settleParents(run, report, true);
    if (run) await (fetching ? fetchAll(run, report, fetching) : tellOfFiles(run, report));
    if (report.imported >= large) await database.optimize();
    return report;
  } catch (error) {
    if (run) await settleParents(run, report, false).catch(() => {});
    throw new ImportStopped(report, error);
  }
}

async function fetchAll(run: ImportRun, report: Report, fetching: Fetching): Promise<void> {
  try {
    await fetchAttachments(run, report, fetching);
  } finally {
    // What has come is named by its new address, also where not all has come.
    await settleFileAddresses(run, report);
  }
}

async function tellOfFiles(run: ImportRun, report: Report): Promise<void> {
  const count = await countAwaiting(run);
  if (count > 0) report.notes.add('files still at the old site, which --fetch-attachments fetches', count);
}

/** The first record of an export tells of the site. */
function sourceOf(first: WxrRecord | undefined): string {
  const { baseUrl, link, title } = first as WxrSite;
  return (baseUrl || link || title).replace(/\/+$/, '');
}

const importBatch = (run: ImportRun, report: Report, records: readonly WxrRecord[]): Promise<void> =>
  inBatch(run, report, async (batch) => {
    await lookUpEntries(batch, records);
    for (const record of records) await importRecord(batch, record);
  });

async function importRecord(batch: Batch, record: WxrRecord): Promise<void> {
  switch (record.kind) {
    case 'site':
      return;
    case 'author':
      return importAuthor(batch, record);
    case 'category':
      return importTerm(batch, 'category', record);
    case 'tag':
      return importTerm(batch, 'post_tag', record);
    case 'term':
      return importTerm(batch, record.taxonomy, record);
    case 'item':
      return importItem(batch, record);
  }
}
