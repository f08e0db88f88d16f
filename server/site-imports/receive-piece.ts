// Receives the pieces of an export file, in their order. A piece is stored completely or not at all, so that a client can continue after a
// lost connection.
import { randomUUID } from 'node:crypto';
import { copyFile, rename, rm } from 'node:fs/promises';
import path from 'node:path';
import { ApiError } from '../api-error.ts';
import { mapDiskErrors } from '../files/disk-store.ts';
import type { FileStore } from '../files/store.ts';
import type { ReceivedFile, Upload } from '../http/upload.ts';
import { deleteUpload } from './delete-upload.ts';
import { type ImportsDeps, importNotFound } from './deps.ts';
import { type ExportedSite, ImportCrashed, ImportUnavailable, NotAnExport } from './runner.ts';
import { type ImportRow, insertPiece, lockImport, updateImport } from './store.ts';

/**
 * Stores the next piece of a file and returns the row of its import. The first piece must begin like a site export; otherwise the upload is
 * deleted.
 *
 * Throws ApiError 400 `rest_upload_no_data`, `rest_import_invalid_piece` or `rest_import_invalid_file`, 404 `rest_import_invalid_id`, 409
 * `rest_import_wrong_offset` or `rest_import_unavailable`, 412 `rest_upload_hash_mismatch`, 413 `rest_upload_file_too_big`, and the errors of
 * the store.
 */
export async function receivePiece(
  deps: ImportsDeps,
  row: ImportRow,
  offset: number,
  upload: Upload | undefined,
): Promise<ImportRow> {
  requireOffset(row, offset);
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
      requireOffset(current, offset);
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

/** Throws ApiError 409 `rest_import_wrong_offset` unless the next piece of the file begins at the offset. */
function requireOffset({ received, state }: ImportRow, offset: number): void {
  if (state === 'uploading' && offset === received) return;
  const message =
    state === 'uploading'
      ? `The next piece begins at the offset ${received}.`
      : 'The file has already been received completely.';
  throw new ApiError('rest_import_wrong_offset', 409, message, { data: { received } });
}

/** Receives the body as a file with this size, in bytes. */
async function readPiece(upload: Upload | undefined, size: number): Promise<ReceivedFile> {
  const sizeError = () => new ApiError('rest_import_invalid_piece', 400, `This piece must have ${size} bytes.`);
  if (!upload || upload.fields !== undefined)
    throw new ApiError('rest_upload_no_data', 400, 'Send the piece as the body, as application/octet-stream.');
  const length = upload.headers['content-length'];
  // Larger bodies are not read.
  if (length !== undefined && Number(length) > size) throw sizeError();
  const file = await upload.body();
  if (!file) throw new ApiError('rest_upload_no_data', 400, 'The request contains no piece, or the piece is empty.');
  if (file.size !== size) throw sizeError();
  const hash = upload.headers['content-md5'];
  if (hash !== undefined && hash.trim() !== file.md5)
    throw new ApiError('rest_upload_hash_mismatch', 412, 'The piece does not match its Content-MD5 header.');
  return file;
}

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
