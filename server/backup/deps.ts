// Defines the dependencies for creating and restoring backups.
import type { Database } from '../database/handle.ts';
import type { FileStore } from '../files/store.ts';
import type { BackupFolder } from './backup-folder.ts';
import type { ExtensionMigrations } from './compatibility.ts';
import { BackupNotFound, BackupNotReady } from './errors.ts';
import type { BackupHeader } from './format.ts';
import type { BackupRecord } from './record.ts';

/** Dependencies for creating and restoring backups. */
export interface BackupDeps {
  readonly database: Database;
  readonly files: FileStore;
  /** The backup folder; undefined when no folder is configured. */
  readonly folder: BackupFolder | undefined;
  /** The identifier and the URL of the site. */
  readonly origin: Pick<BackupHeader, 'site' | 'home'>;
  readonly extensions: readonly ExtensionMigrations[];
  readonly clock: () => number;
}

/** Returns the backup folder. Throws BackupNotReady when no folder is configured. */
export function requireBackupFolder({ folder }: BackupDeps): BackupFolder {
  if (folder) return folder;
  throw new BackupNotReady('No backup folder is configured.');
}

/** Returns the stored record of a backup. Throws BackupNotFound when there is no backup with this ID. */
export async function findBackup({ folder }: BackupDeps, id: string): Promise<BackupRecord> {
  const found = await folder?.find(id);
  if (found) return found;
  throw new BackupNotFound('No backup with this ID.');
}

/** Returns the current time in ISO 8601, UTC. */
export const currentTimestamp = ({ clock }: BackupDeps): string => new Date(clock()).toISOString();
