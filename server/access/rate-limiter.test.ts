import assert from 'node:assert/strict';
import { test } from 'node:test';
import { RateLimiter } from './rate-limiter.ts';

function openLimiter(max: number) {
  let now = 1_000_000;
  const limiter = new RateLimiter(() => now, { max, windowMs: 60_000 });
  return { limiter, advance: (milliseconds: number) => (now += milliseconds) };
}

test('allows a number of calls, then requires a wait until the window of the first one ends', () => {
  const { limiter, advance } = openLimiter(2);
  for (const wait of [0, 0, 60]) {
    assert.equal(limiter.secondsToWait('letter', '192.0.2.1'), wait);
    limiter.record('letter', '192.0.2.1');
  }
  advance(59_000);
  assert.equal(limiter.secondsToWait('letter', '192.0.2.1'), 1);
  advance(1000);
  assert.equal(limiter.secondsToWait('letter', '192.0.2.1'), 0);
  limiter.record('letter', '192.0.2.1');
  assert.equal(limiter.secondsToWait('letter', '192.0.2.1'), 0, 'a new window begins');
});

test('counts operations and senders separately', () => {
  const { limiter } = openLimiter(1);
  limiter.record(1, '192.0.2.1');
  assert.deepEqual(
    [
      limiter.secondsToWait(1, '192.0.2.1'),
      limiter.secondsToWait(2, '192.0.2.1'),
      limiter.secondsToWait(1, '192.0.2.2'),
    ],
    [60, 0, 0],
  );
});

test('treats an IPv6 /64 network as one sender', () => {
  const { limiter } = openLimiter(1);
  limiter.record(1, '2001:db8::1');
  assert.equal(limiter.secondsToWait(1, '2001:db8:0:0:ffff::2'), 60);
  assert.equal(limiter.secondsToWait(1, '2001:db8:0:1::1'), 0);
});

test('keeps counters of at most 10 000 senders', () => {
  const { limiter } = openLimiter(1);
  for (let n = 0; n <= 10_000; n += 1) limiter.record(1, `10.0.${n >> 8}.${n & 255}`);
  assert.deepEqual([limiter.secondsToWait(1, '10.0.0.0'), limiter.secondsToWait(1, '10.0.0.1')], [0, 60]);
});
