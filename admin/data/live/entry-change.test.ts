import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { entryChangeOf } from './entry-change.ts';

describe('changes of an entry elsewhere', () => {
  const known = { etag: '"bytes.1"', record: {} };
  const own = { known, pendingChanges: 0 };
  const state = (etag: string, status = 'draft') => ({ id: 7, version: { etag, status } });

  it('are versions that this tab has not read or saved', () => {
    assert.equal(entryChangeOf(state('"1"'), own), undefined);
    assert.equal(entryChangeOf(state('"1"'), { ...own, known: { ...known, etag: 'W/"bytes.1"' } }), undefined);
    assert.deepEqual(entryChangeOf(state('"2"'), own), { kind: 'changed', version: '"2"' });
    assert.deepEqual(entryChangeOf(state('"2"', 'trash'), own), { kind: 'trashed', version: '"2"' });
    assert.deepEqual(entryChangeOf({ id: 7 }, own), { kind: 'deleted', version: '' });
  });

  it('are unknown before the entry was read and while the tab saves it', () => {
    assert.equal(entryChangeOf(state('"2"'), { pendingChanges: 0 }), undefined);
    assert.equal(entryChangeOf(state('"2"'), { known, pendingChanges: 1 }), undefined);
    assert.equal(entryChangeOf({ id: 7 }, { known, pendingChanges: 1 }), undefined);
  });

  it('do not include a move to the trash by this tab', () => {
    assert.equal(entryChangeOf(state('"1"', 'trash'), own), undefined);
  });
});
