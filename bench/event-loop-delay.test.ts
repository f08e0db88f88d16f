import assert from 'node:assert/strict';
import { test } from 'node:test';
import { summarizeDelays } from './event-loop-delay.ts';

const intervals = (count: number, p99Ms: number, maxMs: number) =>
  Array.from({ length: count }, () => ({ p99Ms, maxMs }));

test('the 99.9th percentile of delays is the maximum if there are few intervals', () => {
  assert.deepEqual(summarizeDelays([...intervals(8, 11, 12), { p99Ms: 11, maxMs: 40 }]), { p999Ms: 40, maxMs: 40 });
});

test('the 99.9th percentile of delays may be exceeded by the maxima of one interval in ten', () => {
  assert.deepEqual(summarizeDelays([...intervals(18, 11, 12), ...intervals(2, 12, 40)]), { p999Ms: 12, maxMs: 40 });
  assert.equal(summarizeDelays([...intervals(17, 11, 12), ...intervals(3, 12, 40)]).p999Ms, 40);
});

test('the 99.9th percentile of delays is not below the 99th percentile of any of a few intervals', () => {
  assert.equal(summarizeDelays([...intervals(19, 11, 12), { p99Ms: 30, maxMs: 40 }]).p999Ms, 30);
});
