import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { Budget } from './budgets.ts';
import { chartOf, mergeRuns, replaceSection, tableOf } from './report.ts';

const budgets: readonly Budget[] = [
  { name: 'fast', measure: 'reads', bound: 'at least', value: 0.8, unit: '× raw' },
  { name: 'small', measure: 'memory', bound: 'at most', value: 160, unit: 'MB' },
  { name: 'unknown', measure: 'memory', bound: 'at most', value: 1, unit: 'MB' },
];
const run = {
  engine: 'sqlite',
  results: [
    { name: 'fast', value: 1.1, note: 'of two runs' },
    { name: 'small', value: 1600, note: '' },
  ],
};

describe('the performance report', () => {
  it('marks missed budgets and leaves the cells of unmeasured ones blank', () => {
    const rows = tableOf(budgets, [run]).split('\n').slice(2);
    assert.deepEqual(rows, [
      '| fast | ≥ 0.80 × raw | 1.1 | of two runs |',
      '| small | ≤ 160 MB | 1 600 **missed** |  |',
      '| unknown | ≤ 1.0 MB |  |  |',
    ]);
  });

  it('draws a bar to the right for a met budget and to the left for a missed one', () => {
    const bars = [...chartOf(budgets, run).matchAll(/<rect x="([\d.]+)"[^>]*width="([\d.]+)"[^>]*fill="(#\w+)"/g)];
    assert.equal(bars.length, 2);
    assert.deepEqual(
      bars.map(([, x, , fill]) => [Number(x) >= 530, fill]),
      [
        [true, '#2f8f5b'],
        [false, '#c2452d'],
      ],
    );
    assert.equal(Number(bars[1]?.[2]), 240, 'a factor of ten fills one side of the chart');
  });

  it('retains results that were not measured again', () => {
    const [merged] = mergeRuns([run], [{ engine: 'sqlite', results: [{ name: 'fast', value: 2, note: '' }] }]);
    assert.deepEqual(
      merged?.results.map(({ name, value }) => [name, value]),
      [
        ['small', 1600],
        ['fast', 2],
      ],
    );
  });

  it('replaces only the named section of a document', () => {
    assert.equal(replaceSection('a<!-- t -->old<!-- /t -->b', 't', 'new'), 'a<!-- t -->\nnew\n<!-- /t -->b');
    assert.throws(() => replaceSection('a', 't', 'new'));
  });
});
