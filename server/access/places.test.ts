import assert from 'node:assert/strict';
import { test } from 'node:test';
import { LineFull, Places } from './places.ts';

test('as much runs as there are places, as much waits as the line holds, in order, and the rest is refused', async () => {
  const places = new Places(2, 3);
  const ends: (() => void)[] = [];
  const begun: number[] = [];
  const tasks = Array.from({ length: 6 }, (_, n) =>
    places.during(() => {
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
  const places = new Places(1, 0);
  await assert.rejects(
    places.during(async () => {
      throw new Error('broken');
    }),
    /broken/,
  );
  assert.equal(await places.during(async () => 'done'), 'done');
});

test('the lowest rank goes first, and takes the place of the highest where the line is full', async () => {
  const places = new Places(1, 3);
  const begun: string[] = [];
  const first = Promise.withResolvers<void>();
  const add = (name: string, rank: number) => places.during(async () => void begun.push(name), rank);
  const running = places.during(() => first.promise);
  const [five, two, three] = [add('five', 5), add('two', 2), add('three', 3)];
  const one = add('one', 1);
  await assert.rejects(five, LineFull);
  await assert.rejects(add('three again', 3), LineFull);
  first.resolve();
  await Promise.all([running, one, two, three]);
  assert.deepEqual(begun, ['one', 'two', 'three']);
});
