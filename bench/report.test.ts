import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { Budget, Limit } from './budgets.ts';
import { chartOf, mergeRuns, type Run, replaceSection, tableOf } from './report.ts';

const atLeast = (value: number, unit: Limit['unit']): Limit => ({ bound: 'at least', value, unit });

const budgets: readonly Budget[] = [
  {
    name: 'fast',
    measure: 'reads',
    limits: { SQLite: atLeast(0.8, '× raw'), PostgreSQL: atLeast(0.5, '× pgbench') },
  },
  { name: 'small', measure: 'memory', limits: { SQLite: { bound: 'at most', value: 160, unit: 'MB' } } },
  { name: 'unknown', measure: 'memory', limits: { SQLite: { bound: 'at most', value: 1, unit: 'MB' } } },
];
const run: Run = {
  engine: 'SQLite',
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

  it('compares each engine with its own budget, and leaves the cells of engines without a budget blank', () => {
    const results = [
      { name: 'fast', value: 0.6, note: '' },
      { name: 'small', value: 1, note: 'not compared' },
    ];
    const rows = tableOf(budgets, [run, { engine: 'PostgreSQL', results }]).split('\n');
    assert.equal(rows[0], '| Measurement | Budget | SQLite | Details | Budget | PostgreSQL | Details |');
    assert.equal(rows[2], '| fast | ≥ 0.80 × raw | 1.1 | of two runs | ≥ 0.50 × pgbench | 0.60 |  |');
    assert.equal(rows[3], '| small | ≤ 160 MB | 1 600 **missed** |  |  |  |  |');
  });

  it('marks regressions, also of values that meet the budget', () => {
    const regression = '30% worse than up to commit abc1234';
    const slower = tableOf(budgets, [
      { engine: 'SQLite', results: [{ name: 'fast', value: 0.9, note: '', regression }] },
    ]);
    assert.equal(slower.split('\n')[2], '| fast | ≥ 0.80 × raw | 0.90 **30% worse than up to commit abc1234** |  |');
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
    const [merged] = mergeRuns(budgets, [run], [{ engine: 'SQLite', results: [{ name: 'fast', value: 2, note: '' }] }]);
    assert.deepEqual(
      merged?.results.map(({ name, value }) => [name, value]),
      [
        ['small', 1600],
        ['fast', 2],
      ],
    );
  });

  it('removes results of measurements that have no budget any more', () => {
    const previous: Run = { engine: 'PostgreSQL', results: [{ name: 'small', value: 1, note: '' }] };
    assert.deepEqual(mergeRuns(budgets, [previous], []), [{ engine: 'PostgreSQL', results: [] }]);
  });

  it('replaces only the named section of a document', () => {
    assert.equal(replaceSection('a<!-- t -->old<!-- /t -->b', 't', 'new'), 'a<!-- t -->\nnew\n<!-- /t -->b');
    assert.throws(() => replaceSection('a', 't', 'new'));
  });
});
