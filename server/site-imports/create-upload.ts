// Starts the upload of an export file.
import { randomUUID } from 'node:crypto';
import type { Actor } from '../access/actor.ts';
import { ApiError } from '../api-error.ts';
import { requireSpace } from '../files/require-space.ts';
import type { ImportsDeps } from './deps.ts';
import { pruneImports } from './prune.ts';
import { type ImportRow, insertImport, listImportRows } from './store.ts';

/** Maximum number of uploads that are not complete. */
const maxUnfinished = 5;

/** Maximum number of files that are stored at a time. */
const maxFiles = 20;

/** The file that is announced. `size` is in bytes. */
export interface AnnouncedFile {
  readonly file_name: string;
  readonly size: number;
  readonly fingerprint: string;
}

/**
 * Starts an upload and returns its row.
 *
 * Throws ApiError 409 `rest_too_many_imports` if there are too many unfinished uploads or files, and 413 `rest_upload_no_space` if the disk
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
    if (store.folder !== undefined) await requireSpace(store.folder, file.size + pending);
    return insertImport(tx, {
      ...{ folder: randomUUID(), file_name: file.file_name, size: file.size, fingerprint: file.fingerprint },
      ...{ username: actor.login, user_id: actor.id, created: clock() },
    });
  });
}

const tooManyError = (message: string) => new ApiError('rest_too_many_imports', 409, message);
