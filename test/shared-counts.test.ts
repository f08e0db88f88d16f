// Tests failed logins and rate limits of several processes on one database (docs/decisions/0033-state-of-several-nodes.md): what one process
// decides after something has happened in another one.
import assert from 'node:assert/strict';
import { after, before, beforeEach, it } from 'node:test';
import { setImmediate as nextTurn } from 'node:timers/promises';
import {
  type Attempt,
  delayAfter,
  type LoginThrottle,
  makeLoginThrottle,
  type SecretKind,
} from '../server/access/login-throttle.ts';
import { RateLimiter } from '../server/access/rate-limiter.ts';
import { SharedCounts } from '../server/access/shared-counts.ts';
import { makeCountStore, pruneCounts } from '../server/access/shared-counts-store.ts';
import { TransactionLimiter } from '../server/access/transaction-limiter.ts';
import { ApiError } from '../server/api-error.ts';
import type { Database } from '../server/database/handle.ts';
import { migrateAll } from '../server/database/migrate.ts';
import { openDatabase } from '../server/database/open.ts';
import { statement } from '../server/database/statement.ts';
import { migrationSetsOf } from '../server/extensions/migration-sets.ts';
import { describeEachEngine } from './engines.ts';

const rowsStatement = statement((q) => q.selectFrom('attempt_counts').selectAll());
const deleteStatement = statement((q) => q.deleteFrom('attempt_counts'));

const minuteMs = 60_000;
const from = '192.0.2.1';

/** A process of the site: its throttle with the delays that it has requested, and its limiter, which allows five calls per minute. */
interface Process {
  readonly database: Database;
  readonly counts: SharedCounts;
  readonly throttle: LoginThrottle;
  readonly limiter: RateLimiter;
  readonly delays: number[];
}

/** The result of an attempt: whether it has succeeded, or the seconds after which it may be repeated. */
type Result = 'success' | 'failure' | { readonly retryAfter: number | undefined };

