// Runs the recurring jobs of extensions. Only the process of the site that advances a job's due time runs the job.
import type { Database } from '../database/handle.ts';
import { type Slots, statement } from '../database/statement.ts';
import { describeJobError } from '../jobs/describe-error.ts';
import { recordOutcome } from '../jobs/store.ts';
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

/** Runs the due jobs one after the other. `onFailure` receives errors and timeouts; a failed job runs again when it is next due. */
export type RunJobs = (onFailure: (error: unknown, job: string) => void) => Promise<void>;

/** Returns a function that runs jobs. `jobs` contains the jobs of all extensions; each key begins with the name of the extension. */
export function makeRunJobs(
  database: Database,
  jobs: ReadonlyMap<string, Job>,
  clock: () => number,
  timeoutMs = jobTimeoutMs,
): RunJobs {
  /** Names of jobs that are still running, including those that timed out. */
  const running = new Set<string>();
  return async (onFailure) => {
    if (jobs.size === 0) return;
    const now = clock();
    const notDue = new Set((await database.read.all(findNotDue, { now })).map(({ name }) => name));
    for (const [name, job] of jobs) {
      if (notDue.has(name) || running.has(name)) continue;
      const isClaimed = await database.transaction(async (tx) => {
        await tx.run(insertStatement, { name });
        return (await tx.run(claimStatement, { name, now, next: now + job.every * 1000 })).changes > 0;
      });
      if (!isClaimed) continue;
      const runJob = async () => {
        running.add(name);
        try {
          await job.run();
        } finally {
          running.delete(name);
        }
      };
      const started = clock();
      let error = '';
      await withTimeLimit(timeoutMs, 'the job timed out; other jobs continue', runJob).catch((reason: unknown) => {
        error = describeJobError(reason);
        onFailure(reason, name);
      });
      await database.transaction((tx) => recordOutcome(tx, name, { started, finished: clock(), error }));
    }
  };
}
