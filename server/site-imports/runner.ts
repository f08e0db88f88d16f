// Defines the interface of the program that reads and imports export files. It runs in another process, because importing takes long.
import type { ImportReport, ImportRunRecord } from '../../contract/octavo-v1/imports.ts';

/** The file to import and the options. */
export interface ImportJob {
  /** The paths of the pieces in the store of export files, in their order. */
  readonly pieces: readonly string[];
  /** The size of the file, in bytes. */
  readonly size: number;
  readonly isDryRun: boolean;
  readonly shouldFetch: boolean;
  /** Usernames of the site, keyed by usernames in the file. */
  readonly authors: Readonly<Record<string, string>>;
}

/** The progress of a run: its phase, and how much of it is done. */
export type ImportProgress = Pick<ImportRunRecord, 'phase' | 'done' | 'total'>;

/** The result of a run. `error` is null if it has read the whole file and all files of media items. */
export interface ImportResult {
  readonly error: string | null;
  /** The report on what was imported; null if the import did not begin. */
  readonly report: ImportReport | null;
}

/** The site of an export file. */
export interface ExportedSite {
  readonly title: string;
  readonly url: string;
}

/** Thrown for a file that is not a site export. The message is for users. */
export class NotAnExport extends Error {
  override readonly name = 'NotAnExport';
}

/** Thrown if imports are not possible in this process, or not now. The message is for users. */
export class ImportUnavailable extends Error {
  override readonly name = 'ImportUnavailable';
}

/** Thrown if the process of an import has ended before the import. */
export class ImportCrashed extends Error {
  override readonly name = 'ImportCrashed';
}

export interface ImportRunner {
  /**
   * Returns the site of the export file that begins with the file at a local path. Throws NotAnExport, ImportUnavailable, or ImportCrashed
   * if the file cannot be read.
   */
  inspect(path: string): Promise<ExportedSite>;
  /**
   * Imports a file and resolves with the result, also if it could be imported only in part. Throws ImportUnavailable, ImportCrashed, or
   * `signal.reason` if the signal aborts.
   */
  run(job: ImportJob, signal: AbortSignal, onProgress: (progress: ImportProgress) => void): Promise<ImportResult>;
  /** Ends all processes. */
  close(): Promise<void>;
}
