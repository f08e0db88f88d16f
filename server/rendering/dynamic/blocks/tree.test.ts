import assert from 'node:assert/strict';
import { test } from 'node:test';
import { renderTree } from './tree.ts';

const write = ({ id }: { id: number; parent: number }, below: string) => `${id}${below && `(${below})`}`;
const nodes = (...pairs: [number, number][]) => pairs.map(([id, parent]) => ({ id, parent }));

test('nests children in their parents', () => {
  assert.equal(renderTree(nodes([1, 0], [2, 1], [3, 2], [4, 0]), write), '1(2(3))4');
});

test('renders a subtree from its root', () => {
  assert.equal(renderTree(nodes([2, 1], [3, 2], [4, 0]), write, 1), '2(3)');
});

test('omits cycles', () => assert.equal(renderTree(nodes([1, 2], [2, 1], [3, 0]), write), '3'));

test('ends a cycle that contains the root', () => {
  assert.ok(renderTree(nodes([1, 2], [2, 1]), write, 1).length < 200);
});
