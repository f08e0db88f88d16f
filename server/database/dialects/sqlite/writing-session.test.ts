// Tests that a transaction of slow statements yields to the event loop, and that other connections do not see it before it commits.
import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { it } from 'node:test';
import { sql } from 'kysely';
import { DatabaseMisuse } from '../../errors.ts';
import { openDatabase } from '../../open.ts';
import { type Builder, type Slots, statement } from '../../statement.ts';

interface Written {
  written: { number: number };
}

const write = statement((q: Builder<Written>, p: Slots<{ number: number }>) =>
  q.insertInto('written').values({ number: p.number }),
);
const count = statement((q: Builder<Written>) =>
  q.selectFrom('written').select((eb) => eb.fn.countAll<number>().as('n')),
);
/** A statement that takes tens of milliseconds. */
const slow = statement((q: Builder<Written>) =>
  q.selectNoFrom(
    sql<number>`(with recursive n(i) as (select 1 union all select i + 1 from n where i < 500000) select max(i) from n)`.as(
      'n',
    ),
  ),
);

it('a slow transaction yields to reads between its statements', async () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'octavo-writing-session-'));
  const database = await openDatabase({ kind: 'sqlite', file: path.join(folder, 'octavo.sqlite') });
  await database.schemaChange((tx) => tx.execute('create table written (number integer)'));
  const seen: unknown[] = [];
  const reads: Promise<void>[] = [];
  const pollCount = () => {
    reads.push(database.read.first(count, {}).then((row) => void seen.push(row?.n)));
    timer = setImmediate(pollCount);
  };
  let timer = setImmediate(pollCount);
  await database.transaction(async (tx) => {
    for (let number = 0; number < 6; number += 1) {
      await tx.first(slow, {});
      await tx.run(write, { number });
    }
    // Concurrent statements run in order.
    const concurrent = [6, 7, 8].map((number) => tx.run(write, { number }));
    assert.equal((await tx.first(count, {}))?.n, 9);
    await Promise.all(concurrent);
    clearImmediate(timer);
  });
  await Promise.all(reads);
  assert.ok(seen.length >= 5, `${seen.length} reads ran meanwhile`);
  assert.deepEqual([...new Set(seen)], [0]);
  assert.equal((await database.read.first(count, {}))?.n, 9);
  await database.close();
  rmSync(folder, { recursive: true });
});

it('a statement that was deferred beyond the end of its transaction is not run', async () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'octavo-writing-session-'));
  const database = await openDatabase({ kind: 'sqlite', file: path.join(folder, 'octavo.sqlite') });
  await database.schemaChange((tx) => tx.execute('create table written (number integer)'));
  let rejected: Promise<void> | undefined;
  const failed = database.transaction(async (tx) => {
    await tx.first(slow, {});
    rejected = assert.rejects(tx.run(write, { number: 1 }), DatabaseMisuse);
    throw new Error('The transaction fails meanwhile.');
  });
  const next = database.transaction(async (tx) => (await tx.first(count, {}))?.n);
  await assert.rejects(failed, /fails meanwhile/);
  await rejected;
  assert.equal(await next, 0);
  assert.equal((await database.read.first(count, {}))?.n, 0);
  await database.close();
  rmSync(folder, { recursive: true });
});
