// Work on backups in the background, which writes down how far it is and how it ended.
import type { Claim } from './claim.ts';
import { failed, sentenceOf, stopped, unexpected } from './failures.ts';
import type { BackupPlace } from './place.ts';
import type { BackupRecord } from './record.ts';

/** Work in the background; `done` never rejects: what fails is told by the record. */
export interface Started {
  readonly record: BackupRecord;
  readonly done: Promise<BackupRecord>;
}

/** What is done; gives the record as it is in the end. */
export type Work = (onProgress: (record: BackupRecord) => void) => Promise<BackupRecord>;

export interface Background {
  /** Aborted when the service stops. */
  readonly signal: AbortSignal;
  /** Begins work under a claim, which is released when it has ended. */
  start(claim: Claim, place: BackupPlace, record: BackupRecord, work: Work): Started;
  /** Ends what is under way, which has failed then. */
  close(): Promise<void>;
}

/** The background of one process. `onFailure` is told why something failed, where that is more than its record tells. */
export function makeBackground(clock: () => number, onFailure?: (error: unknown, id: string) => void): Background {
  const stopping = new AbortController();
  let working: Promise<unknown> = Promise.resolve();
  return {
    signal: stopping.signal,
    start(claim, place, record, work) {
      const notes = noting(place, clock);
      const done = work(notes.progress)
        .catch((error: unknown) => {
          const isStopped = stopping.signal.aborted;
          if (!isStopped && sentenceOf(error) === unexpected) onFailure?.(error, record.id);
          return failed(record, new Date(clock()).toISOString(), isStopped ? stopped : sentenceOf(error));
        })
        .then(async (finished) => {
          await notes.last(finished).catch((error: unknown) => onFailure?.(error, record.id));
          await claim.release().catch((error: unknown) => onFailure?.(error, record.id));
          return finished;
        });
      working = done;
      return { record, done };
    },
    async close() {
      stopping.abort();
      await working;
    },
  };
}

/** How often progress is written down, at most. Milliseconds. */
const noteEvery = 500;

/** Writes records down one after the other, and not more often than people look. */
function noting(place: BackupPlace, clock: () => number) {
  let written = clock();
  let writing: Promise<unknown> = Promise.resolve();
  return {
    progress: (record: BackupRecord) => {
      if (clock() - written < noteEvery) return;
      written = clock();
      // A note that cannot be written now is followed by another one.
      writing = writing.then(() => place.write(record)).catch(() => undefined);
    },
    last: async (record: BackupRecord) => {
      await writing;
      await place.write(record);
    },
  };
}
