import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Turns } from './turns.ts';

test('those who wait go on in order, one in each round of the event loop', async () => {
  const turns = new Turns();
  const rounds: number[] = [];
  let round = 0;
  const count = (): void => {
    round += 1;
    if (rounds.length < 4) setImmediate(count);
  };
  setImmediate(count);
  await Promise.all([0, 1, 2, 3].map(() => turns.next().then(() => rounds.push(round))));
  assert.deepEqual(
    rounds,
    [0, 1, 2, 3].map((n) => (rounds[0] ?? 0) + n),
  );
});
