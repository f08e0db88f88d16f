import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { changedValues, isEffective } from './bulk-changes.ts';

const current = { status: 'draft', sticky: false, categories: [1, 5], tags: [] };

describe('changes of several entries', () => {
  it('give entries only values that they do not have', () => {
    assert.deepEqual(changedValues(current, { status: { value: 'draft' }, sticky: { value: true } }), { sticky: true });
    assert.deepEqual(changedValues(current, {}), {});
  });

  it('add, replace and remove terms of each entry', () => {
    const change = (mode: 'add' | 'replace' | 'remove', terms: number[]) =>
      changedValues(current, { categories: { mode, terms } });
    assert.deepEqual(change('add', [3, 5]), { categories: [1, 3, 5] });
    assert.deepEqual(change('add', [1]), {});
    assert.deepEqual(change('replace', [9, 2]), { categories: [2, 9] });
    assert.deepEqual(change('replace', []), { categories: [] });
    assert.deepEqual(change('replace', [5, 1]), {});
    assert.deepEqual(change('remove', [5, 9]), { categories: [1] });
    assert.deepEqual(change('remove', [9]), {});
  });

  it('are effective if they have a value or terms', () => {
    assert.equal(isEffective({ mode: 'add', terms: [] }), false);
    assert.equal(isEffective({ mode: 'replace', terms: [] }), true);
    assert.equal(isEffective({ value: '' }), true);
  });
});
