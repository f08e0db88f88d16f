// One backup is made or restored at a time, by all processes and nodes of a site: a claim in the database, which ends by itself
// when its holder dies.
import type { Database } from '../database/handle.ts';
import { type Slots, statement } from '../database/statement.ts';
import { BackupBusy } from './errors.ts';

/** How long a claim lasts that is not renewed, and how often it is. Milliseconds. */
export const lease = 20_000;
const renewEvery = 5000;

const name = 'octavo:backup';

const begin = statement((q, p: Slots<{ name: string }>) =>
  q
    .insertInto('jobs')
    .values({ name: p.name, due: 0 })
    .onConflict((conflict) => conflict.column('name').doNothing()),
);

const take = statement((q, p: Slots<{ name: string; now: number; until: number }>) =>
  q.updateTable('jobs').set({ due: p.until }).where('name', '=', p.name).where('due', '<=', p.now),
);

const find = statement((q, p: Slots<{ name: string }>) =>
  q.selectFrom('jobs').select('due').where('name', '=', p.name),
);

const put = statement((q, p: Slots<{ name: string; due: number; until: number }>) =>
  q.updateTable('jobs').set({ due: p.until }).where('name', '=', p.name).where('due', '=', p.due),
);

export interface Claim {
  /** Gives it up. */
  release(): Promise<void>;
}

/** Whether anybody holds the claim. */
export const isClaimed = async (database: Database, clock: () => number): Promise<boolean> =>
  ((await database.read.first(find, { name }))?.due ?? 0) > clock();

/**
 * Takes the claim and renews it until it is given up; `onRenew` is called each time.
 *
 * Throws BackupBusy where another process has it.
 */
export async function claimWork(
  database: Database,
  clock: () => number,
  onRenew: () => Promise<unknown> = async () => {},
): Promise<Claim> {
  let until = clock() + lease;
  const isOurs = await database.transaction(async (tx) => {
    await tx.run(begin, { name });
    return (await tx.run(take, { name, now: clock(), until })).changes > 0;
  });
  if (!isOurs) throw new BackupBusy('Another backup is being made or restored; wait until it has finished.');
  const move = async (to: number) => {
    const { changes } = await database.transaction((tx) => tx.run(put, { name, due: until, until: to }));
    if (changes > 0) until = to;
  };
  let renewing: Promise<unknown> = Promise.resolve();
  const timer = setInterval(() => {
    // While a restore has the database to itself nobody else can take the claim either.
    renewing = Promise.allSettled([onRenew(), move(clock() + lease)]);
  }, renewEvery);
  timer.unref();
  return {
    release: async () => {
      clearInterval(timer);
      await renewing;
      await move(0);
    },
  };
}
