import assert from 'node:assert/strict';
import { test } from 'node:test';
import { sql } from 'kysely';
import { TookTooLong } from '../../errors.ts';
import { openDatabase } from '../../open.ts';
import { statement } from '../../statement.ts';

/** Counts up to so many, asking for the time at each. */
const counting = (most: number) =>
  statement(
    () => sql<{ n: number }>`select count(*) as n from (
      with recursive numbers (n) as (select 1 union all select n + 1 from numbers where n < ${sql.lit(most)})
      select n from numbers where in_time(n))`,
  );

test('a scan is given up when others have waited for it long enough, and the next one starts afresh', async () => {
  const database = await openDatabase({ kind: 'memory' });
  const started = performance.now();
  await assert.rejects(database.read.first(counting(100_000_000), {}), TookTooLong);
  assert.ok(performance.now() - started < 1000, `given up after ${Math.round(performance.now() - started)} ms`);
  assert.equal((await database.read.first(counting(100), {}))?.n, 100);
  await database.close();
});
