// Tests another process that holds the write lock of the SQLite file for longer than the write timeout.
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { setTimeout as pause } from 'node:timers/promises';
import { assertConsistent, assertNothingLost, openSqlite } from './consistency.ts';
import { assertTryLater, newSite, oneConnection, startService } from './service-process.ts';

describe('a database that another process has locked', () => {
  it('is still read, rejects writes with Retry-After, and accepts writes when the lock is released', {
    timeout: 60_000,
  }, async () => {
    const data = await newSite();
    const service = await startService({ data });
    const file = openSqlite(data);
    file.driver.exec('begin immediate');
    const began = performance.now();
    let areWritesPending = true;
    const writes = Promise.all(
      [1, 2, 3].map((n) => service.request('POST', '/cms/v2/posts', { title: `Locked ${n}`, status: 'publish' })),
    ).finally(() => {
      areWritesPending = false;
    });
    const agent = oneConnection();
    let reads = 0;
    let slowest = 0;
    while (areWritesPending) {
      const startedAt = performance.now();
      const responses = [
        await service.read(`/cms/v2/posts?n=${reads}`, agent),
        await service.request('GET', '/cms/v2/posts?context=edit', undefined, agent),
      ];
      for (const { status } of responses) assert.equal(status, 200);
      slowest = Math.max(slowest, performance.now() - startedAt);
      reads += 1;
      // The service rejects the writes after ten seconds, in which this sends enough reads.
      await pause(20);
    }
    assert.ok(performance.now() - began < 15_000, 'the writes were rejected in time');
    for (const response of await writes) assertTryLater(response, /^rest_storage_busy$/);
    assert.ok(reads > 100, `${reads} reads succeeded in the meantime`);
    assert.ok(slowest < 1000, `no read waited for the lock: ${Math.round(slowest)} ms`);
    assert.equal(await service.probe('readyz'), 200);
    file.driver.exec('rollback');
    const made = await service.request('POST', '/cms/v2/posts', { title: 'Free', status: 'publish' }, agent);
    assert.equal(made.status, 201);
    await assertNothingLost(file.query, [made.body.id]);
    await assertConsistent(file.query, 'sqlite');
    file.close();
    agent.destroy();
    assert.equal((await service.end('SIGTERM')).exit, 0);
  });
});
