import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { OwnVersions } from './own-versions.ts';

describe('own versions', () => {
  const item = '/wp/v2/posts/7';

  it('change with reads and changes of this tab, of which listeners are notified', () => {
    const versions = new OwnVersions();
    let count = 0;
    const stop = versions.subscribe(() => {
      count += 1;
    });
    assert.deepEqual([versions.has(item), versions.of(item)], [false, { pendingChanges: 0 }]);
    const known = { etag: '"bytes.1"', record: { id: 7 } };
    versions.set(item, known);
    assert.deepEqual([versions.has(item), versions.get(item)], [true, known]);
    assert.equal(versions.of(item), versions.of(item), 'the object is the same until the version changes');
    stop();
    versions.set(item, known);
    assert.equal(count, 1);
  });

  it('count changes until their responses, also failed ones, but no reads and no other items', async () => {
    const versions = new OwnVersions();
    const run = (path: string, method: string, response: Promise<unknown>) =>
      Promise.resolve(versions.countChanges({ path, method }, async () => response)).catch(() => 'failed');
    const first = Promise.withResolvers<unknown>();
    const second = Promise.withResolvers<unknown>();
    const results = [run(`${item}/autosaves`, 'POST', first.promise), run(item, 'PUT', second.promise)];
    await run(item, 'GET', Promise.resolve());
    await run('/wp/v2/posts/8', 'PUT', Promise.resolve());
    await run('/wp/v2/posts', 'POST', Promise.resolve());
    assert.equal(versions.of(item).pendingChanges, 2);
    first.resolve('saved');
    second.reject(new Error('offline'));
    assert.deepEqual(await Promise.all(results), ['saved', 'failed']);
    assert.deepEqual([versions.of(item).pendingChanges, versions.of('/wp/v2/posts/8').pendingChanges], [0, 0]);
  });
});
