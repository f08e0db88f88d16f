// Checks that the style sheets of the admin also work for languages that are written from right to left.
import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { it } from 'node:test';

const root = path.resolve(import.meta.dirname, '../admin');

/** Declarations that depend on the side: logical properties such as `margin-inline-start` replace them. */
const physical =
  /(?:^|[\s;{])(?:(?:(?:scroll-)?(?:margin|padding)|border|inset)-(?:left|right)[\w-]*|left|right|border-(?:top|bottom)-(?:left|right)-radius)\s*:|(?:text-align|float|clear)\s*:\s*(?:left|right)|(?:margin|padding|inset): [^\s;]+ ([^\s;]+) [^\s;]+ (?!\1;)[^\s;]+;/g;

it('the style sheets of the admin use logical properties', () => {
  const files = globSync('{app,screens,ui}/**/*.css', { cwd: root });
  assert.ok(files.length > 2);
  for (const file of files) {
    const found = [...readFileSync(path.join(root, file), 'utf8').matchAll(physical)].map(([text]) => text.trim());
    assert.deepEqual(found, [], file);
  }
});

it('physical declarations are recognized', () => {
  const all = ['margin-left: 0;', 'left: 0;', 'text-align: right;', 'float: left;', 'padding: 1px 2px 3px 4px;'];
  for (const each of all) assert.match(`a { ${each} }`, new RegExp(physical.source), each);
  const others = ['margin-inline-start: 0;', 'text-align: start;', 'padding: 1px 2px 3px 2px;', 'inset: 0;'];
  for (const each of others) assert.doesNotMatch(`a { ${each} }`, new RegExp(physical.source), each);
});
