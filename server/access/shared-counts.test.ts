import assert from 'node:assert/strict';
import { AsyncLocalStorage } from 'node:async_hooks';
import { describe, test } from 'node:test';
import { CountGroup, SharedCounts } from './shared-counts.ts';
import type { CountStore, StoredCount } from './shared-counts-store.ts';

const group = () => new CountGroup('test', 60_000);

/** Opens counts with a store that is replaced by a test. */
function openCounts(exchange: CountStore['exchange']) {
  let now = 1_000_000;
  const counts = new SharedCounts({ clock: () => now, key: 'key', store: { exchange } });
  return { counts, advance: (milliseconds: number) => (now += milliseconds), now: () => now };
}

describe('an exchange', () => {
  test('is shared by concurrent calls', async () => {
    const exchanged: number[] = [];
    const { counts } = openCounts(async (stored) => {
      exchanged.push(stored.length);
      return [];
    });
    const all = Array.from({ length: 300 }, (_, n) => counts.create(group(), `key ${n}`));
    await Promise.all(
      all.map((count) => {
        counts.add(count, 1);
        return counts.exchange([count]);
      }),
    );
    assert.deepEqual(exchanged, [1, 299]);
  });

  test('that fails is repeated with the next one', async () => {
    const stored: StoredCount[] = [];
    let isFailing = true;
    const { counts, now } = openCounts(async (rows) => {
      if (isFailing) throw new Error('the database is unreachable');
      stored.push(...rows);
      return [];
    });
    const count = counts.create(group(), 'key');
    counts.add(count, 1);
    await counts.exchange([count]);
    assert.equal(count.total(now()), 1, 'the own attempts are known');
    isFailing = false;
    counts.add(count, 1);
    await counts.write();
    assert.deepEqual(
      stored.map(({ attempts, since, expires }) => [attempts, since, expires]),
      [[2, 1_000_000, 1_060_000]],
    );
  });

  test('with all counts does not wait for those that are requested afterwards', { timeout: 30_000 }, async () => {
    let isAttacked = true;
    const { counts } = openCounts(async () => {
      if (isAttacked) void counts.exchange([counts.create(attempts, 'an attempt')]);
      return [];
    });
    const attempts = group();
    counts.add(counts.create(attempts, 'key'), 1);
    await counts.write();
    isAttacked = false;
    await counts.write();
  });

  test('that hangs delays nobody for more than its timeout', { timeout: 30_000 }, async () => {
    const { counts } = openCounts(() => new Promise(() => {}));
    const count = counts.create(group(), 'key');
    counts.add(count, 1);
    const startedAt = performance.now();
    await counts.exchange([count]);
    assert.ok(performance.now() - startedAt >= 4900);
    // The database is known to hang, so that further attempts do not wait at all: 1,000 of them would wait for more than an hour.
    for (let n = 0; n < 1000; n += 1) await counts.exchange([count]);
  });

  test('runs outside of the context of the code that starts it', async () => {
    const storage = new AsyncLocalStorage<string>();
    const seen: unknown[] = [];
    const { counts } = openCounts(async () => {
      seen.push(storage.getStore());
      return [];
    });
    await storage.run('a transaction', () => counts.exchange([counts.create(group(), 'key')]));
    assert.deepEqual(seen, [undefined]);
  });
});

test('the rows of a process are limited, and rows that have expired make space', async () => {
  const stored = new Set<string>();
  const { counts, advance } = openCounts(async (rows) => {
    for (const { counter } of rows) stored.add(counter);
    return [];
  });
  const limited = group();
  const addMany = async (prefix: string) => {
    for (let n = 0; n < 15_000; n += 1) counts.add(counts.create(limited, `${prefix} ${n}`), 1);
    await counts.write();
  };
  await addMany('first');
  assert.equal(stored.size, 10_000);
  await addMany('second');
  assert.equal(stored.size, 10_000);
  advance(60_000);
  await addMany('third');
  assert.equal(stored.size, 20_000);
});

test('counts that were never stored need no row when they return to zero', async () => {
  let rows = 0;
  const { counts } = openCounts(async (stored) => {
    rows += stored.length;
    return [];
  });
  const count = counts.create(group(), 'key');
  counts.add(count, 1);
  counts.add(count, -1);
  await counts.write();
  assert.equal(rows, 0);
});

test('the attempts of other processes expire after the window', async () => {
  const other = { attempts: 4, since: 970_000, expires: 1_030_000 };
  const { counts, advance, now } = openCounts(async (_rows, [counter = '']) => [{ counter, ...other }]);
  const count = counts.create(group(), 'key');
  counts.add(count, 3);
  await counts.exchange([count]);
  assert.equal(count.total(now()), 7);
  assert.deepEqual(
    [count.msUntilBelow(8, now()), count.msUntilBelow(4, now()), count.msUntilBelow(3, now())],
    [0, 30_000, 60_000],
  );
  advance(30_000);
  assert.equal(count.total(now()), 3);
});
