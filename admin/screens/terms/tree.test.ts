// Tests the order of the tree of terms.
import assert from 'node:assert/strict';
import { it } from 'node:test';
import type { Term } from '../../data/resources/terms.ts';
import { treeOf } from './tree.ts';

const term = (id: number, parent = 0): Term => ({
  ...{ id, parent, name: String(id), slug: String(id), description: '', count: 0, link: '', _links: {} },
});

const levelsOf = (terms: readonly Term[]) => treeOf(terms).map(({ id, level }) => [id, level]);

it('lists each term before those below it', () => {
  const terms = [term(4, 2), term(1), term(3, 1), term(2, 1), term(5)];
  assert.deepEqual(levelsOf(terms), [
    [1, 0],
    [3, 1],
    [2, 1],
    [4, 2],
    [5, 0],
  ]);
});

it('lists terms without their parent at the top, and each term of a cycle once', () => {
  assert.deepEqual(levelsOf([term(1, 9), term(2, 2)]), [
    [1, 0],
    [2, 0],
  ]);
  assert.deepEqual(levelsOf([term(1, 2), term(2, 1)]), [
    [1, 0],
    [2, 1],
  ]);
});
