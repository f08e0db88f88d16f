import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { SharedContent } from './shared-content.ts';

describe('shared content', () => {
  it('is loaded once for concurrent users, and again after it was released', async (t) => {
    t.mock.timers.enable({ apis: ['setTimeout'] });
    let loads = 0;
    const content = new SharedContent(async () => Buffer.from([++loads]), 1000);
    const gate = Promise.withResolvers<void>();
    const seen: Buffer[] = [];
    const use = () =>
      content.use(async (buffer) => {
        seen.push(buffer);
        await gate.promise;
      });
    const first = use();
    t.mock.timers.tick(10_000);
    const second = use();
    // A user that has finished does not release what others use.
    await content.use(async (buffer) => void seen.push(buffer));
    t.mock.timers.tick(10_000);
    const third = use();
    gate.resolve();
    await Promise.all([first, second, third]);
    t.mock.timers.tick(999);
    await content.use(async (buffer) => void seen.push(buffer));
    assert.equal(loads, 1);
    assert.equal(seen.length, 5);
    assert.ok(seen.every((buffer) => buffer === seen[0]));
    t.mock.timers.tick(999);
    await content.use(async () => {});
    assert.equal(loads, 1, 'each use prolongs the time');
    t.mock.timers.tick(1000);
    await content.use(async () => {});
    assert.equal(loads, 2);
  });

  it('is loaded again after an error, which all users receive', async () => {
    let loads = 0;
    const content = new SharedContent(async () => {
      loads += 1;
      if (loads === 1) throw new Error('no such file');
      return Buffer.alloc(1);
    }, 1000);
    const failed = await Promise.allSettled([content.use(async () => {}), content.use(async () => {})]);
    assert.deepEqual(
      failed.map(({ status }) => status),
      ['rejected', 'rejected'],
    );
    assert.equal(await content.use(async ({ length }) => length), 1);
    assert.equal(loads, 2);
  });

  it('is released after a user fails', async (t) => {
    t.mock.timers.enable({ apis: ['setTimeout'] });
    let loads = 0;
    const content = new SharedContent(async () => Buffer.from([++loads]), 1000);
    await assert.rejects(content.use(() => Promise.reject(new Error('disconnected'))));
    t.mock.timers.tick(1000);
    await content.use(async () => {});
    assert.equal(loads, 2);
  });
});
