import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { anyTable, Changes } from './changes.ts';
import type { Dependents } from './dependents.ts';

const dependents: Dependents = {
  ofDeletion: new Map([['plants', new Set(['tags', 'labels'])]]),
  ofChange: new Map([['labels', new Set(['label_index'])]]),
};

/** Returns the tables that a transaction has changed, in alphabetical order. */
function affected(changes: Changes, changed: string[], deleted: string[] = []): string[] {
  return [...changes.affectedBy({ changed: new Set(changed), deleted: new Set(deleted) })].sort();
}

describe('the tables that a transaction has changed', () => {
  it('include those to which deletions are extended, and those to which triggers write', () => {
    const changes = new Changes();
    changes.dependents = dependents;
    assert.deepEqual(affected(changes, ['plants']), ['plants'], 'no row was deleted');
    assert.deepEqual(affected(changes, ['labels']), ['label_index', 'labels']);
    assert.deepEqual(affected(changes, ['plants'], ['plants']), ['label_index', 'labels', 'plants', 'tags']);
  });

  it('are all tables as long as the schema has not been read', () => {
    const changes = new Changes();
    const version = changes.version();
    assert.deepEqual(affected(changes, ['plants']), [anyTable, 'plants']);
    changes.recordChange([anyTable]);
    assert.ok(changes.haveTablesChangedSince(version, ['beds']));
  });
});
