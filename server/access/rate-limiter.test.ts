import assert from 'node:assert/strict';
import { test } from 'node:test';
import { RateLimiter } from './rate-limiter.ts';
import { SharedCounts } from './shared-counts.ts';

function openLimiter(max: number) {
  let now = 1_000_000;
  const clock = () => now;
  const counts = new SharedCounts({ clock, key: 'key', store: undefined });
  const limiter = new RateLimiter(clock, counts, 'test', { max, windowMs: 60_000 });
  return {
    limiter,
    take: (operation: number | string, from: string) => limiter.take({ operation, from }),
    wait: (operation: number | string, from: string) => limiter.secondsToWait({ operation, from }),
    advance: (milliseconds: number) => (now += milliseconds),
  };
}

test('allows a number of calls, then requires a wait until the window of the first one ends', async () => {
  const { take, wait, advance } = openLimiter(2);
  for (const expected of [0, 0, 60]) assert.equal(await take('letter', '192.0.2.1'), expected);
  advance(59_000);
  assert.equal(await take('letter', '192.0.2.1'), 1);
  advance(1000);
  assert.equal(await take('letter', '192.0.2.1'), 0);
  assert.equal(wait('letter', '192.0.2.1'), 0, 'a new window begins');
});

test('counts operations and senders separately', async () => {
  const { take, wait } = openLimiter(1);
  await take(1, '192.0.2.1');
  assert.deepEqual([wait(1, '192.0.2.1'), wait(2, '192.0.2.1'), wait(1, '192.0.2.2')], [60, 0, 0]);
});

test('treats an IPv6 /64 network as one sender', async () => {
  const { take, wait } = openLimiter(1);
  await take(1, '2001:db8::1');
  assert.equal(wait(1, '2001:db8:0:0:ffff::2'), 60);
  assert.equal(wait(1, '2001:db8:0:1::1'), 0);
});

test('keeps counters of at most 10 000 senders', async () => {
  const { take, wait } = openLimiter(1);
  for (let n = 0; n <= 10_000; n += 1) await take(1, `10.0.${n >> 8}.${n & 255}`);
  assert.deepEqual([wait(1, '10.0.0.0'), wait(1, '10.0.0.1')], [0, 60]);
});

test('counts a call with several limits only if all of them allow it', async () => {
  const { limiter } = openLimiter(3);
  const limits = (from: string) => [
    { operation: 'form', from },
    { operation: 'form in all', max: 4 },
  ];
  for (const expected of [0, 0, 0, 60, 60]) assert.equal(await limiter.take(...limits('192.0.2.1')), expected);
  assert.equal(await limiter.take(...limits('192.0.2.2')), 0, 'rejected calls do not count for the other limit');
  assert.equal(await limiter.take(...limits('192.0.2.3')), 60);
});

test('allows exactly the maximum of concurrent calls', async () => {
  const { take } = openLimiter(7);
  const waits = await Promise.all(Array.from({ length: 50 }, () => take('form', '192.0.2.1')));
  assert.equal(waits.filter((wait) => wait === 0).length, 7);
});
