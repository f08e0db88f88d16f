// Defines the dependencies of imports.
import { ApiError } from '../api-error.ts';
import type { Database } from '../database/handle.ts';
import { importLease, isLeaseHeld as isNamedLeaseHeld } from '../database/lease.ts';
import type { FileStore } from '../files/store.ts';
import type { ImportRunner } from './runner.ts';

/** The storage of export files and the program that imports them. */
export interface ImportPrograms {
  /** Opens the store of export files, which is not the one of uploads, because its files are not public. Called at the first use. */
  readonly openStore: () => Promise<FileStore>;
  readonly runner: ImportRunner;
}

/** Dependencies of imports. */
export interface ImportsDeps {
  readonly database: Database;
  readonly clock: () => number;
  /** The size of each piece of an upload, in bytes. */
  readonly pieceBytes: number;
  /** Returns the store of export files. Throws ApiError 409 `rest_import_unavailable` if there is none. */
  readonly store: () => Promise<FileStore>;
  /** Returns the program that imports files. Throws ApiError 409 `rest_import_unavailable` if there is none. */
  readonly runner: () => ImportRunner;
  /** Called with errors that the state of an import does not describe in detail. */
  readonly onFailure: (error: unknown, id: number) => void;
}

/** Returns whether any process of the site is importing a file. */
export const isLeaseHeld = ({ database, clock }: Pick<ImportsDeps, 'database' | 'clock'>): Promise<boolean> =>
  isNamedLeaseHeld(database, clock, importLease);

/** Returns the error for an unknown ID. */
export const importNotFound = () => new ApiError('rest_import_invalid_id', 404, 'No import with this ID.');

/** Returns the error for a change that is not possible while a file is imported. */
export const importRunning = () =>
  new ApiError(
    'rest_import_running',
    409,
    'The file is being imported; stop the import or wait until it has finished.',
  );
