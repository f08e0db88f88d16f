// Style sheets of the admin must work in both directions of text.
import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { it } from 'node:test';

const root = path.resolve(import.meta.dirname, '..');

/** Properties and values with a side that does not depend on the direction. */
const physical =
  /^\s*(?:(?:margin|padding|border|scroll-margin|scroll-padding)-(?:left|right)[\w-]*:|(?:left|right):|border-(?:top|bottom)-(?:left|right)-radius:|(?:text-align|float|clear):\s*(?:left|right)\b)/m;

it('style sheets use logical properties, so that they are mirrored for languages that are written from right to left', () => {
  const files = globSync('{app,screens,ui}/**/*.css', { cwd: root });
  assert.ok(files.length > 10, `${files.length} style sheets`);
  const found = files.flatMap((file) => {
    const [match] = physical.exec(readFileSync(path.join(root, file), 'utf8')) ?? [];
    return match === undefined ? [] : [`${file}: ${match.trim()}`];
  });
  assert.deepEqual(found, []);
  for (const each of ['a {\n  margin-left: 1px;', 'a {\n  left: 0;', 'a {\n  text-align: right;'])
    assert.match(each, physical);
});
