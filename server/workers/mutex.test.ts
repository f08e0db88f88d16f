import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { Mutex } from './mutex.ts';

describe('a mutex', () => {
  it('runs one task at a time, in order of arrival, even after a failure', async () => {
    const mutex = new Mutex();
    const events: string[] = [];
    const task = (name: string) => async () => {
      events.push(`${name} starts`);
      await nextTurn();
      events.push(`${name} ends`);
      if (name === 'b') throw new Error('failed');
      return name;
    };
    const results = await Promise.allSettled(['a', 'b', 'c'].map((name) => mutex.runExclusive(task(name))));
    assert.deepEqual(
      results.map((result) => (result.status === 'fulfilled' ? result.value : result.reason.message)),
      ['a', 'failed', 'c'],
    );
    assert.deepEqual(events, ['a starts', 'a ends', 'b starts', 'b ends', 'c starts', 'c ends']);
  });

  it('rejects a task that waits until its deadline, and continues with the next one', async () => {
    const mutex = new Mutex(() => new RangeError('too late'));
    const { promise: isDone, resolve: finish } = Promise.withResolvers<void>();
    const first = mutex.runExclusive(() => isDone, performance.now());
    const late = mutex.runExclusive(() => assert.fail('must not run'), performance.now() + 10);
    const patient = mutex.runExclusive(() => 'done');
    await assert.rejects(late, new RangeError('too late'));
    finish();
    await first;
    assert.equal(await patient, 'done');
  });
});
