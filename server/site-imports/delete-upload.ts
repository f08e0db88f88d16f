// Deletes uploaded export files.
import { rm } from 'node:fs/promises';
import path from 'node:path';
import { mapDiskErrors } from '../files/disk-store.ts';
import type { FileStore } from '../files/store.ts';
import type { ImportsDeps } from './deps.ts';
import { importNotFound, importRunning, isLeaseHeld } from './deps.ts';
import { deleteImportRow, deletePieces, type ImportRow, listPieces, lockImport, updateImport } from './store.ts';

/**
 * Deletes an uploaded file with its reports, and returns the previous row. `isDeletable` is called when no other transaction can change it.
 *
 * Throws ApiError 404 `rest_import_invalid_id`, 409 `rest_import_running`, also if it is not deletable, and the errors of the store.
 */
export async function deleteUpload(
  deps: ImportsDeps,
  id: number,
  isDeletable?: (row: ImportRow) => boolean,
): Promise<ImportRow> {
  const previous = await deletePiecesOf(deps, id, isDeletable);
  await deps.database.transaction((tx) => deleteImportRow(tx, id));
  return previous;
}

/** Deletes the file of an import, but not its reports, and returns the previous row. Throws the errors of `deleteUpload`. */
export async function deletePiecesOf(
  { database, clock, store }: ImportsDeps,
  id: number,
  isDeletable: (row: ImportRow) => boolean = () => true,
): Promise<ImportRow> {
  const previous = await database.transaction(async (tx) => {
    const row = await lockImport(tx, id);
    if (!row) throw importNotFound();
    if (row.running !== '' && (await isLeaseHeld({ database, clock }))) throw importRunning();
    if (!isDeletable(row)) throw importRunning();
    // From now on, no piece is added and no run is started.
    await updateImport(tx, { ...row, state: 'file-deleted' });
    return row;
  });
  const pieces = await listPieces(database.read, previous);
  if (pieces.length > 0) await deleteFiles(await store(), previous, pieces);
  await database.transaction((tx) => deletePieces(tx, id));
  return previous;
}

async function deleteFiles(store: FileStore, { folder }: ImportRow, pieces: readonly string[]): Promise<void> {
  const localFolder = store.folder;
  if (localFolder !== undefined)
    return mapDiskErrors(() => rm(path.join(localFolder, folder), { recursive: true, force: true }));
  for (const piece of pieces) await store.delete(piece);
}
