import assert from 'node:assert/strict';
import { test } from 'node:test';
import { AheadReader } from './batches.ts';

/** Yields numbers, and records which of them were requested and whether the source was closed. */
function numbersUpTo(count: number, failure?: Error) {
  const requested: number[] = [];
  let isClosed = false;
  async function* numbers(): AsyncGenerator<number> {
    try {
      for (let n = 1; n <= count; n += 1) {
        requested.push(n);
        yield n;
      }
      if (failure) throw failure;
    } finally {
      isClosed = true;
    }
  }
  return { source: numbers(), requested, isClosed: () => isClosed };
}

test('a reader yields all values in order, whether or not they were read in advance', async () => {
  const { source, requested } = numbersUpTo(3);
  const reader = new AheadReader(source);
  assert.equal(await reader.read(), 1);
  assert.deepEqual(requested, [1]);
  reader.readAhead();
  reader.readAhead();
  await new Promise((resolve) => setImmediate(resolve));
  assert.deepEqual(requested, [1, 2]);
  assert.deepEqual([await reader.read(), await reader.read(), await reader.read()], [2, 3, undefined]);
  assert.equal(await reader.read(), undefined);
});

test('an error of the source is thrown when the value is read', async () => {
  const failure = new Error('the file is malformed');
  const { source, isClosed } = numbersUpTo(1, failure);
  const reader = new AheadReader(source);
  assert.equal(await reader.read(), 1);
  reader.readAhead();
  await new Promise((resolve) => setImmediate(resolve));
  await assert.rejects(reader.read(), failure);
  await reader.close();
  assert.ok(isClosed());
});

test('closing a reader closes its source, after the value that is being read', async () => {
  const { source, isClosed } = numbersUpTo(5);
  const reader = new AheadReader(source);
  await reader.read();
  reader.readAhead();
  await reader.close();
  assert.ok(isClosed());
});
