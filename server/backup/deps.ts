// Dependencies for creating and restoring backups.
import type { Database } from '../database/handle.ts';
import type { FileStore } from '../files/store.ts';
import type { BackupFolder } from './backup-folder.ts';
import type { ExtensionMigrations } from './compatibility.ts';
import { BackupNotFound, BackupNotReady } from './errors.ts';
import type { BackupRecord } from './record.ts';

export interface BackupDeps {
  readonly database: Database;
  readonly files: FileStore;
  /** The folder of backups; undefined when none is configured. */
  readonly folder: BackupFolder | undefined;
  /** The key for hashes of the site's secrets. */
  readonly key: string;
  /** The URL of the site. */
  readonly home: string;
  readonly extensions: readonly ExtensionMigrations[];
  readonly clock: () => number;
  /** Called with errors whose details the record does not contain. */
  readonly onFailure?: (error: unknown, id: string) => void;
}

/** Returns the folder of backups. Throws BackupNotReady when none is configured. */
export function requireBackupFolder({ folder }: BackupDeps): BackupFolder {
  if (folder) return folder;
  throw new BackupNotReady('No folder for backups is configured.');
}

/** Returns the stored record of a backup. Throws BackupNotFound. */
export async function findBackup({ folder }: BackupDeps, id: string): Promise<BackupRecord> {
  const found = await folder?.find(id);
  if (found) return found;
  throw new BackupNotFound('No backup with this ID.');
}

/** Returns the current time, ISO 8601 in UTC. */
export const currentTimestamp = ({ clock }: BackupDeps): string => new Date(clock()).toISOString();
