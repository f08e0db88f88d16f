// Another process holds the SQLite file for writing longer than anybody waits (check 57).
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { assertTryLater, newFolder, oneConnection, startService } from './service-process.ts';
import { assertNothingLost, assertSound, embedded } from './stored.ts';

describe('a database that another process has locked', () => {
  it('is read on, refuses writes in time and with Retry-After, and is written to as soon as it is free', {
    timeout: 60_000,
  }, async () => {
    const data = await newFolder();
    const service = await startService({ data });
    const file = embedded(data);
    file.driver.exec('begin immediate');
    const began = performance.now();
    let waiting = true;
    const writes = Promise.all(
      [1, 2, 3].map((n) => service.ask('POST', '/cms/v2/posts', { title: `Locked ${n}`, status: 'publish' })),
    ).finally(() => {
      waiting = false;
    });
    const agent = oneConnection();
    let reads = 0;
    let slowest = 0;
    while (waiting) {
      const asked = performance.now();
      const answers = [
        await service.read(`/cms/v2/posts?n=${reads}`, agent),
        await service.ask('GET', '/cms/v2/posts?context=edit', undefined, agent),
      ];
      for (const { status } of answers) assert.equal(status, 200);
      slowest = Math.max(slowest, performance.now() - asked);
      reads += 1;
    }
    assert.ok(performance.now() - began < 15_000, 'the writes were refused in time');
    for (const answer of await writes) assertTryLater(answer, /^rest_storage_busy$/);
    assert.ok(reads > 100, `${reads} reads went on meanwhile`);
    assert.ok(slowest < 1000, `no read waited for the lock: ${Math.round(slowest)} ms`);
    assert.equal(await service.probe('readyz'), 200);
    file.driver.exec('rollback');
    const made = await service.ask('POST', '/cms/v2/posts', { title: 'Free', status: 'publish' }, agent);
    assert.equal(made.status, 201);
    await assertNothingLost(file.query, [made.body.id]);
    await assertSound(file.query, 'sqlite');
    file.close();
    agent.destroy();
    assert.equal((await service.end('SIGTERM')).how, 0);
  });
});
