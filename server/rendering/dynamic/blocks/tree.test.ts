import assert from 'node:assert/strict';
import { test } from 'node:test';
import { inTree } from './tree.ts';

const write = ({ id }: { id: number; parent: number }, below: string) => `${id}${below && `(${below})`}`;
const nodes = (...pairs: [number, number][]) => pairs.map(([id, parent]) => ({ id, parent }));

test('what is below another stands in it', () => {
  assert.equal(inTree(nodes([1, 0], [2, 1], [3, 2], [4, 0]), write), '1(2(3))4');
});

test('a part of a tree is shown from its root', () => {
  assert.equal(inTree(nodes([2, 1], [3, 2], [4, 0]), write, 1), '2(3)');
});

test('a circle has no top', () => assert.equal(inTree(nodes([1, 2], [2, 1], [3, 0]), write), '3'));

test('a circle entered at its root ends', () => {
  assert.ok(inTree(nodes([1, 2], [2, 1]), write, 1).length < 200);
});
