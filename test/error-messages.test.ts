// Tests that no error message contains a name that differs between the two mounts: messages are the same at both.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { it } from 'node:test';
import { names } from '../contract/names/table.ts';

/** The rows of the generated table of errors: code, status, messages and advice. */
const rows = readFileSync(new URL('../docs/errors.md', import.meta.url), 'utf8')
  .split('\n')
  .filter((line) => line.startsWith('| `'))
  .map((line) => line.split('|').map((cell) => cell.trim()));

/** Names that are not also English words. */
const technicalNames = names.flat().filter((name) => /[_/]/.test(name));

it('error messages contain no name that differs between the mounts', () => {
  assert.ok(rows.length > 200, `${rows.length} codes`);
  for (const [, code = '', , messages = ''] of rows)
    assert.deepEqual(
      technicalNames.filter((name) => messages.includes(name)),
      [],
      code,
    );
});
