import assert from 'node:assert/strict';
import { beforeEach, describe, it } from 'node:test';
import { SearchEstimates } from './search-estimates.ts';

describe('estimates of searches', () => {
  let now = 0;
  let samples = 0;
  let estimates: SearchEstimates;
  const sampleOf = (entries: number, fitting: number) => async () => {
    samples += 1;
    return { entries, fitting };
  };
  beforeEach(() => {
    [now, samples] = [1000, 0];
    estimates = new SearchEstimates(() => now);
  });

  it('are the number of texts per match, 0 for short lists, and infinity for rare words', async () => {
    assert.equal(await estimates.textsPerResult('common', sampleOf(100, 50)), 2);
    assert.equal(await estimates.textsPerResult('short', sampleOf(99, 0)), 0);
    assert.equal(await estimates.textsPerResult('rare', sampleOf(100, 2)), Number.POSITIVE_INFINITY);
  });

  it('are used for five seconds', async () => {
    await estimates.textsPerResult('word', sampleOf(100, 50));
    now += 4999;
    assert.equal(await estimates.textsPerResult('word', sampleOf(100, 100)), 2);
    assert.equal(samples, 1);
    now += 1;
    assert.equal(await estimates.textsPerResult('word', sampleOf(100, 100)), 1);
    now += 4999;
    assert.equal(await estimates.textsPerResult('word', sampleOf(100, 10)), 1);
    assert.equal(samples, 2);
  });

  it('are not cached if sampling fails', async () => {
    const failing = async () => {
      throw new Error('fails');
    };
    await assert.rejects(estimates.textsPerResult('word', failing), /fails/);
    assert.equal(await estimates.textsPerResult('word', sampleOf(100, 100)), 1);
  });

  it('are limited in number', async () => {
    for (let n = 0; n < 1200; n += 1) await estimates.textsPerResult(`word ${n}`, sampleOf(100, 50));
    await estimates.textsPerResult('word 0', sampleOf(100, 50));
    assert.equal(samples, 1201);
  });
});
