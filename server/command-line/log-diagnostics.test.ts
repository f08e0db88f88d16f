import assert from 'node:assert/strict';
import { it } from 'node:test';
import { reportBackgroundFailure, reportReplicaChange } from '../database/diagnostics.ts';
import { readStored, readStoredList, readStoredObject } from '../database/stored-json.ts';
import { logDiagnostics } from './log-diagnostics.ts';

it('logs damaged values and background failures, each at most once a minute', () => {
  const lines: unknown[] = [];
  let now = 1_000_000;
  const stop = logDiagnostics({ warn: (...line: unknown[]) => void lines.push(line), info: () => {} }, () => now);
  const error = new Error('no space');
  const report = () => {
    assert.deepEqual(readStoredObject('{"a":', 'users.meta'), {});
    assert.deepEqual(readStoredObject('[1]', 'entries.meta'), {});
    assert.deepEqual(readStoredList('{}', 'webhooks.kinds'), []);
    assert.equal(readStored('ZZ', 'settings.value', null), null);
    reportBackgroundFailure('checkpoint', error);
  };
  const expected = [
    [{ column: 'users.meta' }, 'stored value damaged'],
    [{ column: 'entries.meta' }, 'stored value damaged'],
    [{ column: 'webhooks.kinds' }, 'stored value damaged'],
    [{ column: 'settings.value' }, 'stored value damaged'],
    [{ err: error, task: 'checkpoint' }, 'background task failed'],
  ];
  readStoredObject('', 'users.meta');
  readStoredList('["a"]', 'webhooks.kinds');
  assert.deepEqual(lines, [], 'valid values');
  report();
  report();
  assert.deepEqual(lines, expected);
  now += 60_000;
  report();
  assert.deepEqual(lines, [...expected, ...expected]);
  stop();
  now += 60_000;
  report();
  assert.equal(lines.length, 2 * expected.length);
});

it('logs changes of replicas, and returns whether there is a listener', () => {
  const lines: unknown[] = [];
  const log =
    (level: string) =>
    (...line: unknown[]) =>
      void lines.push([level, ...line]);
  const change = { replica: 'db2:5432/site', problem: 'It lags behind the primary.' };
  assert.equal(reportReplicaChange(change), false);
  const stop = logDiagnostics({ warn: log('warn'), info: log('info') });
  for (const problem of [change.problem, undefined]) assert.equal(reportReplicaChange({ ...change, problem }), true);
  stop();
  assert.equal(reportReplicaChange(change), false);
  assert.deepEqual(lines, [
    ['warn', change, 'replica not in use'],
    ['info', { replica: change.replica }, 'replica in use'],
  ]);
});
