// Tests that descriptions of the errors of jobs contain no secrets.
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { describeJobError } from './describe-error.ts';

describe('the description of an error of a job', () => {
  it('contains neither credentials nor queries of URLs', () => {
    assert.equal(
      describeJobError(new Error('fetch of https://user:pass@api.test/v1?key=secret failed\nat postgres://me:pw@db/x')),
      'fetch of https://api.test/v1 failed at postgres://db/x',
    );
  });

  it('is short and never empty', () => {
    assert.equal(describeJobError(new Error('')), 'Unknown error.');
    assert.equal(describeJobError('x'.repeat(1000)), `${'x'.repeat(300)}…`);
    assert.ok(describeJobError(`${'x'.repeat(299)}😀`).isWellFormed());
    assert.equal(describeJobError('a\0b'), 'a b');
  });
});
