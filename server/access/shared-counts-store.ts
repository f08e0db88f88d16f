// Stores counts of attempts for all processes of a site.
import type { Database, WriteHandle } from '../database/handle.ts';
import { rowInsert } from '../database/row-insert.ts';
import { type Slots, statement } from '../database/statement.ts';
import type { AttemptCountsTable } from '../database/tables/attempts.ts';
import type { Clock } from '../time/zone.ts';

/** The part of a count that one process has counted. */
export type StoredCount = Omit<AttemptCountsTable, 'node'>;

/** The counts as one process stores and reads them. Both methods throw errors of the database. */
export interface CountStore {
  /**
   * Stores counts of this process, and then returns those of the other processes for these counters: each of two processes that do so at the
   * same time stores before it reads, so that at least one of them reads the counts of the other. Some may have expired.
   */
  exchange(counts: readonly StoredCount[], counters: readonly string[]): Promise<readonly StoredCount[]>;
}

const insert = rowInsert<AttemptCountsTable>('attempt_counts', ['counter', 'node', 'since', 'attempts', 'expires'], {
  onConflict: { key: ['counter', 'node'], update: ['since', 'attempts', 'expires'] },
});

const findStatement = statement((q, p: Slots<{ counters: string[]; node: string }>) =>
  q
    .selectFrom('attempt_counts')
    .select(['counter', 'since', 'attempts', 'expires'])
    .where(q.dialect.inTextList('counter', p.counters))
    // The reader ignores rows that have expired. A condition on their expiry would make SQLite read all rows that have not.
    .where('node', '<>', p.node),
);

/** Returns the store of a process with an ID. */
export function makeCountStore(database: Database, node: string): CountStore {
  return {
    async exchange(counts, counters) {
      // Reads use the handle of a transaction, because reads through `database.read` count as dependencies of the responses that are
      // produced at the same time, which would then be invalidated by each failed login.
      const find = async (tx: WriteHandle) =>
        counters.length === 0 ? [] : tx.all(findStatement, { counters: [...counters], node });
      if (counts.length > 0) {
        const rows = await database.transaction(async (tx) => {
          tx.collectInserts();
          for (const count of counts) await tx.insert(insert, { ...count, node });
          // On SQLite, a transaction begins after the end of the previous one, so that one transaction can do both.
          return database.engine === 'sqlite' ? find(tx) : undefined;
        });
        if (rows) return rows;
      }
      return counters.length === 0 ? [] : database.transaction(find);
    },
  };
}

const pruneStatement = statement((q, p: Slots<{ now: number; limit: number }>) =>
  q
    .deleteFrom('attempt_counts')
    .where('expires', '<=', (eb) =>
      eb.fn.coalesce(
        eb
          .selectFrom('attempt_counts')
          .select('expires')
          .where('expires', '<=', p.now)
          .orderBy('expires')
          .limit(1)
          .offset(p.limit),
        p.now,
      ),
    ),
);

const takeStatement = statement((q, p: Slots<{ counter: string; node: string; now: number; expires: number }>) =>
  q
    .insertInto('attempt_counts')
    .values((eb) => ({ counter: p.counter, node: p.node, since: p.now, attempts: eb.lit(1), expires: p.expires }))
    .onConflict((conflict) =>
      conflict.columns(['counter', 'node']).doUpdateSet((eb) => {
        const isExpired = eb('attempt_counts.expires', '<=', p.now);
        const unlessExpired = (column: 'since' | 'expires') =>
          eb
            .case()
            .when(isExpired)
            .then(eb.ref(`excluded.${column}`))
            .else(eb.ref(`attempt_counts.${column}`))
            .end();
        return {
          attempts: eb
            .case()
            .when(isExpired)
            .then(eb.lit(1))
            .else(eb('attempt_counts.attempts', '+', eb.lit(1)))
            .end(),
          since: unlessExpired('since'),
          expires: unlessExpired('expires'),
        };
      }),
    )
    .returning('attempts'),
);

/** The node of rows that all processes update. */
const allNodes = '';

/**
 * Counts an attempt in a transaction, and returns the number of attempts since the first one in the window, whose length is in milliseconds.
 * Concurrent transactions that count the same wait for each other.
 */
export async function countWithin(
  tx: WriteHandle,
  { counter, now, windowMs }: { readonly counter: string; readonly now: number; readonly windowMs: number },
): Promise<number> {
  const row = await tx.first(takeStatement, { counter, node: allNodes, now, expires: now + windowMs });
  return row?.attempts ?? 0;
}

/** Maximum number of rows that a transaction deletes, approximately: rows that expire at the same time are deleted together. */
const maxPruned = 2000;

/** Deletes counts that have expired. */
export async function pruneCounts(database: Database, clock: Clock): Promise<void> {
  for (;;) {
    const { changes } = await database.transaction((tx) => tx.run(pruneStatement, { now: clock(), limit: maxPruned }));
    if (changes < maxPruned) return;
  }
}
