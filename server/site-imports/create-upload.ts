// Starts the upload of an export file.
import { randomUUID } from 'node:crypto';
import { statfs } from 'node:fs/promises';
import type { Actor } from '../access/actor.ts';
import { ApiError } from '../api-error.ts';
import type { FileStore } from '../files/store.ts';
import type { ImportsDeps } from './deps.ts';
import { pruneImports } from './prune.ts';
import { type ImportRow, insertImport, listImportRows } from './store.ts';

/** Maximum number of uploads that are not complete. */
const maxUnfinished = 5;

/** Maximum number of files that are stored at a time. */
const maxFiles = 20;

/** Free space that must remain on the disk, in bytes. */
const reservedBytes = 16 * 1024 * 1024;

/** The file that is announced. `size` is in bytes. */
export interface AnnouncedFile {
  readonly file_name: string;
  readonly size: number;
  readonly fingerprint: string;
}

/**
 * Starts an upload and returns its row.
 *
 * Throws ApiError 409 `rest_too_many_imports` if there are too many unfinished uploads or files, and 413 `rest_import_too_large` if the disk
 * has not enough space for the file.
 */
export async function createUpload(deps: ImportsDeps, file: AnnouncedFile, actor: Actor): Promise<ImportRow> {
  const { database, clock } = deps;
  const store = await deps.store();
  await pruneImports(deps);
  return database.transaction(async (tx) => {
    await tx.lock('imports');
    const stored = (await listImportRows(tx)).filter(({ state }) => state !== 'file-deleted');
    const unfinished = stored.filter(({ state }) => state === 'uploading');
    if (unfinished.length >= maxUnfinished)
      throw tooManyError(
        `There are already ${maxUnfinished} unfinished uploads; continue or delete one of them first.`,
      );
    if (stored.length >= maxFiles)
      throw tooManyError(`There are already ${maxFiles} uploaded files; delete one of them first.`);
    const pending = unfinished.reduce((sum, { size, received }) => sum + size - received, 0);
    await requireSpace(store, file.size + pending);
    return insertImport(tx, {
      ...{ folder: randomUUID(), file_name: file.file_name, size: file.size, fingerprint: file.fingerprint },
      ...{ username: actor.login, user_id: actor.id, created: clock() },
    });
  });
}

const tooManyError = (message: string) => new ApiError('rest_too_many_imports', 409, message);

/** Throws ApiError 413 if a local store has not enough space for this many bytes. */
async function requireSpace({ folder }: FileStore, bytes: number): Promise<void> {
  if (folder === undefined) return;
  const { bavail, blocks, bsize } = await statfs(folder);
  const free = bavail * bsize - reservedBytes;
  // File systems such as procfs have no size.
  if (blocks === 0 || bytes <= free) return;
  const mebibytes = Math.max(0, Math.floor(free / 1024 / 1024));
  throw new ApiError(
    'rest_import_too_large',
    413,
    `There is not enough space for the file on the disk of the service: ${mebibytes} MiB are available for all uploads.`,
  );
}
