// Waits until transactions wait for locks, so that tests of concurrent writes do not depend on timing.
import { setTimeout as pause } from 'node:timers/promises';
import { sql } from 'kysely';
import type { Database } from '../server/database/handle.ts';
import { statement } from '../server/database/statement.ts';

const waiting = statement((q) =>
  q
    .selectFrom(sql<{ n: number }>`${sql.table('pg_stat_activity')}`.as('activity'))
    .select((eb) => eb.fn.countAll<number>().as('n'))
    .where(sql<boolean>`activity.datname = current_database() and activity.wait_event_type = 'Lock'`),
);

/**
 * Resolves when this number of transactions wait for locks or rows of other transactions. Resolves at once on SQLite, whose
 * transactions run one after another. Throws an error if they do not wait within `maxMs` milliseconds.
 */
export async function untilWaiting({ engine, read }: Database, count: number, maxMs = 60_000): Promise<void> {
  if (engine === 'sqlite') return;
  const deadline = performance.now() + maxMs;
  while (Number((await read.first(waiting, {}))?.n ?? 0) < count) {
    if (performance.now() > deadline) throw new Error(`fewer than ${count} transactions wait for locks`);
    await pause(5);
  }
}

/** A transaction that stays open. */
export interface OpenTransaction {
  /** Commits the transaction. */
  commit(): Promise<void>;
}

/** Runs `work` in a transaction, and keeps the transaction open until it is committed. */
export async function openTransaction(
  database: Database,
  work: Parameters<Database['transaction']>[0],
): Promise<OpenTransaction> {
  const done = Promise.withResolvers<void>();
  const released = Promise.withResolvers<void>();
  const transaction = database.transaction(async (tx) => {
    await work(tx);
    done.resolve();
    await released.promise;
  });
  await Promise.race([done.promise, transaction]);
  return {
    async commit() {
      released.resolve();
      await transaction;
    },
  };
}
