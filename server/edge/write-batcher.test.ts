import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { WriteBatcher } from './write-batcher.ts';

const failOnError = (error: unknown) => assert.fail(String(error));
/** Time of the clock, which only the tests advance. */
let now = 0;

test('writes of one turn of the event loop are flushed together, in order', async () => {
  const batcher = new WriteBatcher(failOnError, () => now);
  const done: string[] = [];
  for (const name of ['a', 'b', 'c']) {
    done.push(`serve ${name}`);
    batcher.add(() => done.push(`write ${name}`));
  }
  await Promise.resolve();
  assert.deepEqual(done, ['serve a', 'serve b', 'serve c']);
  await nextTurn();
  assert.deepEqual(done.slice(3), ['write a', 'write b', 'write c']);
  batcher.add(() => done.push('write d'));
  await nextTurn();
  assert.equal(done.at(-1), 'write d');
});

test('a full batch is flushed at once', async () => {
  const batcher = new WriteBatcher(failOnError, () => now);
  let written = 0;
  for (let n = 0; n < 33; n += 1) batcher.add(() => (written += 1));
  assert.equal(written, 32);
  await nextTurn();
  assert.equal(written, 33);
});

test('a late batch is flushed early', () => {
  const batcher = new WriteBatcher(failOnError, () => now);
  let written = 0;
  batcher.add(() => (written += 1));
  batcher.flushIfLate();
  assert.equal(written, 0);
  now += 3;
  batcher.flushIfLate();
  assert.equal(written, 1);
});

test('a failed write does not affect the others', async () => {
  const errors: unknown[] = [];
  const batcher = new WriteBatcher(
    (error) => errors.push(error),
    () => now,
  );
  let written = 0;
  batcher.add(() => {
    throw new Error('broken');
  });
  batcher.add(() => (written += 1));
  await nextTurn();
  assert.deepEqual([written, errors.length], [1, 1]);
});
