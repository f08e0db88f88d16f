// Finds out what a backup contains, and whether it can be restored, without reading it completely.
import { stat } from 'node:fs/promises';
import { readHeader } from './check-backup.ts';
import { type BackupDeps, findBackup, requireBackupFolder } from './deps.ts';
import { BackupCorrupt, BackupIncompatible, BackupNotReady } from './errors.ts';
import type { BackupHeader } from './format.ts';
import type { BackupRecord } from './record.ts';
import { requireRestorable } from './restore-backup.ts';

/** Why a backup cannot be restored on this site. The message is for administrators. */
export interface RestoreObstacle {
  readonly reason: BackupIncompatible['reason'] | 'damaged';
  readonly message: string;
}

/** The record and the header of a backup. */
export interface InspectedBackup {
  readonly record: BackupRecord;
  readonly head: BackupHeader;
  readonly obstacle: RestoreObstacle | null;
}

/** The file of a backup. */
export interface BackupArchive {
  readonly record: BackupRecord;
  /** The path of the file. */
  readonly file: string;
  /** The size of the file, in bytes. */
  readonly size: number;
  /** The time of the last change of the file, in milliseconds since 1970. */
  readonly modified: number;
}

/** Returns the record of a complete backup. Throws BackupNotFound, and BackupNotReady if it is incomplete. */
export async function requireReady(deps: BackupDeps, id: string): Promise<BackupRecord> {
  const record = await findBackup(deps, id);
  if (record.state === 'ready') return record;
  throw new BackupNotReady('This backup is incomplete; create another backup.');
}

/** Returns the header of a complete backup. Throws BackupNotFound, BackupNotReady, and BackupCorrupt if it cannot be read. */
export async function inspectBackup(deps: BackupDeps, id: string): Promise<InspectedBackup> {
  const record = await requireReady(deps, id);
  const head = await readHeader(requireBackupFolder(deps).archiveOf(id));
  return { record, head, obstacle: await findObstacle(deps, record) };
}

/** Returns why a backup cannot be restored on this site; null if its header shows no reason, or if the backup is incomplete. */
export async function findObstacle(deps: BackupDeps, { id, state }: BackupRecord): Promise<RestoreObstacle | null> {
  if (state !== 'ready') return null;
  try {
    await requireRestorable(deps, requireBackupFolder(deps).archiveOf(id));
    return null;
  } catch (error) {
    if (error instanceof BackupIncompatible) return { reason: error.reason, message: error.message };
    if (!(error instanceof BackupCorrupt)) throw error;
    return { reason: 'damaged', message: `The backup cannot be used: ${error.message}.` };
  }
}

/** Returns the file of a complete backup. Throws BackupNotFound, and BackupNotReady if it is incomplete or has no file. */
export async function locateArchive(deps: BackupDeps, id: string): Promise<BackupArchive> {
  const record = await requireReady(deps, id);
  const file = requireBackupFolder(deps).archiveOf(id);
  const found = await stat(file).catch(() => undefined);
  if (!found?.isFile() || found.size === 0) throw new BackupNotReady('The archive of this backup is missing or empty.');
  return { record, file, size: found.size, modified: found.mtimeMs };
}
