import assert from 'node:assert/strict';
import { test } from 'node:test';
import { BoundedMap } from './bounded-map.ts';

test('a bounded map makes a value once, however often it is asked for', () => {
  const map = new BoundedMap<string, object>(10);
  assert.equal(
    map.getOrMake('a', () => ({})),
    map.getOrMake('a', () => assert.fail('made again')),
  );
});

test('a bounded map never holds more than two generations, and keeps what is in use', () => {
  const map = new BoundedMap<number, number>(10);
  for (let key = 1; key < 1000; key++) {
    map.getOrMake(key, () => key);
    assert.equal(
      map.getOrMake(0, () => (key === 1 ? 0 : Number.NaN)),
      0,
    );
    assert.ok(map.size <= 20);
  }
});
