// Reads, starts, stops and deletes imports of export files.
import { serviceLabel, serviceText } from '../../ui/service-text.ts';
import { send } from '../client.ts';
import { uploadTarget } from '../resumable-uploads.ts';

/** A dry run or an import of a file. Dates are in GMT, without a zone. */
export interface ImportRun {
  readonly state: 'running' | 'done' | 'failed' | 'interrupted';
  readonly started: string;
  readonly finished: string | null;
  readonly started_by: string;
  readonly phase: 'copying' | 'reading' | 'importing' | 'linking' | 'downloading' | 'finishing';
  readonly done: number;
  /** The value of `done` at the end of the phase; 0 if it is unknown. */
  readonly total: number;
  readonly error: string | null;
  readonly fetch_attachments: boolean;
  readonly authors: Readonly<Record<string, string>>;
  readonly has_report: boolean;
}

/** An export file. Sizes are in bytes. */
export interface SiteImport {
  readonly id: number;
  readonly file_name: string;
  readonly size: number;
  readonly fingerprint: string;
  readonly received: number;
  readonly piece_size: number;
  readonly state: 'uploading' | 'uploaded' | 'file-deleted';
  readonly expires: string | null;
  readonly site_title: string;
  readonly site_url: string;
  readonly username: string;
  readonly created: string;
  readonly dry_run: ImportRun | null;
  readonly run: ImportRun | null;
}

/** The report of a dry run or an import. */
export interface ImportReport {
  readonly records: readonly {
    readonly kind: string;
    readonly imported: number;
    readonly existing: number;
    readonly skipped: number;
  }[];
  readonly authors: readonly { readonly author: string; readonly match: string }[];
  readonly skipped_meta_fields: readonly { readonly key: string; readonly count: number }[];
  readonly site: readonly string[];
  readonly notes: readonly { readonly text: string; readonly count: number; readonly examples: readonly string[] }[];
  readonly failures: readonly { readonly url: string; readonly reason: string }[];
  readonly failure_count: number;
}

/** The path of the imports in the API. */
const importsPath = '/octavo/v1/imports';

/** The imports, newest first, whose export files are uploaded. */
export const importUploads = uploadTarget<SiteImport>(importsPath, ({ state }) => state === 'uploading');

/** Options of a run. */
export interface RunOptions {
  readonly dry_run: boolean;
  readonly fetch_attachments: boolean;
  /** Usernames of the site, keyed by usernames in the file. */
  readonly authors: Readonly<Record<string, string>>;
}

/** Starts a dry run or an import in the background. Throws ApiError. */
export const startRun = async (id: number, options: RunOptions): Promise<SiteImport> =>
  (await send<SiteImport>(`${importsPath}/${id}/run`, { method: 'POST', body: options })).data;

/** Stops the run in progress. Throws ApiError. */
export const stopRun = async (id: number): Promise<SiteImport> =>
  (await send<SiteImport>(`${importsPath}/${id}/stop`, { method: 'POST' })).data;

/** Deletes a file and its reports. Throws ApiError. */
export const deleteImport = async (id: number): Promise<void> => {
  await send(`${importsPath}/${id}`, { method: 'DELETE' });
};

/** Returns how a user was found, `USERNAME (same username)`, with the reason in the language of the admin. */
const withTranslatedReason = (match: string): string =>
  match.replace(/ \(([^()]+)\)$/, (_, reason: string) => ` (${serviceText(reason)})`);

/** Reads the report of a file's latest dry run or import. Throws ApiError. */
export const readReport = async (id: number, kind: 'dry_run' | 'run', signal?: AbortSignal): Promise<ImportReport> => {
  const query = { dry_run: kind === 'dry_run' };
  const { data } = await send<ImportReport>(`${importsPath}/${id}/report`, { query, ...(signal && { signal }) });
  return {
    ...data,
    records: data.records.map((each) => ({ ...each, kind: serviceText(serviceLabel(each.kind)) })),
    notes: data.notes.map((each) => ({ ...each, examples: each.examples.map(serviceText) })),
    failures: data.failures.map((each) => ({ ...each, reason: serviceText(each.reason) })),
    authors: data.authors.map((each) => ({ ...each, match: withTranslatedReason(each.match) })),
  };
};
