// Deletes abandoned uploads, files that nobody has used for a while, and old reports.
import { readdir, rm, stat } from 'node:fs/promises';
import path from 'node:path';
import { ApiError } from '../api-error.ts';
import { pruneWorkFolder } from '../files/spool.ts';
import type { FileStore } from '../files/store.ts';
import { deletePiecesOf, deleteUpload } from './delete-upload.ts';
import { type ImportsDeps, isLeaseHeld } from './deps.ts';
import { type ImportRow, listImportRows, listPieces } from './store.ts';

const dayMs = 24 * 3600_000;

/** Time after the latest piece at which an unfinished upload is deleted, and after its latest use at which a file is, in milliseconds. */
const lifetimesMs: Readonly<Record<string, number>> = { uploading: dayMs, uploaded: 7 * dayMs };

/** Maximum number of imports whose reports remain after their files were deleted. */
const maxReports = 50;

/** Returns the time at which the file of an import is deleted, in milliseconds since 1970; undefined if it was deleted. */
export function expiryOf({ state, updated }: ImportRow): number | undefined {
  const lifetime = lifetimesMs[state];
  return lifetime === undefined ? undefined : updated + lifetime;
}

/** Deletes what has expired. Throws errors of the database and the store of export files. */
export async function pruneImports(deps: ImportsDeps): Promise<void> {
  const rows = await listImportRows(deps.database.read);
  const isRunning = rows.some(({ running }) => running !== '') && (await isLeaseHeld(deps));
  const idle = rows.filter(({ running }) => running === '' || !isRunning);
  for (const row of idle)
    if ((expiryOf(row) ?? 0) <= deps.clock())
      await pruneImport(deps, row).catch((error: unknown) => {
        // Another process has deleted or used it meanwhile.
        if (!(error instanceof ApiError)) deps.onFailure(error, row.id);
      });
  const reports = idle.filter(({ state }) => state === 'file-deleted');
  for (const { id } of reports.slice(maxReports)) await deleteUpload(deps, id);
  const store = await deps.store();
  await pruneWorkFolder(store.workFolder, Date.now());
  await pruneFolders(store, new Set(rows.map(({ folder }) => folder)));
}

async function pruneImport(deps: ImportsDeps, row: ImportRow): Promise<void> {
  const hasReports = row.dry_run !== '' || row.run !== '';
  if (row.state === 'uploading' || !hasReports) await deleteUpload(deps, row.id, hasExpired(deps));
  else if (row.state === 'uploaded' || (await listPieces(deps.database.read, row)).length > 0)
    await deletePiecesOf(deps, row.id, hasExpired(deps));
}

/** Returns a function that checks again whether an import has expired: it may have been used meanwhile. */
const hasExpired =
  ({ clock }: ImportsDeps) =>
  (row: ImportRow): boolean =>
    (expiryOf(row) ?? 0) <= clock();

/** Deletes the folders of imports that no longer exist, which a crash while a file was deleted has left. */
async function pruneFolders({ folder }: FileStore, known: ReadonlySet<string>): Promise<void> {
  if (folder === undefined) return;
  for (const name of await readdir(folder)) {
    if (name.startsWith('.') || known.has(name)) continue;
    const found = await stat(path.join(folder, name)).catch(() => undefined);
    if (found && Date.now() - found.mtimeMs > dayMs)
      await rm(path.join(folder, name), { recursive: true, force: true });
  }
}
