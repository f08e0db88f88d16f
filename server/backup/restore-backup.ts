// Restores a backup: it is checked whole, its files are stored, then its rows take the place of all that is there.
import type { Doer } from '../audit/note.ts';
import type { Database } from '../database/handle.ts';
import type { FileStore } from '../files/store.ts';
import { type Checked, checkBackup, headOf } from './check-backup.ts';
import { requireKnown, requireOwn, siteIn, type TablesOfExtension } from './fit.ts';
import { putFiles } from './restore-files.ts';
import { replaceRows } from './restore-rows.ts';

export interface Restoring {
  /** With tables that are up to date. */
  readonly database: Database;
  readonly files: FileStore;
  /** Everything whose rows can be restored. */
  readonly extensions: readonly TablesOfExtension[];
  readonly clock: () => number;
  /** Who wants it. */
  readonly by: Doer;
  /** Whether a backup of another site may take the place of the one that is there. */
  readonly foreign?: boolean;
  readonly signal?: AbortSignal | undefined;
  /** Told how much is done, from 0 to 1. */
  readonly onProgress?: ((done: number) => void) | undefined;
}

/** What can be said of a backup by its head alone. Throws BackupBroken, BackupUnfit. */
export async function requireFit(
  { database, extensions, foreign = false }: Pick<Restoring, 'database' | 'extensions' | 'foreign'>,
  path: string,
): Promise<void> {
  const head = await headOf(path);
  requireKnown(head, extensions);
  if (!foreign) requireOwn(head, await siteIn(database.read));
}

/**
 * Restores a backup; until the very end nothing of what is there changes, and where it fails nothing has. Where a site is
 * served meanwhile its reads go on; what is written meanwhile is lost with all that is newer than the backup.
 *
 * Throws BackupBroken, BackupUnfit, StoreFull, StoreUnavailable, errors of the database, or the reason of the signal.
 */
export async function restoreBackup(restoring: Restoring, path: string): Promise<Checked> {
  const { onProgress, ...parts } = restoring;
  const step = (n: number) => onProgress && ((done: number) => onProgress((n + done) / 3));
  await requireFit(restoring, path);
  const checked = await checkBackup(path, { signal: parts.signal, onProgress: step(0) });
  const files = await putFiles({ ...parts, onProgress: step(1) }, path);
  try {
    const isOwn = (await siteIn(parts.database.read)) === checked.head.site;
    await replaceRows({ ...parts, isOwn, onProgress: step(2) }, path, checked);
  } catch (error) {
    await files.undo().catch(() => undefined);
    throw error;
  }
  await files.settle();
  return checked;
}
