import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { describe, it } from 'node:test';
import type { Budget } from './budgets.ts';
import { appendHistory, type HistoryEntry, type RunContext, readHistory, withRegressions } from './history.ts';

const budgets: readonly Budget[] = [
  { name: 'ratio', measure: 'reads', limits: { SQLite: { bound: 'at least', value: 0.5, unit: '× raw' } } },
  { name: 'time', measure: 'start', limits: { SQLite: { bound: 'at most', value: 700, unit: 'ms' } } },
];
const context: RunContext = { machine: 'small', engine: 'SQLite', largest: 1000 };
const entry = (commit: string, values: Record<string, number>, other: Partial<HistoryEntry> = {}): HistoryEntry => ({
  ...{ date: '2026-11-27', commit, ...context, values },
  ...other,
});

const regressionOf = (name: string, value: number, history: readonly HistoryEntry[]): string | undefined =>
  withRegressions([{ name, value, note: '' }], context, budgets, history)[0]?.regression;

describe('the history of measurements', () => {
  it('returns the entries that were appended, without those that have no values', () => {
    const folder = mkdtempSync(path.join(tmpdir(), 'octavo-history-'));
    const file = path.join(folder, 'history.jsonl');
    assert.deepEqual(readHistory(file), []);
    const [first, second] = [entry('a', { ratio: 1 }), entry('b', { ratio: 2 })];
    appendHistory(file, [first, entry('empty', {})]);
    appendHistory(file, [second]);
    assert.deepEqual(readHistory(file), [first, second]);
    rmSync(folder, { recursive: true });
  });

  it('reports a value that is worse than all recent ones and more than a fifth worse than their median', () => {
    const history = [1, 1.1, 0.9].map((ratio, at) => entry(`c${at}`, { ratio }));
    assert.equal(regressionOf('ratio', 0.75, history), '25% worse than up to commit c2');
    assert.equal(regressionOf('ratio', 0.85, history), undefined, 'within the noise');
    assert.equal(regressionOf('ratio', 2, history), undefined, 'an improvement');
  });

  it('reports no value that an earlier run also had', () => {
    const history = [1, 0.7, 1].map((ratio) => entry('c', { ratio }));
    assert.equal(regressionOf('ratio', 0.75, history), undefined);
  });

  it('reports larger values if the budget is a maximum', () => {
    const history = [entry('c', { time: 400 })];
    assert.equal(regressionOf('time', 500, history), '25% worse than up to commit c');
    assert.equal(regressionOf('time', 300, history), undefined);
  });

  it('uses only the last five values', () => {
    const history = [0.5, 1, 1, 1, 1, 1].map((ratio, at) => entry(`c${at}`, { ratio }));
    assert.equal(regressionOf('ratio', 0.7, history), '30% worse than up to commit c5');
  });

  it('compares ratios of all machines, but other values only of the same machine', () => {
    const elsewhere = [entry('c', { ratio: 1, time: 100 }, { machine: 'large' })];
    assert.equal(regressionOf('ratio', 0.5, elsewhere), '50% worse than up to commit c');
    assert.equal(regressionOf('time', 600, elsewhere), undefined);
  });

  it('compares only runs of the same engine and size', () => {
    const others = [
      entry('c', { ratio: 1 }, { engine: 'PostgreSQL' }),
      entry('d', { ratio: 1 }, { largest: 1_000_000 }),
    ];
    assert.equal(regressionOf('ratio', 0.5, others), undefined);
  });
});
