import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setImmediate as nextRound } from 'node:timers/promises';
import { Leaving } from './leaving.ts';

const failing = (error: unknown) => assert.fail(String(error));
/** Stands still but where a test moves it. */
let now = 0;

test('writes of one round leave together, in order, after all work of the round', async () => {
  const leaving = new Leaving(failing, () => now);
  const done: string[] = [];
  for (const name of ['a', 'b', 'c']) {
    done.push(`serve ${name}`);
    leaving.add(() => done.push(`write ${name}`));
  }
  await Promise.resolve();
  assert.deepEqual(done, ['serve a', 'serve b', 'serve c']);
  await nextRound();
  assert.deepEqual(done.slice(3), ['write a', 'write b', 'write c']);
  leaving.add(() => done.push('write d'));
  await nextRound();
  assert.equal(done.at(-1), 'write d');
});

test('many do not wait for more', async () => {
  const leaving = new Leaving(failing, () => now);
  let written = 0;
  for (let n = 0; n < 33; n += 1) leaving.add(() => (written += 1));
  assert.equal(written, 32);
  await nextRound();
  assert.equal(written, 33);
});

test('the first does not wait long for others that are made', () => {
  const leaving = new Leaving(failing, () => now);
  let written = 0;
  leaving.add(() => (written += 1));
  leaving.leaveIfLate();
  assert.equal(written, 0);
  now += 3;
  leaving.leaveIfLate();
  assert.equal(written, 1);
});

test('a write that fails keeps no other back', async () => {
  const faults: unknown[] = [];
  const leaving = new Leaving(
    (error) => faults.push(error),
    () => now,
  );
  let written = 0;
  leaving.add(() => {
    throw new Error('broken');
  });
  leaving.add(() => (written += 1));
  await nextRound();
  assert.deepEqual([written, faults.length], [1, 1]);
});