describeEachEngine('several processes', (engine) => {
  let now = Date.parse('2026-05-01T12:00:00Z');
  const clock = () => now;
  const databases: Database[] = [];
  let processes: Process[] = [];
  before(async () => {
    const location = await engine.location();
    for (let n = 0; n < 3; n += 1) databases.push(await openDatabase(location));
    const [first] = databases;
    assert.ok(first);
    await migrateAll(first, migrationSetsOf([]));
  });
  after(async () => {
    for (const database of databases) await database.close();
  });
  beforeEach(async () => {
    await databases[0]?.transaction((tx) => tx.run(deleteStatement, {}));
    processes = databases.map((database, at) => startProcess(database, `node ${at}`));
  });

  function startProcess(database: Database, node: string): Process {
    const counts = new SharedCounts({ clock, key: 'secret key', store: makeCountStore(database, node) });
    const delays: number[] = [];
    const pause = async (milliseconds: number) => delays.push(milliseconds);
    return {
      ...{ database, counts, delays, throttle: makeLoginThrottle({ clock, counts, pause }) },
      limiter: new RateLimiter(clock, counts, 'forms', { max: 5, windowMs: minuteMs }),
    };
  }
  const processAt = (at: number): Process => processes[at % processes.length] as Process;
  const rows = () => processAt(0).database.read.all(rowsStatement, {});

  async function attempt(at: number, attempted: Attempt, isRight: boolean): Promise<Result> {
    try {
      const found = await processAt(at).throttle.guard(attempted, async () => (isRight ? 'user' : undefined));
      return found === undefined ? 'failure' : 'success';
    } catch (error) {
      assert.ok(error instanceof ApiError && error.code === 'rest_too_many_failed_attempts', String(error));
      return { retryAfter: error.options.retryAfter };
    }
  }
  const fail = (at: number, secret: SecretKind, account = 'admin', sender = from) =>
    attempt(at, { from: sender, account, secret }, false);
  const succeed = (at: number, secret: SecretKind, account = 'admin', sender = from) =>
    attempt(at, { from: sender, account, secret }, true);

  for (const [secret, limit, accountOf] of [
    ['password', 100, (n: number) => `user ${n}`],
    ['entry-password', 10, () => '5'],
  ] as const)
    it(`reject a sender after the same number of failures as one process: ${secret}`, async () => {
      for (let n = 0; n < limit; n += 1) assert.equal(await fail(n, secret, accountOf(n)), 'failure', String(n));
      now += 20_500;
      for (const at of [0, 1, 2]) {
        assert.deepEqual(await fail(at, secret, accountOf(1)), { retryAfter: 40 }, `process ${at}`);
      }
      for (const at of [0, 1, 2]) {
        assert.equal(await fail(at, secret, accountOf(1), '192.0.2.2'), 'failure', 'another sender');
        assert.deepEqual(await succeed(at, secret, accountOf(1)), { retryAfter: 40 }, 'a right one');
      }
      now += 39_500;
      for (const at of [0, 1, 2]) assert.equal(await fail(at, secret, accountOf(at)), 'failure', 'a minute later');
      now += 20 * minuteMs;
    });

  it('delay attempts like one process: at one account, at all accounts, and from all senders', async () => {
    for (let n = 0; n < 8; n += 1) await fail(n, 'password');
    assert.deepEqual(
      processes.map(({ delays }) => delays.splice(0)),
      [[100], [200], []],
    );
    await fail(2, 'password');
    assert.deepEqual(processAt(2).delays.splice(0), [delayAfter(8)]);
    for (let n = 0; n < 61; n += 1) await fail(n, 'password', 'editor', `198.51.100.${n}`);
    for (const { delays } of processes) delays.length = 0;
    for (const at of [0, 1, 2]) await fail(at, 'password', 'editor', `203.0.113.${at}`);
    assert.deepEqual(
      processes.map(({ delays }) => delays.splice(0)),
      [[100], [100], [100]],
    );
  });

  it('check no more secrets than the limit, also if all attempts arrive at the same time', async () => {
    let checked = 0;
    const guess = (n: number) =>
      processAt(n)
        .throttle.guard({ from, account: '7', secret: 'entry-password' }, async () => {
          checked += 1;
          return undefined;
        })
        .catch((error: unknown) => assert.ok(error instanceof ApiError && error.status === 429, String(error)));
    await Promise.all(Array.from({ length: 90 }, (_, n) => guess(n)));
    assert.ok(checked <= 10, `${checked} secrets were checked`);
    await Promise.all(Array.from({ length: 90 }, (_, n) => guess(n)));
    assert.ok(checked <= 10, `${checked} secrets were checked`);
  });

  it('check no more secrets than the limit from a sender of whose trust they learn after the attempts', async () => {
    assert.equal(await succeed(0, 'entry-password', '8'), 'success');
    // The recurring task of the service.
    await processAt(0).counts.write();
    const store = makeCountStore(processAt(1).database, 'slow');
    const isOpen = Promise.withResolvers<void>();
    const exchange: typeof store.exchange = async (...args) => {
      await isOpen.promise;
      return store.exchange(...args);
    };
    const counts = new SharedCounts({ clock, key: 'secret key', store: { ...store, exchange } });
    const throttle = makeLoginThrottle({ clock, counts, pause: async () => {} });
    let checked = 0;
    const attempts = Array.from({ length: 60 }, () =>
      throttle
        .guard({ from, account: '8', secret: 'entry-password' }, async () => {
          checked += 1;
          return undefined;
        })
        .catch((error: unknown) => assert.ok(error instanceof ApiError && error.status === 429, String(error))),
    );
    // Each attempt waits for a turn of the event loop before it is counted.
    for (let turn = 0; turn < 200; turn += 1) await nextTurn();
    isOpen.resolve();
    await Promise.all(attempts);
    assert.ok(checked > 0 && checked <= 10, `${checked} secrets were checked`);
  });

  it('trust a sender that has signed in through another process, until it fails too often', async () => {
    assert.equal(await succeed(0, 'password', 'owner'), 'success');
    // The recurring task of the service.
    await processAt(0).counts.write();
    for (let n = 0; n < 100; n += 1) await fail(1, 'password', `user ${n}`);
    assert.deepEqual(await fail(2, 'password', 'other'), { retryAfter: 60 });
    assert.equal(await succeed(2, 'password', 'owner'), 'success');
    for (let n = 0; n < 6; n += 1) assert.equal(await fail(n, 'password', 'owner'), 'failure', String(n));
    for (const at of [0, 1, 2]) assert.deepEqual(await succeed(at, 'password', 'owner'), { retryAfter: 60 });
    now += minuteMs;
    assert.equal(await succeed(1, 'password', 'owner'), 'success');
    await processAt(1).counts.write();
    now += 1;
    for (const { delays } of processes) delays.length = 0;
    assert.equal(await fail(2, 'password', 'owner'), 'failure');
    assert.deepEqual(processAt(2).delays, [], 'failures before the success no longer count');
  });

  it('reject a sender that guesses application passwords when they have read the failures of the others', async () => {
    const guess = async (at: number, n: number) => {
      const result = await fail(at, 'application-password', `user ${n}`);
      // The recurring task of the service.
      await processAt(at).counts.write();
      return result;
    };
    for (let n = 0; n < 100; n += 1) assert.equal(await guess(n, n), 'failure', String(n));
    // Each process learns of the last failures of the others with its next one.
    for (const at of [0, 1, 2]) await guess(at, 1);
    for (const at of [0, 1, 2]) {
      assert.deepEqual(await guess(at, 2), { retryAfter: 60 });
      assert.deepEqual(await succeed(at, 'application-password', 'user 2'), { retryAfter: 60 });
    }
    now += minuteMs;
    for (const at of [0, 1, 2]) assert.equal(await guess(at, 2), 'failure');
  });

  it('accept application passwords without reading the counts, and trust their senders within a second', async () => {
    for (let n = 0; n < 100; n += 1) await fail(0, 'application-password', `user ${n}`);
    assert.equal(await succeed(1, 'application-password'), 'success', 'this process has read nothing');
    assert.deepEqual(await succeed(0, 'application-password'), { retryAfter: 60 });
    await processAt(1).counts.write();
    now += 1000;
    assert.equal(await succeed(0, 'application-password'), 'success');
  });

  it('count the failures of a process that has died, and attempts that it has not completed', async () => {
    for (let n = 0; n < 8; n += 1) await fail(0, 'entry-password', '8');
    const dying = processAt(0).throttle.guard(
      { from, account: '8', secret: 'entry-password' },
      () => new Promise(() => {}),
    );
    dying.catch(() => {});
    while ((await rows()).every(({ attempts }) => attempts < 9)) await new Promise(setImmediate);
    processes[0] = startProcess(processAt(0).database, 'node 0 after a restart');
    assert.equal(await fail(0, 'entry-password', '8'), 'failure');
    for (const at of [0, 1, 2]) assert.deepEqual(await succeed(at, 'entry-password', '8'), { retryAfter: 60 });
  });

  it('limit the rate of calls like one process, also of concurrent ones', async () => {
    const take = (at: number) => processAt(at).limiter.take({ operation: 'submit', from });
    for (let n = 0; n < 5; n += 1) assert.equal(await take(n), 0);
    now += 15_000;
    for (const at of [0, 1, 2]) assert.equal(await take(at), 45);
    now += 45_000;
    const waits = await Promise.all(Array.from({ length: 60 }, (_, n) => take(n)));
    assert.ok(waits.filter((wait) => wait === 0).length <= 5);
    // Rejected calls no longer count.
    for (const { counts } of processes) await counts.write();
    now += 1000;
    const allowed = waits.filter((wait) => wait === 0).length;
    for (let n = allowed; n < 5; n += 1) assert.equal(await take(n), 0);
    assert.ok((await take(1)) > 0);
  });

  it('limit what transactions do, and do not count those that are rolled back', async () => {
    const allows = (at: number, name: string, error?: Error) =>
      processAt(at).database.transaction(async (tx) => {
        const limiter = new TransactionLimiter(clock, 'secret key', 'letters', { max: 3, windowMs: minuteMs });
        const isAllowed = await limiter.take(tx, name);
        if (error) throw error;
        return isAllowed;
      });
    await assert.rejects(allows(0, 'ann', new Error('rolled back')), /rolled back/);
    assert.deepEqual(
      [await allows(0, 'ann'), await allows(1, 'ann'), await allows(2, 'ann'), await allows(0, 'ann')],
      [true, true, true, false],
    );
    assert.equal(await allows(1, 'ben'), true);
    now += minuteMs;
    assert.deepEqual([await allows(1, 'ann'), await allows(2, 'ann')], [true, true]);
  });

  it('store neither addresses nor usernames, and delete counts that have expired', async () => {
    await fail(0, 'password', 'a-password-in-the-wrong-field');
    await succeed(1, 'password', 'admin');
    await processAt(1).counts.write();
    const stored = await rows();
    assert.ok(stored.length > 0);
    for (const { counter } of stored) assert.match(counter, /^[0-9a-f]{32}$/);
    now += 15 * minuteMs;
    await pruneCounts(processAt(2).database, clock);
    // The trust remains.
    assert.deepEqual(
      (await rows()).map(({ attempts, since }) => [attempts, since]),
      [[1, now - 15 * minuteMs]],
    );
    now += 30 * 24 * 60 * minuteMs;
    await pruneCounts(processAt(2).database, clock);
    assert.deepEqual(await rows(), []);
  });

  it('write nothing if nothing has changed', async () => {
    await succeed(0, 'entry-password', '9');
    await processAt(0).counts.write();
    const { statements } = processAt(0).database.statistics();
    for (let n = 0; n < 20; n += 1) assert.equal(await succeed(0, 'entry-password', '9'), 'success');
    for (let n = 0; n < 20; n += 1) assert.equal(await succeed(0, 'application-password', 'ann'), 'success');
    assert.equal(processAt(0).database.statistics().statements, statements);
  });

  it('do not add the counts to what responses depend on', async () => {
    const { changes } = processAt(0).database;
    const version = changes.version();
    await fail(0, 'password');
    await processAt(0).limiter.take({ operation: 'submit', from });
    assert.deepEqual(changes.readSince(version), []);
  });
});
