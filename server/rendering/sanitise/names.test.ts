import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { escapedName, plainText } from './names.ts';

test('plain text is one line without tags', () => {
  assert.equal(plainText('  <b>F</b>\n & \t"x"<script>y</script> '), 'F & "x"');
  assert.equal(plainText('<b></b>'), '');
});

test('a name has its special characters as entities, once', () => {
  assert.equal(escapedName('Cats & <i>Dogs</i>  "x" \'y\' <'), 'Cats &amp; Dogs "x" \'y\' &lt;');
  assert.equal(escapedName('a &amp; b &lt; c'), 'a &amp; b &lt; c');
});

test('no tag is left in a name, and escaping again changes nothing', () => {
  fc.assert(
    fc.property(fc.stringMatching(/^[<>&;abc/!\- "]*$/), (text) => {
      const name = escapedName(text);
      assert.doesNotMatch(name, /[<>]/);
      assert.equal(escapedName(name), name);
    }),
  );
});
