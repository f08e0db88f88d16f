import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { setImmediate as others } from 'node:timers/promises';
import { makeFindAddresses } from './host-addresses.ts';

/** Name servers that answer when they are told to. */
function hanging() {
  const asked: string[] = [];
  const answers: ((found: readonly string[]) => void)[] = [];
  const find = (host: string) => {
    asked.push(host);
    return new Promise<readonly string[]>((answer) => answers.push(answer));
  };
  return { asked, answers, find };
}

describe('names of hosts', () => {
  it('are looked up one at a time, each once for all who want to know', async () => {
    const { asked, answers, find } = hanging();
    const addressesOf = makeFindAddresses(find);
    const all = ['a.test', 'b.test', 'a.test', 'a.test'].map(addressesOf);
    await others();
    assert.deepEqual(asked, ['a.test']);
    answers[0]?.(['8.8.8.8']);
    await others();
    assert.deepEqual(asked, ['a.test', 'b.test']);
    answers[1]?.(['1.1.1.1']);
    assert.deepEqual(await Promise.all(all), [['8.8.8.8'], ['1.1.1.1'], ['8.8.8.8'], ['8.8.8.8']]);
    const later = addressesOf('a.test');
    await others();
    assert.equal(asked.length, 3, 'nothing is kept: a name may mean another a moment later');
    answers[2]?.([]);
    assert.deepEqual(await later, []);
  });

  it('are not waited for without end', async () => {
    const { find } = hanging();
    const addressesOf = makeFindAddresses(find, 50);
    const began = performance.now();
    assert.deepEqual(await Promise.all([addressesOf('a.test'), addressesOf('b.test')]), [[], []]);
    assert.ok(performance.now() - began < 1000);
  });

  it('that cannot be asked for have no addresses', async () => {
    const addressesOf = makeFindAddresses(async () => {
      throw new Error('no name server');
    });
    assert.deepEqual(await addressesOf('a.test'), []);
    assert.deepEqual(await addressesOf('a.test'), []);
  });
});
