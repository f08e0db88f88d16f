// Receives the pieces of an export file, in their order. A piece is stored completely or not at all, so that a client can continue after a
// lost connection.
import { randomUUID } from 'node:crypto';
import { copyFile, rename, rm } from 'node:fs/promises';
import path from 'node:path';
import { ApiError } from '../api-error.ts';
import { mapDiskErrors } from '../files/disk-store.ts';
import type { FileStore } from '../files/store.ts';
import { readPiece, requireOffset } from '../http/pieces.ts';
import type { ReceivedFile, Upload } from '../http/upload.ts';
import { deleteUpload } from './delete-upload.ts';
import { type ImportsDeps, importNotFound } from './deps.ts';
import { type ExportedSite, ImportCrashed, ImportUnavailable, NotAnExport } from './runner.ts';
import { type ImportRow, insertPiece, lockImport, updateImport } from './store.ts';

/**
 * Stores the next piece of a file and returns the row of its import. The first piece must begin like a site export; otherwise the upload is
 * deleted.
 *
 * Throws ApiError 400 `rest_upload_no_data`, `rest_upload_invalid_piece` or `rest_import_invalid_file`, 404 `rest_import_invalid_id`, 409
 * `rest_upload_wrong_offset` or `rest_import_unavailable`, 412 `rest_upload_hash_mismatch`, 413 `rest_upload_file_too_big`, and the errors of
 * the store.
 */
export async function receivePiece(
  deps: ImportsDeps,
  row: ImportRow,
  offset: number,
  upload: Upload | undefined,
): Promise<ImportRow> {
  requireOffset(progressOf(row), offset);
  const store = await deps.store();
  const file = await readPiece(upload, Math.min(deps.pieceBytes, row.size - offset));
  const site = offset === 0 ? await inspect(deps, row, file) : undefined;
  const name = `${offset}-${randomUUID()}`;
  const storedPath = `${row.folder}/${name}`;
  await putPiece(store, storedPath, file);
  try {
    return await deps.database.transaction(async (tx) => {
      const current = await lockImport(tx, row.id);
      if (!current) throw importNotFound();
      requireOffset(progressOf(current), offset);
      await insertPiece(tx, row.id, offset, name);
      const received = offset + file.size;
      const after: ImportRow = {
        ...current,
        ...(site && { site_title: site.title, site_url: site.url }),
        ...{ received, state: received === row.size ? 'uploaded' : 'uploading', updated: deps.clock() },
      };
      await updateImport(tx, after);
      return after;
    });
  } catch (error) {
    await store.delete(storedPath).catch(() => undefined);
    throw error;
  }
}

const progressOf = ({ received, state }: ImportRow) => ({ received, isComplete: state !== 'uploading' });

/** Returns the site of the file that begins with this piece. If it is no export, deletes the upload and throws ApiError 400. */
async function inspect(deps: ImportsDeps, row: ImportRow, file: ReceivedFile): Promise<ExportedSite> {
  try {
    return await deps.runner().inspect(file.path);
  } catch (error) {
    if (error instanceof ImportUnavailable) throw new ApiError('rest_import_unavailable', 409, error.message);
    if (!(error instanceof NotAnExport) && !(error instanceof ImportCrashed)) throw error;
    await deleteUpload(deps, row.id);
    const reason = error instanceof NotAnExport ? error.message : 'The beginning of the file cannot be read.';
    throw new ApiError('rest_import_invalid_file', 400, `${reason} Choose a file that the old site has exported.`);
  }
}

/** Moves a received file into the store, which may be on another file system. */
async function putPiece(store: FileStore, storedPath: string, file: ReceivedFile): Promise<void> {
  const workPath = path.join(store.workFolder, randomUUID());
  try {
    await mapDiskErrors(() =>
      rename(file.path, workPath).catch((error: NodeJS.ErrnoException) => {
        if (error.code !== 'EXDEV') throw error;
        return copyFile(file.path, workPath);
      }),
    );
    await store.put(storedPath, workPath, 'application/octet-stream');
  } finally {
    await rm(workPath, { force: true });
  }
}
