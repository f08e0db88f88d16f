// Restores a backup: validates it completely, stores its files and replaces all rows.
import type { AuditActor } from '../audit/record-event.ts';
import type { Database } from '../database/handle.ts';
import type { FileStore } from '../files/store.ts';
import { type CheckedBackup, checkBackup, type ProgressOptions, readHeader } from './check-backup.ts';
import {
  type ExtensionMigrations,
  findSiteFingerprint,
  requireCompatibleVersion,
  requireSameSite,
} from './compatibility.ts';
import { putFiles } from './restore-files.ts';
import { replaceRows } from './restore-rows.ts';

/** The site to restore. */
export interface RestoreDeps {
  /** A database with an up-to-date schema. */
  readonly database: Database;
  readonly files: FileStore;
  /** The extensions whose data can be restored. */
  readonly extensions: readonly ExtensionMigrations[];
  readonly clock: () => number;
}

export interface RestoreOptions extends ProgressOptions {
  /** The actor of the audit event. */
  readonly auditActor: AuditActor;
  /** Whether a backup of another site may replace the current site. */
  readonly foreign?: boolean;
  /**
   * Runs before rows are replaced. From then on, nobody else can change the data, so that a backup that it creates contains all changes.
   * The restore fails if it rejects.
   */
  readonly beforeReplacing?: ((options: ProgressOptions) => Promise<void>) | undefined;
}

/** Throws BackupCorrupt or BackupIncompatible if the header of a backup shows that it cannot be restored. */
export async function requireRestorable(
  { database, extensions }: Pick<RestoreDeps, 'database' | 'extensions'>,
  path: string,
  foreign = false,
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
export async function restoreBackup(
  deps: RestoreDeps,
  path: string,
  { auditActor, foreign, signal, onProgress, beforeReplacing }: RestoreOptions,
): Promise<CheckedBackup> {
  const steps = beforeReplacing ? 4 : 3;
  const step = (n: number) => onProgress && ((done: number) => onProgress((n + done) / steps));
  await requireRestorable(deps, path, foreign);
  const checked = await checkBackup(path, { signal, onProgress: step(0) });
  const files = await putFiles(deps, path, { signal, onProgress: step(1) });
  try {
    const isSameSite = (await findSiteFingerprint(deps.database.read)) === checked.head.site;
    await replaceRows(deps, path, checked, {
      ...{ auditActor, isSameSite, signal, onProgress: step(steps - 1) },
      ...(beforeReplacing && { beforeReplacing: () => beforeReplacing({ signal, onProgress: step(2) }) }),
    });
  } catch (error) {
    await files.undo().catch(() => undefined);
    throw error;
  }
  await files.replaceConflicting();
  return checked;
}
