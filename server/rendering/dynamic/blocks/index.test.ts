import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { dynamicBlocks } from './index.ts';

test('docs/rendering.md tells of every dynamic block, and of no other', () => {
  const page = readFileSync('docs/rendering.md', 'utf8');
  const told = [...page.matchAll(/^\| `(core\/[a-z-]+)` \|/gm)].map((found) => found[1]);
  assert.deepEqual(told, [...dynamicBlocks.keys()].sort());
});
