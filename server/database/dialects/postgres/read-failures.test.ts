import assert from 'node:assert/strict';
import { beforeEach, describe, it } from 'node:test';
import { ReadFailures } from './read-failures.ts';

const timeoutMs = 1000;

describe('failures of reads on a replica', () => {
  let now = 0;
  let failures: ReadFailures;
  beforeEach(() => {
    now = 0;
    failures = new ReadFailures(() => now);
  });

  /** Begins a read that fails a second later. */
  function fail(): void {
    const beganAt = failures.begin(timeoutMs);
    now += timeoutMs;
    assert.equal(failures.recordFailure(beganAt, 'timed out'), true);
  }

  /** Returns the time until the replica may be used again, in milliseconds. */
  function measurePause(): number {
    const began = now;
    while (failures.problem !== undefined) now += 10;
    return now - began;
  }

  it('delay the next use from the second one on, for at most 30 seconds', () => {
    const pauses = Array.from({ length: 8 }, () => {
      fail();
      return measurePause();
    });
    assert.deepEqual(pauses, [0, 1000, 2000, 4000, 8000, 16_000, 30_000, 30_000]);
  });

  it('are forgotten after a success', () => {
    for (let n = 0; n < 3; n += 1) fail();
    measurePause();
    assert.equal(failures.recordSuccess(failures.begin(timeoutMs)), true);
    assert.equal(failures.problem, undefined);
    fail();
    assert.equal(failures.problem, undefined);
    assert.equal(failures.recordSuccess(failures.begin(timeoutMs)), false);
  });

  it('count once if the reads run at the same time', () => {
    const reads = [0, 1, 2].map(() => failures.begin(timeoutMs));
    now += timeoutMs;
    const counted = reads.map((beganAt) => failures.recordFailure(beganAt, 'timed out'));
    assert.deepEqual([counted, failures.problem], [[true, false, false], undefined]);
    assert.equal(failures.recordSuccess(0), false);
    fail();
    assert.match(String(failures.problem), /timed out/);
  });

  it('let one read try again', () => {
    for (let n = 0; n < 2; n += 1) fail();
    measurePause();
    const beganAt = failures.begin(timeoutMs);
    assert.notEqual(failures.problem, undefined);
    now += 10;
    failures.recordSuccess(beganAt);
    assert.equal(failures.problem, undefined);
  });
});
