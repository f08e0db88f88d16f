// Imports a site export: reads it, stores its records and reports the result.
import { DatabaseBusy } from '../database/errors.ts';
import type { Database } from '../database/handle.ts';
import { importAuthor } from './authors.ts';
import { AheadReader, type BatchSize, batchesOf } from './batches.ts';
import { importItem } from './entries.ts';
import { countAwaiting, type FetchOptions, fetchAttachments } from './fetch-attachments.ts';
import { rewriteFileUrls } from './file-urls.ts';
import { withMenuInGuid } from './menu-items.ts';
import { reportStructure } from './old-paths.ts';
import { prepareBatch } from './prepare-batch.ts';
import { Report } from './report.ts';
import { resolvePending } from './resolve-pending.ts';
import { type Batch, createRun, type ImportingService, type ImportRun, inBatch } from './run.ts';
import { importSiteSettings } from './site-settings.ts';
import { importTerm } from './terms.ts';
import { readWxr } from './wxr/read-wxr.ts';
import type { WxrRecord, WxrSite } from './wxr/records.ts';

/** The services, options and callbacks of an import. */
export interface ImportOptions {
  readonly service: ImportingService;
  readonly database: Database;
  /** Usernames on this site, keyed by usernames in the file. Each user becomes the owner of the entries of that author. */
  readonly authors?: ReadonlyMap<string, string>;
  /** Limits of one transaction. */
  readonly batch?: BatchSize;
  /** Options for downloading the files of attachments; without them, files stay on the old site. */
  readonly fetchOptions?: FetchOptions;
  readonly progress?: ImportCallbacks;
}

/** Functions that are called while an import is running. */
interface ImportCallbacks {
  /** Called with the number of bytes read so far. */
  readonly onBytes?: (read: number) => void;
  /** Called when a phase begins. */
  readonly onPhase?: (phase: ImportPhase) => void;
  /** Called after each committed batch with the number of records in it. */
  readonly onBatch?: (records: number) => void;
}

/** The phases of an import after the records were imported: references are resolved, files are downloaded, the database is optimized. */
export type ImportPhase = 'linking' | 'downloading' | 'finishing';

/** Thrown when an import fails. Batches that have been committed are retained, and another run skips their records. */
export class ImportStopped extends Error {
  override readonly name = 'ImportStopped';
  /** Report on the committed batches. */
  readonly report: Report;

  constructor(report: Report, cause: unknown) {
    super(cause instanceof Error ? cause.message : String(cause), { cause });
    this.report = report;
  }
}

const defaultBatchSize: BatchSize = { records: 250, characters: 4_000_000 };

/** Minimum number of new records after which the planner statistics are updated. */
const optimizeThreshold = 1000;

/**
 * Imports an export as a stream: while a batch is written, the next one is read. Each batch is committed together with its `imported` rows,
 * so that an import can be repeated at any time: existing records stay unchanged.
 *
 * Throws ImportStopped if the import cannot continue. Its `cause` is an error of the file or the storage, or ImportError if an
 * assigned user does not exist or the site has no administrator.
 */
export async function importSite(options: ImportOptions, source: AsyncIterable<Uint8Array>): Promise<Report> {
  const {
    service,
    database,
    authors = new Map(),
    batch: size = defaultBatchSize,
    fetchOptions,
    progress = {},
  } = options;
  const { onBytes, onPhase = () => {}, onBatch = () => {} } = progress;
  const report = new Report();
  const batches = new AheadReader(batchesOf(readWxr(source, onBytes ? { onBytes } : {}), size));
  let run: ImportRun | undefined;
  try {
    for (let records = await batches.read(); records !== undefined; records = await batches.read()) {
      if (!run) {
        run = await createRun(service, database, sourceOf(records[0]), authors);
        await importSiteSettings(run, report, records[0] as WxrSite);
      }
      // The next batch is read while this one waits for other threads or servers.
      batches.readAhead();
      await importBatch(run, report, records.map(withMenuInGuid));
      onBatch(records.length);
    }
    onPhase('linking');
    if (run) await resolvePending(run, report, true);
    if (run) reportStructure(run, report);
    if (fetchOptions) onPhase('downloading');
    if (run) await (fetchOptions ? fetchFiles(run, report, fetchOptions) : reportPendingFiles(run, report));
    onPhase('finishing');
    if (report.imported >= optimizeThreshold) await optimize(database);
    return report;
  } catch (error) {
    if (run) await resolvePending(run, report, false).catch(() => {});
    throw new ImportStopped(report, error);
  } finally {
    await batches.close();
  }
}

/** Completes the search index, and refreshes the planner statistics unless others write all the time: later writes refresh them, too. */
async function optimize(database: Database): Promise<void> {
  try {
    await database.optimize();
  } catch (error) {
    if (!(error instanceof DatabaseBusy)) throw error;
  }
}

async function fetchFiles(run: ImportRun, report: Report, fetchOptions: FetchOptions): Promise<void> {
  try {
    await fetchAttachments(run, report, fetchOptions);
  } finally {
    // The URLs of downloaded files are replaced even if an error has ended the downloads.
    await rewriteFileUrls(run, report);
  }
}

async function reportPendingFiles(run: ImportRun, report: Report): Promise<void> {
  const count = await countAwaiting(run);
  if (count > 0) report.notes.add('files still on the old site; --fetch-attachments downloads them', count);
}

/** Returns the identifier of the exported site from the first record of the export: its URL or, if it has none, its title. */
function sourceOf(siteRecord: WxrRecord | undefined): string {
  const { baseUrl, link, title } = siteRecord as WxrSite;
  return (baseUrl || link || title).replace(/\/+$/, '');
}

/** Imports records in one transaction. */
const importBatch = (run: ImportRun, report: Report, records: readonly WxrRecord[]): Promise<void> =>
  inBatch(run, report, async (batch) => {
    await prepareBatch(batch, records);
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
