import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { dynamicBlocks } from './index.ts';

test('docs/rendering.md lists exactly the dynamic blocks', () => {
  const page = readFileSync('docs/rendering.md', 'utf8');
  const documentedNames = [...page.matchAll(/^\| `(core\/[a-z-]+)` \|/gm)].map((found) => found[1]);
  assert.deepEqual(documentedNames, [...dynamicBlocks.keys()].sort());
});
