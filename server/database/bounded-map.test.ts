import assert from 'node:assert/strict';
import { test } from 'node:test';
import { BoundedMap } from './bounded-map.ts';

test('a bounded map creates a value once per key', () => {
  const map = new BoundedMap<string, object>(10);
  assert.equal(
    map.getOrCreate('a', () => ({})),
    map.getOrCreate('a', () => assert.fail('created again')),
  );
});

test('a bounded map holds at most two generations and retains entries in use', () => {
  const map = new BoundedMap<number, number>(10);
  for (let key = 1; key < 1000; key++) {
    map.getOrCreate(key, () => key);
    assert.equal(
      map.getOrCreate(0, () => (key === 1 ? 0 : Number.NaN)),
      0,
    );
    assert.ok(map.size <= 20);
  }
});
