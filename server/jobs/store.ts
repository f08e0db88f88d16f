// Stores when recurring jobs run.
import type { ReadHandle, WriteHandle } from '../database/handle.ts';
import { type Slots, statement } from '../database/statement.ts';

/** The last run of a job and the time of its next one. Times are in milliseconds since 1970; 0 if there was no run. */
export interface JobRun {
  readonly started: number;
  readonly finished: number;
  /** Why the run has failed; empty if it has not. */
  readonly error: string;
  readonly due: number;
}

/** Returns the name of the lease that a process owns while it runs a job. Names of extensions never begin like this. */
export const runLease = (name: string): string => `octavo:run:${name}`;

const upsertStatement = statement((q, p: Slots<JobRun & { name: string }>) =>
  q
    .insertInto('jobs')
    .values({ name: p.name, due: p.due, started: p.started, finished: p.finished, error: p.error })
    .onConflict((conflict) =>
      conflict.column('name').doUpdateSet({ due: p.due, started: p.started, finished: p.finished, error: p.error }),
    ),
);

/** Stores the last run of a job together with the time of the next one. */
export const recordRun = (tx: WriteHandle, name: string, run: JobRun) => tx.run(upsertStatement, { name, ...run });

const outcomeStatement = statement((q, p: Slots<{ name: string; started: number; finished: number; error: string }>) =>
  q.updateTable('jobs').set({ started: p.started, finished: p.finished, error: p.error }).where('name', '=', p.name),
);

/** Stores the outcome of a run of a job whose next run is stored when it is claimed. */
export const recordOutcome = (tx: WriteHandle, name: string, run: Omit<JobRun, 'due'>) =>
  tx.run(outcomeStatement, { name, ...run });

const listStatement = statement((q, p: Slots<{ names: string[] }>) =>
  q
    .selectFrom('jobs')
    .select(['name', 'started', 'finished', 'error', 'due'])
    .where(q.dialect.inTextList('name', p.names)),
);

/** Returns the last runs of jobs, by their names. Jobs that have never run are missing. */
export async function findRuns(read: ReadHandle, names: readonly string[]): Promise<ReadonlyMap<string, JobRun>> {
  const rows = await read.all(listStatement, { names: [...names] });
  return new Map(rows.map(({ name, ...run }) => [name, run]));
}

const makeDueStatement = statement((q, p: Slots<{ name: string; due: number }>) =>
  q.updateTable('jobs').set({ due: p.due }).where('name', '=', p.name),
);

/** Makes a job due at once. A job that has never run is due anyway. */
export const makeJobDue = (tx: WriteHandle, name: string) => tx.run(makeDueStatement, { name, due: 0 });
