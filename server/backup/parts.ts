// What making and restoring backups is given.
import type { Database } from '../database/handle.ts';
import type { FileStore } from '../files/store.ts';
import { BackupNotReady, BackupUnknown } from './errors.ts';
import type { TablesOfExtension } from './fit.ts';
import type { BackupPlace } from './place.ts';
import type { BackupRecord } from './record.ts';

export interface BackupParts {
  readonly database: Database;
  readonly files: FileStore;
  /** Absent: none can be made. */
  readonly place: BackupPlace | undefined;
  /** The key of the site's hashes of secrets. */
  readonly key: string;
  /** The address of the site. */
  readonly home: string;
  readonly extensions: readonly TablesOfExtension[];
  readonly clock: () => number;
  /** Told why something failed, where that is more than its record tells. */
  readonly onFailure?: (error: unknown, id: string) => void;
}

/** Where backups are kept. Throws BackupNotReady where that is nowhere. */
export function requirePlace({ place }: BackupParts): BackupPlace {
  if (place) return place;
  throw new BackupNotReady('No place for backups is configured.');
}

/** The backup of this id, as it is written down. Throws BackupUnknown. */
export async function findBackup({ place }: BackupParts, id: string): Promise<BackupRecord> {
  const found = await place?.find(id);
  if (found) return found;
  throw new BackupUnknown('There is no backup of this id.');
}

/** The present moment as records tell it. */
export const nowIn = ({ clock }: BackupParts): string => new Date(clock()).toISOString();
