import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { beforeSlices, EventLoopYielder, SliceQueue } from './event-loop.ts';

describe('divided work', () => {
  it('shares one budget per turn, and takes turns in order', async () => {
    const loop = new ManualEventLoop();
    const order: string[] = [];
    const work = async (name: string) => {
      const yielder = new EventLoopYielder(loop.queue);
      for (let step = 0; step < 3; step += 1) {
        loop.timeMs += 0.6;
        order.push(`${loop.turns}${name}`);
        await yielder.turn();
      }
    };
    const finished = Promise.all([work('a'), work('b')]);
    await loop.run();
    await finished;
    // Two steps of 0.6 ms exceed the budget of 1 ms: `a` takes two steps in the first turn, and `b` finds the budget spent after one.
    assert.deepEqual(order, ['0a', '0b', '0a', '1b', '1b', '2a']);
  });

  it('does not yield while the budget lasts', () => {
    const loop = new ManualEventLoop();
    const yielder = new EventLoopYielder(loop.queue);
    assert.equal(yielder.turn(), undefined);
    loop.timeMs += 0.99;
    assert.equal(yielder.turn(), undefined);
    assert.equal(new EventLoopYielder(loop.queue).turn(), undefined);
    loop.timeMs += 0.01;
    assert.ok(yielder.turn() instanceof Promise);
    assert.ok(new EventLoopYielder(loop.queue).turn() instanceof Promise);
  });

  it('is resumed until the budget of the turn is spent', async () => {
    const loop = new ManualEventLoop();
    const order: string[] = [];
    const work = async (name: string) => {
      const yielder = new EventLoopYielder(loop.queue);
      await yielder.nextSlice();
      loop.timeMs += 0.6;
      order.push(`${loop.turns}${name}`);
      await yielder.nextSlice();
      order.push(`${loop.turns}${name}`);
    };
    const finished = Promise.all(['a', 'b', 'c'].map(work));
    await loop.run();
    await finished;
    // A slice that begins to wait in a turn is resumed in a later one, although the budget lasts.
    assert.deepEqual(order, ['1a', '1b', '2c', '2a', '2b', '3c']);
  });

  it('starts a new budget in the turn that follows the end of all work', async () => {
    const loop = new ManualEventLoop();
    const yielder = new EventLoopYielder(loop.queue);
    loop.timeMs += 5;
    await loop.run();
    assert.equal(yielder.turn(), undefined);
  });

  it('calls listeners before each slice, until they are removed', async () => {
    const loop = new ManualEventLoop();
    const yielder = new EventLoopYielder(loop.queue);
    const events: string[] = [];
    const remove = loop.queue.beforeSlices(() => events.push('listener'));
    const work = (async () => {
      for (const name of ['first', 'second', 'third']) {
        await yielder.nextSlice();
        events.push(name);
        if (name === 'second') remove();
      }
    })();
    await loop.run();
    await work;
    assert.deepEqual(events, ['listener', 'first', 'listener', 'second', 'third']);
  });
});

describe('divided work of the process', () => {
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

  it('calls listeners before its slices, until they are removed', async () => {
    const yielder = new EventLoopYielder();
    let calls = 0;
    const remove = beforeSlices(() => (calls += 1));
    await yielder.nextSlice();
    // Work of other tests in this process may have had slices too.
    assert.ok(calls >= 1);
    remove();
    const callsWhenRemoved = calls;
    await yielder.nextSlice();
    assert.equal(calls, callsWhenRemoved);
  });
});

/** An event loop whose time and turns the test controls, with a queue of its own. */
class ManualEventLoop {
  timeMs = 1000;
  turns = 0;
  #scheduled: (() => void)[] = [];
  readonly queue = new SliceQueue({
    now: () => this.timeMs,
    scheduleTurn: (callback) => void this.#scheduled.push(callback),
    afterPromises: (callback) => queueMicrotask(() => process.nextTick(callback)),
  });

  /** Runs turns, each followed by the promise callbacks that it caused, until none is scheduled. */
  async run(): Promise<void> {
    await runPromiseCallbacks();
    while (this.#scheduled.length > 0) {
      this.turns += 1;
      for (const callback of this.#scheduled.splice(0)) callback();
      await runPromiseCallbacks();
    }
  }
}

/** Resolves after the promise callbacks that are due, and those that they cause. */
function runPromiseCallbacks(): Promise<void> {
  return new Promise((resolve) => void setImmediate(resolve));
}

function occupy(ms: number): void {
  const end = performance.now() + ms;
  while (performance.now() < end);
}
