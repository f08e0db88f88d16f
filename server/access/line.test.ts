import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Line, LineFull } from './line.ts';

test('as much runs as there are places, as much waits as the line holds, in order, and the rest is refused', async () => {
  const line = new Line({ places: 2, longest: 3 });
  const ends: (() => void)[] = [];
  const begun: number[] = [];
  const tasks = Array.from({ length: 6 }, (_, n) =>
    line.during(() => {
      begun.push(n);
      return new Promise<void>((end) => ends.push(end));
    }),
  );
  await assert.rejects(tasks[5] as Promise<void>, LineFull);
  assert.deepEqual(begun, [0, 1]);
  for (let n = 0; n < 5; n += 1) {
    ends[n]?.();
    await tasks[n];
  }
  assert.deepEqual(begun, [0, 1, 2, 3, 4]);
});

test('work that fails gives its place back', async () => {
  const line = new Line({ places: 1, longest: 0 });
  await assert.rejects(
    line.during(async () => {
      throw new Error('broken');
    }),
    /broken/,
  );
  assert.equal(await line.during(async () => 'done'), 'done');
});

test('the lowest rank goes first, and takes the place of the highest where the line is full', async () => {
  const line = new Line({ places: 1, longest: 3 });
  const begun: string[] = [];
  const first = Promise.withResolvers<void>();
  const add = (name: string, rank: number) => line.during(async () => void begun.push(name), rank);
  const running = line.during(() => first.promise);
  const [five, two, three] = [add('five', 5), add('two', 2), add('three', 3)];
  const one = add('one', 1);
  await assert.rejects(five, LineFull);
  await assert.rejects(add('three again', 3), LineFull);
  first.resolve();
  await Promise.all([running, one, two, three]);
  assert.deepEqual(begun, ['one', 'two', 'three']);
});

test('after work of strangers there is a rest, for which others do not wait', async () => {
  const line = new Line({ places: 1, longest: 9, rest: () => 60 });
  const begun: string[] = [];
  const add = (name: string, rank: number) => line.during(async () => void begun.push(name), rank);
  const began = performance.now();
  await add('stranger', 0);
  const strangers = [add('second stranger', 0), add('third stranger', 1)];
  await add('at home', -1);
  assert.deepEqual(begun, ['stranger', 'at home']);
  await Promise.all(strangers);
  assert.deepEqual(begun, ['stranger', 'at home', 'second stranger', 'third stranger']);
  assert.ok(performance.now() - began >= 118, 'there was no rest');
});

test('work of those who do not wait for a rest makes none', { timeout: 10_000 }, async () => {
  const line = new Line({ places: 1, longest: 9, rest: () => 100_000 });
  await line.during(async () => {}, -1);
  await line.during(async () => {}, 0);
});
