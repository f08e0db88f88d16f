import assert from 'node:assert/strict';
import { test } from 'node:test';
import { QueueFull, WorkQueue } from './work-queue.ts';

test('runs tasks up to the concurrency, queues tasks up to the limit in order, and rejects further ones', async () => {
  const queue = new WorkQueue({ concurrency: 2, maxQueued: 3 });
  const ends: (() => void)[] = [];
  const started: number[] = [];
  const tasks = Array.from({ length: 6 }, (_, n) =>
    queue.run(() => {
      started.push(n);
      return new Promise<void>((end) => ends.push(end));
    }),
  );
  await assert.rejects(tasks[5] as Promise<void>, QueueFull);
  assert.deepEqual(started, [0, 1]);
  for (let n = 0; n < 5; n += 1) {
    ends[n]?.();
    await tasks[n];
  }
  assert.deepEqual(started, [0, 1, 2, 3, 4]);
});

test('releases the slot of a task that fails', async () => {
  const queue = new WorkQueue({ concurrency: 1, maxQueued: 0 });
  await assert.rejects(
    queue.run(async () => {
      throw new Error('broken');
    }),
    /broken/,
  );
  assert.equal(await queue.run(async () => 'done'), 'done');
});

test('runs the lowest rank first, and drops the highest rank when the queue is full', async () => {
  const queue = new WorkQueue({ concurrency: 1, maxQueued: 3 });
  const started: string[] = [];
  const first = Promise.withResolvers<void>();
  const add = (name: string, rank: number) => queue.run(async () => void started.push(name), rank);
  const running = queue.run(() => first.promise);
  const [five, two, three] = [add('five', 5), add('two', 2), add('three', 3)];
  const one = add('one', 1);
  await assert.rejects(five, QueueFull);
  await assert.rejects(add('three again', 3), QueueFull);
  first.resolve();
  await Promise.all([running, one, two, three]);
  assert.deepEqual(started, ['one', 'two', 'three']);
});

test('pauses after tasks of rank 0 or more, and does not delay lower ranks', async () => {
  const queue = new WorkQueue({ concurrency: 1, maxQueued: 9, pauseMs: () => 60 });
  const started: string[] = [];
  const add = (name: string, rank: number) => queue.run(async () => void started.push(name), rank);
  const began = performance.now();
  await add('untrusted', 0);
  const untrusted = [add('second untrusted', 0), add('third untrusted', 1)];
  await add('trusted', -1);
  assert.deepEqual(started, ['untrusted', 'trusted']);
  await Promise.all(untrusted);
  assert.deepEqual(started, ['untrusted', 'trusted', 'second untrusted', 'third untrusted']);
  assert.ok(performance.now() - began >= 118, 'there was no pause');
});

test('does not pause after tasks of negative rank', { timeout: 10_000 }, async () => {
  const queue = new WorkQueue({ concurrency: 1, maxQueued: 9, pauseMs: () => 100_000 });
  await queue.run(async () => {}, -1);
  await queue.run(async () => {}, 0);
});
