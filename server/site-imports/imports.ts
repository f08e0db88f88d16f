// Manages the uploaded export files of a site. Files are imported in the background, one at a time, with progress.
import type { Actor } from '../access/actor.ts';
import { ApiError } from '../api-error.ts';
import type { AuditActor } from '../audit/record-event.ts';
import type { Database } from '../database/handle.ts';
import type { FileStore } from '../files/store.ts';
import { pieceBytesOf } from '../http/pieces.ts';
import type { Upload } from '../http/upload.ts';
import { makeBackground } from './background.ts';
import { type AnnouncedFile, createUpload } from './create-upload.ts';
import { deleteUpload } from './delete-upload.ts';
import { type ImportPrograms, type ImportsDeps, importNotFound, isLeaseHeld } from './deps.ts';
import { pruneImports } from './prune.ts';
import { receivePiece } from './receive-piece.ts';
import { markInterrupted, runStateOf } from './run-state.ts';
import { type RunOptions, startRun } from './start-run.ts';
import { findImport, type ImportRow, listImportRows, lockImport, type RunKind, updateImport } from './store.ts';

/**
 * The operations on imports, with the same result in every process of the site. They may throw ApiError, StoreUnavailableError,
 * StoreFullError and errors of the database.
 */
export interface Imports {
  /** The size of each piece of an upload, in bytes. */
  readonly pieceBytes: number;
  /** Returns all imports, newest first. */
  list(): Promise<ImportRow[]>;
  /** Returns an import; undefined if there is none with this ID. */
  find(id: number): Promise<ImportRow | undefined>;
  create(file: AnnouncedFile, actor: Actor): Promise<ImportRow>;
  receivePiece(row: ImportRow, offset: number, upload: Upload | undefined): Promise<ImportRow>;
  start(id: number, options: RunOptions, by: AuditActor): Promise<ImportRow>;
  /** Requests that the run in progress stops, and returns the row. Throws ApiError 409 `rest_import_not_running` if there is none. */
  stop(id: number): Promise<ImportRow>;
  /** Deletes a file with its reports, and returns the previous row. */
  delete(id: number): Promise<ImportRow>;
  /** Deletes abandoned uploads, files that nobody has used for a while, and old reports. */
  prune(): Promise<void>;
  /** Interrupts the run in progress. */
  close(): Promise<void>;
}

/** Options of imports. */
export interface ImportsOptions {
  readonly database: Database;
  readonly clock: () => number;
  /** Maximum size of a request body that is a file, in bytes. */
  readonly maxUploadBytes: number;
  /** The store and the program; undefined for commands, in which no imports are possible. */
  readonly programs: ImportPrograms | undefined;
  /** Called with errors that the state of an import does not describe in detail. */
  readonly onFailure: (error: unknown, id: number) => void;
}

/** Opens the imports of a site. Call `close` when the service stops. */
export function openImports({ database, clock, maxUploadBytes, programs, onFailure }: ImportsOptions): Imports {
  let store: Promise<FileStore> | undefined;
  const requirePrograms = (): ImportPrograms => {
    if (programs) return programs;
    throw new ApiError('rest_import_unavailable', 409, 'This process cannot import files.');
  };
  const deps: ImportsDeps = {
    ...{ database, clock, onFailure },
    pieceBytes: pieceBytesOf(maxUploadBytes),
    store: () => {
      store ??= requirePrograms()
        .openStore()
        .catch((error: unknown) => {
          // The next request tries again.
          store = undefined;
          throw error;
        });
      return store;
    },
    runner: () => requirePrograms().runner,
  };
  const background = makeBackground(deps);
  return {
    pieceBytes: deps.pieceBytes,
    list: () => withInterruptions(deps, () => listImportRows(database.read)),
    find: async (id) => {
      const read = async () => [(await findImport(database.read, id)) ?? []].flat();
      return (await withInterruptions(deps, read))[0];
    },
    create: (file, actor) => createUpload(deps, file, actor),
    receivePiece: (row, offset, upload) => receivePiece(deps, row, offset, upload),
    start: (id, options, by) => startRun(deps, background, id, options, by),
    stop: (id) => requestStop(deps, id),
    delete: (id) => deleteUpload(deps, id),
    prune: () => (programs ? pruneImports(deps) : Promise.resolve()),
    close: async () => {
      await background.close();
      await programs?.runner.close();
    },
  };
}

/**
 * Returns the rows that `read` finds, with runs marked as interrupted if the process that has started them has died. The rows are read again
 * after the lease, because a run may have ended in between.
 */
async function withInterruptions(deps: ImportsDeps, read: () => Promise<ImportRow[]>): Promise<ImportRow[]> {
  const before = await read();
  const runs = new Set(before.flatMap((row) => runOf(row) ?? []));
  if (runs.size === 0 || (await isLeaseHeld(deps))) return before;
  const isDead = (row: ImportRow) => runs.has(runOf(row) ?? '');
  return (await read()).map((row) => (isDead(row) ? markInterrupted(row, row.updated) : row));
}

/** Returns what identifies the run in progress of an import; undefined if there is none. */
const runOf = (row: ImportRow): string | undefined => {
  const kind = row.running as RunKind | '';
  return kind === '' ? undefined : `${row.id} ${kind} ${runStateOf(row, kind)?.started}`;
};

function requestStop({ database }: ImportsDeps, id: number): Promise<ImportRow> {
  return database.transaction(async (tx) => {
    const row = await lockImport(tx, id);
    if (!row) throw importNotFound();
    if (row.running === '')
      throw new ApiError('rest_import_not_running', 409, 'No dry run or import of this file is in progress.');
    const stopping = { ...row, stop_requested: 1 };
    await updateImport(tx, stopping);
    return stopping;
  });
}
