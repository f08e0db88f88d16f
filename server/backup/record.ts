// Defines the record of a backup, which is stored as a JSON file next to its archive.
import type { BackupHeader, BackupTrailer } from './format.ts';

/** The latest restore of a backup. */
export interface RestoreRecord {
  readonly state: 'restoring' | 'done' | 'failed';
  /** The start in ISO 8601, UTC. */
  readonly started: string;
  readonly finished: string | null;
  /** The username of the user who started the restore; empty for the command line. */
  readonly started_by: string;
  /** The progress, from 0 to 1. */
  readonly progress: number;
  readonly error: string | null;
  /** The ID of the backup of the data that the restore has replaced; absent if none was created. */
  readonly copy?: string;
}

/** The latest check of a backup. */
export interface CheckRecord {
  readonly state: 'checking' | 'done' | 'failed';
  /** The start in ISO 8601, UTC. */
  readonly started: string;
  readonly finished: string | null;
  /** The progress, from 0 to 1. */
  readonly progress: number;
  readonly error: string | null;
}

/** A backup: its metadata, its progress, its last check and its last restore. */
export interface BackupRecord {
  readonly id: string;
  readonly name: string;
  readonly state: 'making' | 'ready' | 'failed';
  /** The start of the backup in ISO 8601, UTC. The backup contains all data that was committed before it. */
  readonly made: string;
  readonly finished: string | null;
  readonly made_by: string;
  /** Whether a restore has created the backup, of the data that it replaced. */
  readonly automatic?: boolean;
  /** Size of the archive, in bytes; 0 until the backup is ready. */
  readonly size: number;
  /** The progress, from 0 to 1. */
  readonly progress: number;
  readonly error: string | null;
  /** The number of records in the backup, by kind; null until it is ready. */
  readonly contents: BackupCounts | null;
  readonly restore: RestoreRecord | null;
  /** The latest check; absent if there was none. */
  readonly check?: CheckRecord;
}

/** The number of records in a backup, by kind. */
export interface BackupCounts {
  readonly entries: number;
  readonly terms: number;
  readonly users: number;
  readonly comments: number;
  readonly files: number;
  /** The number of files that were deleted while the backup was being created. */
  readonly missing_files: number;
}

/** Returns the counts that are presented to users. They are taken from the trailer of a backup. */
export const countsOf = ({ rows, files, missing }: BackupTrailer): BackupCounts => ({
  entries: rows.entries ?? 0,
  terms: rows.terms ?? 0,
  users: rows.users ?? 0,
  comments: rows.comments ?? 0,
  files,
  missing_files: missing,
});

/** Returns the record of an archive that was copied into the folder without its record. It contains the data of the header. */
export const recordOfHeader = (id: string, { name, made, made_by }: BackupHeader, size: number): BackupRecord => ({
  ...{ id, name, state: 'ready', made, finished: null, made_by, size, progress: 1 },
  ...{ error: null, contents: null, restore: null },
});
