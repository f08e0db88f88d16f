// Creates and restores backups in the background, and stores progress and result in the record of the backup.

import type { BackupFolder } from './backup-folder.ts';
import { describeFailure, interruptedMessage, lostMessage, markFailed, unexpectedMessage } from './failures.ts';
import type { Lease } from './lease.ts';
import type { BackupRecord } from './record.ts';

/** Work that was started in the background. `done` never rejects, because the final record contains the error. */
export interface StartedWork {
  readonly record: BackupRecord;
  readonly done: Promise<BackupRecord>;
}

/** Work on a backup, which returns the final record. */
export type Work = (onProgress: (record: BackupRecord) => void) => Promise<BackupRecord>;

/** The background work on backups of a process. */
export interface Background {
  /** Aborts when the service stops. */
  readonly signal: AbortSignal;
  /** Returns a function that reports the error of a side effect of the work on a backup, which does not fail because of it. */
  report(id: string): (error: unknown) => void;
  /** Starts work under a lease. The lease is released when the work ends. */
  start(lease: Lease, folder: BackupFolder, record: BackupRecord, work: Work): StartedWork;
  /** Resolves when no work is in progress. */
  whenIdle(): Promise<void>;
  /** Aborts the work in progress and records it as failed. */
  close(): Promise<void>;
}

/** Creates the background work of a process. `onFailure` is called with errors that the record does not describe in detail. */
export function makeBackground(clock: () => number, onFailure?: (error: unknown, id: string) => void): Background {
  const stopping = new AbortController();
  let working: Promise<unknown> = Promise.resolve();
  return {
    signal: stopping.signal,
    report: (id) => (error) => onFailure?.(error, id),
    start(lease, folder, record, work) {
      const writer = recordWriter(folder, clock);
      const done = work(writer.progress)
        .catch(async (error: unknown) => {
          const now = new Date(clock()).toISOString();
          if (stopping.signal.aborted) return markFailed(record, now, interruptedMessage);
          // Another process may have deleted the unfinished archive, so that any error can be the consequence.
          if (!(await lease.renew().catch(() => true))) return markFailed(record, now, lostMessage);
          const message = describeFailure(error);
          if (message !== unexpectedMessage) return markFailed(record, now, message);
          onFailure?.(error, record.id);
          return markFailed(record, now, `Unexpected error; the log has the details under the backup ID ${record.id}.`);
        })
        .then(async (finished) => {
          await writer.writeFinal(finished).catch((error: unknown) => onFailure?.(error, record.id));
          await lease.release().catch((error: unknown) => onFailure?.(error, record.id));
          return finished;
        });
      working = done;
      return { record, done };
    },
    async whenIdle() {
      await working;
    },
    async close() {
      stopping.abort();
      await working;
    },
  };
}

/** Minimum interval between two writes of the progress, in milliseconds. */
const progressIntervalMs = 500;

/** Returns functions that write records one after the other: progress at most once per interval, and the final record. */
function recordWriter(folder: BackupFolder, clock: () => number) {
  let written = clock();
  let writing: Promise<unknown> = Promise.resolve();
  return {
    progress: (record: BackupRecord) => {
      if (clock() - written < progressIntervalMs) return;
      written = clock();
      // Errors are ignored, because the next write replaces this one.
      writing = writing.then(() => folder.write(record)).catch(() => undefined);
    },
    writeFinal: async (record: BackupRecord) => {
      await writing;
      await folder.write(record);
    },
  };
}
