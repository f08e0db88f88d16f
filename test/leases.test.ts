// Tests leases of two processes on one database.
import assert from 'node:assert/strict';
import { after, before, it, mock } from 'node:test';
import type { Database } from '../server/database/handle.ts';
import { acquireLease, isLeaseHeld, leaseMs } from '../server/database/lease.ts';
import { migrateAll } from '../server/database/migrate.ts';
import { openDatabase } from '../server/database/open.ts';
import { migrationSetsOf } from '../server/extensions/migration-sets.ts';
import { describeEachEngine } from './engines.ts';

describeEachEngine('a lease', (engine) => {
  let now = Date.parse('2026-05-01T12:00:00Z');
  const clock = () => now;
  let one: Database;
  let two: Database;
  before(async () => {
    const location = await engine.location();
    one = await openDatabase(location);
    two = await openDatabase(location);
    await migrateAll(one, migrationSetsOf([]));
  });
  after(async () => {
    await one.close();
    await two.close();
  });

  it('belongs to one process until it is released', async () => {
    const lease = await acquireLease(one, clock, 'released');
    assert.ok(lease);
    assert.equal(await acquireLease(two, clock, 'released'), undefined);
    assert.equal(await isLeaseHeld(two, clock, 'released'), true);
    await lease.release();
    const next = await acquireLease(two, clock, 'released');
    assert.ok(next);
    await next.release();
    assert.equal(next.lost.aborted, false);
  });

  it('is retained by renewals, of which several may be requested at the same time', async () => {
    const lease = await acquireLease(one, clock, 'renewed');
    assert.ok(lease);
    for (let n = 0; n < 3; n += 1) {
      now += leaseMs - 1000;
      assert.deepEqual(await Promise.all([lease.renew(), lease.renew(), lease.renew()]), [true, true, true]);
    }
    assert.equal(await acquireLease(two, clock, 'renewed'), undefined);
    await lease.release();
    assert.equal(lease.lost.aborted, false);
  });

  it('is renewed while its owner handles an earlier renewal', { timeout: 30_000 }, async () => {
    mock.timers.enable({ apis: ['setInterval'] });
    const handled = Promise.withResolvers<void>();
    const lease = await acquireLease(one, clock, 'handled', () => handled.promise);
    assert.ok(lease);
    for (let n = 0; n < 3; n += 1) {
      now += leaseMs - 1000;
      mock.timers.tick(10_000);
      assert.equal(await lease.renew(), true);
    }
    mock.timers.reset();
    handled.resolve();
    await lease.release();
  });

  it('can be acquired by another process if its owner has died, and is then lost for an owner that was paused', async () => {
    const lease = await acquireLease(one, clock, 'paused');
    assert.ok(lease);
    now += leaseMs;
    assert.equal(await lease.renew(), true, 'nobody else has acquired it');
    now += leaseMs;
    assert.equal(await isLeaseHeld(two, clock, 'paused'), false);
    const next = await acquireLease(two, clock, 'paused');
    assert.ok(next);
    assert.equal(await lease.renew(), false);
    assert.equal(lease.lost.aborted, true);
    await lease.release();
    assert.equal(await isLeaseHeld(one, clock, 'paused'), true, 'it still belongs to the other process');
    await next.release();
  });
});
