import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { escapeLooseAmpersands, stripTags, tokenizeMarkup } from './markup.ts';

test('splits HTML into text, tags and comments', () => {
  const tokens = tokenizeMarkup('a<b class="x">c</b><!-- d > e -->f');
  assert.deepEqual(
    tokens.map(({ kind, text }) => `${kind} ${text}`),
    ['text a', 'tag <b class="x">', 'text c', 'tag </b>', 'comment <!-- d > e -->', 'text f'],
  );
  assert.deepEqual([tokens[3]?.name, tokens[3]?.isClosing], ['b', true]);
});

test('treats an unclosed bracket as a tag up to the end', () => {
  assert.deepEqual(
    tokenizeMarkup('1 < 2 and more').map(({ text }) => text),
    ['1 ', '< 2 and more'],
  );
});

test('the concatenated tokens equal the input', () => {
  const adversarialHtml = fc.stringMatching(/^[<>!\-/a b"]*$/);
  fc.assert(
    fc.property(adversarialHtml, (html) => tokenizeMarkup(html).reduce((all, { text }) => all + text, '') === html),
  );
});

test('escapes ampersands that do not begin an entity', () => {
  assert.equal(
    escapeLooseAmpersands('a & b &amp; &#38; &#x26; &bogus; &toolongname;'),
    'a &#038; b &amp; &#38; &#x26; &bogus; &#038;toolongname;',
  );
});

test('strips tags and scripts', () => {
  assert.equal(stripTags('<p>a <b>b</b></p><script>if (1<2) x()</script> c<!-- d --><STYLE>e</STYLE>'), 'a b c');
});

test('keeps brackets that do not begin a tag', () => {
  assert.equal(stripTags('1 < 2 and 3 > 2, a <3 b'), '1 < 2 and 3 > 2, a <3 b');
});
