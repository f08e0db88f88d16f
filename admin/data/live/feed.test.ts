// Tests that the feed is followed again and again without leftovers.
import assert from 'node:assert/strict';
import { getEventListeners } from 'node:events';
import { afterEach, beforeEach, it, mock } from 'node:test';
import { setImmediate as nextTurn } from 'node:timers/promises';

// The modules read the page when they are loaded.
Object.assign(globalThis, { document: { getElementById: () => null, querySelector: () => null } });
const { followFeed } = await import('./feed.ts');

beforeEach(() => {
  mock.timers.enable({ apis: ['setTimeout', 'Date'] });
  mock.method(globalThis, 'fetch', async () => new Response('{"code":"busy","message":"Busy."}', { status: 503 }));
});
afterEach(() => {
  mock.timers.reset();
  mock.restoreAll();
});

it('the feed waits longer after each failure, and leaves no listeners behind', async () => {
  const end = new AbortController();
  const states: string[] = [];
  const waits: number[] = [];
  const followed = followFeed({
    ...{ kinds: [], types: [], after: undefined, signal: end.signal, onEvent: () => {}, onPosition: () => {} },
    onState: (state) => {
      states.push(state.kind);
      if (state.kind === 'waiting') waits.push(state.until - Date.now());
    },
  });
  const pass = async (ms: number) => {
    mock.timers.tick(ms);
    for (let turn = 0; turn < 20; turn += 1) await nextTurn();
  };
  await pass(0);
  for (const ms of [2000, 4000, 8000]) await pass(ms);
  assert.deepEqual(waits, [2000, 4000, 8000, 16_000]);
  assert.equal(states.filter((kind) => kind === 'connecting').length, 4);
  assert.equal(getEventListeners(end.signal, 'abort').length, 1, 'that of the current wait');
  end.abort();
  await followed;
  assert.equal(getEventListeners(end.signal, 'abort').length, 0);
  assert.equal(states.at(-1), 'waiting');
});
