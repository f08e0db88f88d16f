import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { sanitizeName, toSingleLineText } from './names.ts';

test('toSingleLineText returns one line without tags', () => {
  assert.equal(toSingleLineText('  <b>F</b>\n & \t"x"<script>y</script> '), 'F & "x"');
  assert.equal(toSingleLineText('<b></b>'), '');
});

test('sanitizeName escapes special characters once', () => {
  assert.equal(sanitizeName('Cats & <i>Dogs</i>  "x" \'y\' <'), 'Cats &amp; Dogs "x" \'y\' &lt;');
  assert.equal(sanitizeName('a &amp; b &lt; c'), 'a &amp; b &lt; c');
});

test('sanitizeName removes all tags and is idempotent', () => {
  fc.assert(
    fc.property(fc.stringMatching(/^[<>&;abc/!\- "]*$/), (text) => {
      const name = sanitizeName(text);
      assert.doesNotMatch(name, /[<>]/);
      assert.equal(sanitizeName(name), name);
    }),
  );
});
