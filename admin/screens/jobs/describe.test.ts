// Tests the descriptions of jobs.
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { describeDuration, describeInterval, outcomeOf } from './describe.ts';

describe('a job', () => {
  it('has an interval in the largest unit', () => {
    assert.deepEqual([1, 30, 60, 600, 3600, 7200, 86_400, 172_800].map(describeInterval), [
      ...['Every second', 'Every 30 seconds', 'Every minute', 'Every 10 minutes'],
      ...['Every hour', 'Every 2 hours', 'Every day', 'Every 2 days'],
    ]);
  });

  it('has a duration in seconds', () => {
    assert.equal(describeDuration('2026-05-01T12:00:00', '2026-05-01T12:00:00'), 'less than a second');
    assert.equal(describeDuration('2026-05-01T12:00:00', '2026-05-01T12:01:01'), '61 seconds');
  });

  it('has an outcome', () => {
    const kindOf = (job: Parameters<typeof outcomeOf>[0]) => outcomeOf(job).kind;
    assert.equal(kindOf({ running: true, started: null, error: 'x' }), 'running');
    assert.equal(kindOf({ running: false, started: '2026-05-01T12:00:00', error: 'x' }), 'failed');
    assert.equal(kindOf({ running: false, started: '2026-05-01T12:00:00', error: '' }), 'succeeded');
    assert.equal(kindOf({ running: false, started: null, error: '' }), 'none');
  });
});
