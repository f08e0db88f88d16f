// Runs the recurring jobs of extensions. Only the process of the site that owns the lease of a job runs it.
import type { Database } from '../database/handle.ts';
import { acquireLease } from '../database/lease.ts';
import { redactedMessageOf } from '../database/redact-message.ts';
import { type Slots, statement } from '../database/statement.ts';
import { recordOutcome, runLease } from '../jobs/store.ts';
import { withTimeLimit } from '../time/with-time-limit.ts';
import type { Job } from './extension.ts';

const findNotDue = statement((q, p: Slots<{ now: number }>) =>
  q.selectFrom('jobs').select(['name', 'due']).where('due', '>', p.now),
);

const insertStatement = statement((q, p: Slots<{ name: string }>) =>
  q
    .insertInto('jobs')
    .values({ name: p.name, due: 0 })
    .onConflict((conflict) => conflict.column('name').doNothing()),
);

const claimStatement = statement((q, p: Slots<{ name: string; now: number; next: number }>) =>
  q.updateTable('jobs').set({ due: p.next }).where('name', '=', p.name).where('due', '<=', p.now),
);

/** Maximum time for which a job delays the other jobs, in milliseconds. */
const jobTimeoutMs = 5 * 60_000;

/**
 * Runs the due jobs one after the other. `onFailure` receives errors and timeouts, also those of the database; a failed job runs again when it
 * is next due.
 */
export type RunJobs = (onFailure: OnFailure) => Promise<void>;

type OnFailure = (error: unknown, job: string) => void;

/** Returns a function that runs jobs. `jobs` contains the jobs of all extensions; each key begins with the name of the extension. */
export function makeRunJobs(
  database: Database,
  jobs: ReadonlyMap<string, Job>,
  clock: () => number,
  timeoutMs = jobTimeoutMs,
): RunJobs {
  /** Names of jobs that are still running, including those that timed out. */
  const running = new Set<string>();
  const claim = (name: string, now: number, next: number): Promise<boolean> =>
    database.transaction(async (tx) => {
      await tx.run(insertStatement, { name });
      return (await tx.run(claimStatement, { name, now, next })).changes > 0;
    });
  const runIfDue = async (name: string, job: Job, now: number, onFailure: OnFailure) => {
    // Another process may still perform the previous run, if that takes longer than the interval or the job was made due.
    const lease = await acquireLease(database, clock, runLease(name));
    if (!lease) return;
    let isClaimed = false;
    try {
      isClaimed = await claim(name, now, now + job.every * 1000);
    } finally {
      if (!isClaimed) await lease.release();
    }
    if (!isClaimed) return;
    const started = clock();
    let error = '';
    running.add(name);
    const run = async () => {
      try {
        await job.run();
      } finally {
        running.delete(name);
      }
    };
    const ended = run();
    await withTimeLimit(timeoutMs, 'the job timed out; other jobs continue', () => ended).catch((reason: unknown) => {
      error = redactedMessageOf(reason);
      onFailure(reason, name);
    });
    const outcome = { started, finished: clock(), error };
    if (running.has(name)) {
      // The lease is renewed until the job has really ended.
      const release = () => lease.release().catch((reason: unknown) => onFailure(reason, name));
      void ended.then(release, release);
      await database.transaction((tx) => recordOutcome(tx, name, outcome));
      return;
    }
    await lease.endRenewal();
    await database.transaction(async (tx) => {
      await recordOutcome(tx, name, outcome);
      await lease.releaseWithin(tx);
    });
  };
  return async (onFailure) => {
    if (jobs.size === 0) return;
    const now = clock();
    const notDue = new Set((await database.read.all(findNotDue, { now })).map(({ name }) => name));
    for (const [name, job] of jobs) {
      // A held lease is not due either.
      if (notDue.has(name) || notDue.has(runLease(name)) || running.has(name)) continue;
      // A failure of the database must not skip the other jobs.
      await runIfDue(name, job, now, onFailure).catch((error: unknown) => onFailure(error, name));
    }
  };
}
