import assert from 'node:assert/strict';
import { beforeEach, describe, it } from 'node:test';
import { ReplicaLag } from './replica-lag.ts';

describe('the lag of a replica', () => {
  let now = 0;
  let lag: ReplicaLag;
  beforeEach(() => {
    now = 0;
    lag = new ReplicaLag(() => now);
  });

  it('is the time since the oldest position was required that it has not reached', () => {
    lag.record(100, 100);
    assert.equal(lag.ms, 0);
    lag.record(100, 200);
    now = 300;
    lag.record(100, 300);
    now = 500;
    assert.equal(lag.ms, 500);
    lag.record(200, 300);
    assert.equal(lag.ms, 200);
    lag.record(300, 300);
    assert.equal(lag.ms, 0);
  });

  it('ignores positions that are not required any more', () => {
    lag.record(100, 200);
    now = 300;
    lag.record(100, 150);
    assert.equal(lag.ms, 0);
  });

  it('is measured less precisely, but not forgotten, while the replica replays nothing for long', () => {
    for (let required = 1; required <= 5000; required += 1) {
      lag.record(0, required);
      now += 50;
    }
    assert.equal(lag.ms, 250_000);
    for (const position of [1000, 4000, 4900]) {
      lag.record(position, 5000);
      const exact = (5000 - position) * 50;
      assert.ok(lag.ms > 0.7 * exact && lag.ms <= exact, `${lag.ms} of ${exact} ms`);
    }
  });
});
