// Work of extensions that comes back: of all processes and nodes, the one that moves a job's next time on does it.
import type { Database } from '../database/handle.ts';
import { type Slots, statement } from '../database/statement.ts';
import { within } from '../time/within.ts';
import type { Job } from './extension.ts';

const findWaiting = statement((q, p: Slots<{ now: number }>) =>
  q.selectFrom('jobs').select(['name', 'due']).where('due', '>', p.now),
);

const begin = statement((q, p: Slots<{ name: string }>) =>
  q
    .insertInto('jobs')
    .values({ name: p.name, due: 0 })
    .onConflict((conflict) => conflict.column('name').doNothing()),
);

const claim = statement((q, p: Slots<{ name: string; now: number; next: number }>) =>
  q.updateTable('jobs').set({ due: p.next }).where('name', '=', p.name).where('due', '<=', p.now),
);

/** How long the other jobs wait for one. Milliseconds. */
const jobPatience = 5 * 60_000;

/** Runs what is due, one after the other; what fails or does not end is told, and comes again when its time has come. */
export type RunJobs = (onFailure: (error: unknown, job: string) => void) => Promise<void>;

/** The jobs of all extensions, by names that tell whose they are. */
export function makeRunJobs(
  database: Database,
  jobs: ReadonlyMap<string, Job>,
  clock: () => number,
  patience = jobPatience,
): RunJobs {
  /** Those that have not ended yet, though nobody waits for them. */
  const running = new Set<string>();
  return async (onFailure) => {
    if (jobs.size === 0) return;
    const now = clock();
    const waiting = new Set((await database.read.all(findWaiting, { now })).map(({ name }) => name));
    for (const [name, job] of jobs) {
      if (waiting.has(name) || running.has(name)) continue;
      const isOurs = await database.transaction(async (tx) => {
        await tx.run(begin, { name });
        return (await tx.run(claim, { name, now, next: now + job.every * 1000 })).changes > 0;
      });
      if (!isOurs) continue;
      const work = async () => {
        running.add(name);
        try {
          await job.run();
        } finally {
          running.delete(name);
        }
      };
      await within(patience, 'the job has not ended yet; the others go on beside it', work).catch((error: unknown) =>
        onFailure(error, name),
      );
    }
  };
}
