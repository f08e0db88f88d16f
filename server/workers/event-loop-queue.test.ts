import assert from 'node:assert/strict';
import { test } from 'node:test';
import { EventLoopQueue } from './event-loop-queue.ts';

test('resumes waiting callers in order, one per event loop iteration', async () => {
  const queue = new EventLoopQueue();
  const rounds: number[] = [];
  let round = 0;
  const count = (): void => {
    round += 1;
    if (rounds.length < 4) setImmediate(count);
  };
  setImmediate(count);
  await Promise.all([0, 1, 2, 3].map(() => queue.next().then(() => rounds.push(round))));
  assert.deepEqual(
    rounds,
    [0, 1, 2, 3].map((n) => (rounds[0] ?? 0) + n),
  );
});
