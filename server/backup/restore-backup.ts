// Restores a backup: validates it completely, stores its files and replaces all rows.
import type { AuditActor } from '../audit/record-event.ts';
import type { Database } from '../database/handle.ts';
import type { FileStore } from '../files/store.ts';
import { type CheckedBackup, checkBackup, readHeader } from './check-backup.ts';
import {
  type ExtensionMigrations,
  findSiteFingerprint,
  requireCompatibleVersion,
  requireSameSite,
} from './compatibility.ts';
import { putFiles } from './restore-files.ts';
import { replaceRows } from './restore-rows.ts';

/** The site to restore and callbacks. */
export interface RestoreOptions {
  /** A database with an up-to-date schema. */
  readonly database: Database;
  readonly files: FileStore;
  /** The extensions whose data can be restored. */
  readonly extensions: readonly ExtensionMigrations[];
  readonly clock: () => number;
  /** The actor of the audit event. */
  readonly auditActor: AuditActor;
  /** Whether a backup of another site may replace the current site. */
  readonly foreign?: boolean;
  readonly signal?: AbortSignal | undefined;
  /** Called with the progress, from 0 to 1. */
  readonly onProgress?: ((done: number) => void) | undefined;
}

/** Throws BackupCorrupt or BackupIncompatible if the header of a backup shows that it cannot be restored. */
export async function requireRestorable(
  { database, extensions, foreign = false }: Pick<RestoreOptions, 'database' | 'extensions' | 'foreign'>,
  path: string,
): Promise<void> {
  const head = await readHeader(path);
  requireCompatibleVersion(head, extensions);
  if (!foreign) requireSameSite(head, await findSiteFingerprint(database.read));
}

/**
 * Restores a backup. If the restore fails before the final commit, no data is changed. Until the commit, a running service can read
 * the previous data. Data that is written during the restore is lost, like everything newer than the backup.
 *
 * Throws BackupCorrupt, BackupIncompatible, StoreFullError, StoreUnavailableError, errors of the database, or `signal.reason` if the
 * signal aborts.
 */
export async function restoreBackup(options: RestoreOptions, path: string): Promise<CheckedBackup> {
  const { onProgress, ...common } = options;
  const step = (n: number) => onProgress && ((done: number) => onProgress((n + done) / 3));
  await requireRestorable(options, path);
  const checked = await checkBackup(path, { signal: common.signal, onProgress: step(0) });
  const files = await putFiles({ ...common, onProgress: step(1) }, path);
  try {
    const isSameSite = (await findSiteFingerprint(common.database.read)) === checked.head.site;
    await replaceRows({ ...common, isSameSite, onProgress: step(2) }, path, checked);
  } catch (error) {
    await files.undo().catch(() => undefined);
    throw error;
  }
  await files.replaceConflicting();
  return checked;
}
