import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { runForEach } from './run-for-each.ts';

describe('actions for several items', () => {
  it('reports for each item whether it succeeded, in the order of the items', async () => {
    const results = await runForEach([1, 2, 3, 4, 5, 6], async (item) => {
      for (let turn = item; turn < 6; turn += 1) await nextTurn();
      if (item % 2 === 0) throw new Error(`${item} failed`);
    });
    assert.deepEqual(results.succeeded, [1, 3, 5]);
    assert.deepEqual(
      results.failed.map(({ item, error }) => [item, error.message]),
      [
        [2, '2 failed'],
        [4, '4 failed'],
        [6, '6 failed'],
      ],
    );
  });

  it('runs a few at the same time', async () => {
    let running = 0;
    let most = 0;
    await runForEach([1, 2, 3, 4, 5, 6, 7, 8, 9], async () => {
      running += 1;
      most = Math.max(most, running);
      await nextTurn();
      running -= 1;
    });
    assert.equal(most, 4);
  });
});
