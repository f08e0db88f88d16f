// Tests which groups count as changed when events and the last position are read at different times.
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { Database } from '../database/handle.ts';
import { GroupWatch } from './group-watch.ts';

/** Returns a watch of a database that returns these events, and then this last position. */
function openWatch(events: readonly object[], position: number): GroupWatch {
  const read = { all: async () => events, first: async () => ({ position }) };
  return new GroupWatch({ read } as unknown as Database);
}

const event = (position: number) => ({ position, kind: 'entry.created', tags: '[]', status_before: '' });

describe('the groups that have changed after a position', () => {
  it('are those of the events after it', async () => {
    assert.deepEqual(await openWatch([], 5).changedAfter(5), []);
    assert.deepEqual(await openWatch([event(6)], 6).changedAfter(5), ['entries']);
  });

  it('are all groups if events may be missing: before the first one, or because they came after it was read', async () => {
    for (const watch of [openWatch([event(7)], 7), openWatch([], 6), openWatch([], 4)])
      assert.deepEqual(new Set(await watch.changedAfter(5)), new Set(['entries', 'comments']));
  });
});
