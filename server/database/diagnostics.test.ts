import assert from 'node:assert/strict';
import { it } from 'node:test';
import { setImmediate as nextTurn } from 'node:timers/promises';
import {
  DiagnosticsScope,
  reportBackgroundFailure,
  reportDamagedValue,
  subscribeToDiagnostics,
} from './diagnostics.ts';

it('passes failures only to the listeners of their scope', async () => {
  const received: string[] = [];
  const subscribe = (name: string) =>
    subscribeToDiagnostics({
      onDamagedValue: ({ column }) => void received.push(`${name}: ${column}`),
      onBackgroundFailure: ({ task }) => void received.push(`${name}: ${task}`),
    });
  const takeReceived = () => received.splice(0);
  const [one, two] = [new DiagnosticsScope(), new DiagnosticsScope()];
  const subscriptions = [subscribe('process'), one.run(() => subscribe('one')), two.run(() => subscribe('two'))];
  await one.run(async () => {
    await nextTurn();
    reportDamagedValue({ column: 'users.meta' });
    setTimeout(() => reportBackgroundFailure('checkpoint', new Error()), 0);
  });
  assert.deepEqual(takeReceived(), ['process: users.meta', 'one: users.meta']);
  await new Promise((resolve) => setTimeout(resolve, 20));
  assert.deepEqual(takeReceived(), ['process: checkpoint', 'one: checkpoint']);
  reportDamagedValue({ column: 'entries.meta' });
  assert.deepEqual(takeReceived(), ['process: entries.meta', 'one: entries.meta', 'two: entries.meta']);
  for (const unsubscribe of subscriptions) unsubscribe();
  one.run(() => reportDamagedValue({ column: 'users.meta' }));
  assert.deepEqual(received, []);
});
