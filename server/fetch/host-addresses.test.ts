import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { setImmediate as yieldToEventLoop } from 'node:timers/promises';
import { startStopwatch } from '../../test/stopwatch.ts';
import { createSerialResolver } from './host-addresses.ts';

/** Creates a resolver whose responses the test controls. */
function controlledResolver() {
  const lookups: string[] = [];
  const pending: ((found: readonly string[]) => void)[] = [];
  const find = (host: string) => {
    lookups.push(host);
    return new Promise<readonly string[]>((answer) => pending.push(answer));
  };
  return { lookups, pending, find };
}

describe('host names', () => {
  it('are resolved one at a time, and concurrent lookups of the same name share a result', async () => {
    const { lookups, pending, find } = controlledResolver();
    const addressesOf = createSerialResolver(find);
    const all = ['a.test', 'b.test', 'a.test', 'a.test'].map(addressesOf);
    await yieldToEventLoop();
    assert.deepEqual(lookups, ['a.test']);
    pending[0]?.(['8.8.8.8']);
    await yieldToEventLoop();
    assert.deepEqual(lookups, ['a.test', 'b.test']);
    pending[1]?.(['1.1.1.1']);
    assert.deepEqual(await Promise.all(all), [['8.8.8.8'], ['1.1.1.1'], ['8.8.8.8'], ['8.8.8.8']]);
    const later = addressesOf('a.test');
    await yieldToEventLoop();
    assert.equal(lookups.length, 3, 'results are not cached, because the addresses of a name may change');
    pending[2]?.([]);
    assert.deepEqual(await later, []);
  });

  it('resolve to no addresses after the timeout', async () => {
    const { find } = controlledResolver();
    const addressesOf = createSerialResolver(find, 50);
    const stopwatch = startStopwatch();
    assert.deepEqual(await Promise.all([addressesOf('a.test'), addressesOf('b.test')]), [[], []]);
    assert.ok(stopwatch.stop() < 1000);
  });

  it('resolve to no addresses when the lookup fails', async () => {
    const addressesOf = createSerialResolver(async () => {
      throw new Error('no name server');
    });
    assert.deepEqual(await addressesOf('a.test'), []);
    assert.deepEqual(await addressesOf('a.test'), []);
  });
});
