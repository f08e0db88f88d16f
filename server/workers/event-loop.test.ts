import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { beforeSlices, EventLoopYielder } from './event-loop.ts';

describe('divided work', () => {
  it('shares one budget per turn, and takes turns in order', async () => {
    await nextTurn();
    const order: string[] = [];
    const work = async (name: string) => {
      const yielder = new EventLoopYielder();
      for (let step = 0; step < 3; step += 1) {
        occupy(3);
        order.push(name);
        await yielder.turn();
      }
    };
    await Promise.all([work('a'), work('b')]);
    assert.deepEqual(order, ['a', 'b', 'a', 'b', 'a', 'b']);
  });

  it('yields to sockets and timers between slices', async () => {
    const yielder = new EventLoopYielder();
    let isServed = false;
    setTimeout(() => (isServed = true), 0);
    for (let step = 0; step < 20 && !isServed; step += 1) {
      occupy(3);
      await yielder.turn();
    }
    assert.ok(isServed);
  });

  it('does not yield while the budget lasts', async () => {
    await nextTurn();
    assert.equal(new EventLoopYielder().turn(), undefined);
  });

  it('calls listeners before each slice, until they are removed', async () => {
    const yielder = new EventLoopYielder();
    let calls = 0;
    const remove = beforeSlices(() => (calls += 1));
    await yielder.nextSlice();
    assert.equal(calls, 1);
    remove();
    await yielder.nextSlice();
    assert.equal(calls, 1);
  });
});

function occupy(ms: number): void {
  const end = performance.now() + ms;
  while (performance.now() < end);
}
