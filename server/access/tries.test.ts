import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Tries } from './tries.ts';

function counting(free: number) {
  let now = 1_000_000;
  const tries = new Tries(() => now, { free, counting: 60_000 });
  return { tries, pass: (milliseconds: number) => (now += milliseconds) };
}

test('so many tries are free, then one waits until the first of them is forgotten', () => {
  const { tries, pass } = counting(2);
  for (const wait of [0, 0, 60]) {
    assert.equal(tries.wait('letter', '192.0.2.1'), wait);
    tries.note('letter', '192.0.2.1');
  }
  pass(59_000);
  assert.equal(tries.wait('letter', '192.0.2.1'), 1);
  pass(1000);
  assert.equal(tries.wait('letter', '192.0.2.1'), 0);
  tries.note('letter', '192.0.2.1');
  assert.equal(tries.wait('letter', '192.0.2.1'), 0, 'it begins anew');
});

test('what is tried, and who tries, are counted apart', () => {
  const { tries } = counting(1);
  tries.note(1, '192.0.2.1');
  assert.deepEqual([tries.wait(1, '192.0.2.1'), tries.wait(2, '192.0.2.1'), tries.wait(1, '192.0.2.2')], [60, 0, 0]);
});

test('check 22: whoever has a network of IPv6 is one sender', () => {
  const { tries } = counting(1);
  tries.note(1, '2001:db8::1');
  assert.equal(tries.wait(1, '2001:db8:0:0:ffff::2'), 60);
  assert.equal(tries.wait(1, '2001:db8:0:1::1'), 0);
});

test('ten thousand senders are remembered, and no more', () => {
  const { tries } = counting(1);
  for (let n = 0; n <= 10_000; n += 1) tries.note(1, `10.0.${n >> 8}.${n & 255}`);
  assert.deepEqual([tries.wait(1, '10.0.0.0'), tries.wait(1, '10.0.0.1')], [0, 60]);
});
