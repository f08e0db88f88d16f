// What is known of each backup beside it, for people: a note in the same folder.
import type { End, Head } from './format.ts';

/** A restore of a backup: the latest one. */
export interface RestoreRecord {
  readonly state: 'restoring' | 'done' | 'failed';
  /** ISO 8601 in UTC. */
  readonly started: string;
  readonly finished: string | null;
  /** The login of who wanted it; empty: the command line. */
  readonly started_by: string;
  /** From 0 to 1. */
  readonly progress: number;
  readonly error: string | null;
}

export interface BackupRecord {
  readonly id: string;
  readonly name: string;
  readonly state: 'making' | 'ready' | 'failed';
  /** The moment that it is of. ISO 8601 in UTC. */
  readonly made: string;
  readonly finished: string | null;
  readonly made_by: string;
  /** Bytes; 0 as long as it is not ready. */
  readonly size: number;
  readonly progress: number;
  readonly error: string | null;
  /** What is in it; null as long as it is not ready. */
  readonly contents: Contents | null;
  readonly restore: RestoreRecord | null;
}

export interface Contents {
  readonly entries: number;
  readonly terms: number;
  readonly users: number;
  readonly comments: number;
  readonly files: number;
  /** Files that were removed while it was made. */
  readonly missing_files: number;
}

/** What a backup holds, as people are told it, from the note at its end. */
export const contentsOf = ({ rows, files, missing }: End): Contents => ({
  entries: rows.entries ?? 0,
  terms: rows.terms ?? 0,
  users: rows.users ?? 0,
  comments: rows.comments ?? 0,
  files,
  missing_files: missing,
});

/** The record of a backup that was brought here, of which only what its head says is known. */
export const recordOfHead = (id: string, { name, made, made_by }: Head, size: number): BackupRecord => ({
  ...{ id, name, state: 'ready', made, finished: null, made_by, size, progress: 1 },
  ...{ error: null, contents: null, restore: null },
});
