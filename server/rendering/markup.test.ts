import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { escapeLooseAmpersands, splitMarkup, stripTags } from './markup.ts';

test('HTML is cut into text, tags and comments', () => {
  const pieces = splitMarkup('a<b class="x">c</b><!-- d > e -->f');
  assert.deepEqual(
    pieces.map(({ kind, text }) => `${kind} ${text}`),
    ['text a', 'tag <b class="x">', 'text c', 'tag </b>', 'comment <!-- d > e -->', 'text f'],
  );
  assert.deepEqual([pieces[3]?.name, pieces[3]?.closes], ['b', true]);
});

test('a bracket that is never closed is a tag to the end', () => {
  assert.deepEqual(
    splitMarkup('1 < 2 and more').map(({ text }) => text),
    ['1 ', '< 2 and more'],
  );
});

test('the pieces joined are the input', () => {
  const hostile = fc.stringMatching(/^[<>!\-/a b"]*$/);
  fc.assert(fc.property(hostile, (html) => splitMarkup(html).reduce((all, { text }) => all + text, '') === html));
});

test('an ampersand that begins no entity is written as one', () => {
  assert.equal(
    escapeLooseAmpersands('a & b &amp; &#38; &#x26; &bogus; &toolongname;'),
    'a &#038; b &amp; &#38; &#x26; &bogus; &#038;toolongname;',
  );
});

test('the text of HTML has neither tags nor scripts', () => {
  assert.equal(stripTags('<p>a <b>b</b></p><script>if (1<2) x()</script> c<!-- d --><STYLE>e</STYLE>'), 'a b c');
});

test('a bracket that begins no tag stays in the text', () => {
  assert.equal(stripTags('1 < 2 and 3 > 2, a <3 b'), '1 < 2 and 3 > 2, a <3 b');
});
