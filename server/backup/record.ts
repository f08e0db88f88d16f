// The record of a backup, a JSON file in the same folder.
import type { BackupHeader, BackupTrailer } from './format.ts';

/** The latest restore of a backup. */
export interface RestoreRecord {
  readonly state: 'restoring' | 'done' | 'failed';
  /** The start, ISO 8601 in UTC. */
  readonly started: string;
  readonly finished: string | null;
  /** The login of the user who started it; empty for the command line. */
  readonly started_by: string;
  /** The progress, from 0 to 1. */
  readonly progress: number;
  readonly error: string | null;
}

export interface BackupRecord {
  readonly id: string;
  readonly name: string;
  readonly state: 'making' | 'ready' | 'failed';
  /** The time whose data it contains, ISO 8601 in UTC. */
  readonly made: string;
  readonly finished: string | null;
  readonly made_by: string;
  /** Size in bytes; 0 until it is ready. */
  readonly size: number;
  readonly progress: number;
  readonly error: string | null;
  /** Counts of its contents; null until it is ready. */
  readonly contents: Contents | null;
  readonly restore: RestoreRecord | null;
}

export interface Contents {
  readonly entries: number;
  readonly terms: number;
  readonly users: number;
  readonly comments: number;
  readonly files: number;
  /** Number of files that were deleted while it was created. */
  readonly missing_files: number;
}

/** Returns the counts that are presented to users, from the trailer of a backup. */
export const contentsOf = ({ rows, files, missing }: BackupTrailer): Contents => ({
  entries: rows.entries ?? 0,
  terms: rows.terms ?? 0,
  users: rows.users ?? 0,
  comments: rows.comments ?? 0,
  files,
  missing_files: missing,
});

/** Returns the record of an archive that was copied into the folder, of which only the header is known. */
export const recordOfHeader = (id: string, { name, made, made_by }: BackupHeader, size: number): BackupRecord => ({
  ...{ id, name, state: 'ready', made, finished: null, made_by, size, progress: 1 },
  ...{ error: null, contents: null, restore: null },
});
