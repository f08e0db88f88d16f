import assert from 'node:assert/strict';
import { it } from 'node:test';
import { shorten, toDescription, toLine } from './plain-text.ts';

it('converts HTML to one line without control characters', () => {
  for (const [html, text] of [
    ['Tom &amp; <b>Jerry</b>', 'Tom & Jerry'],
    ['&lt;script&gt;', '<script>'],
    ['&amp;lt;', '&lt;'],
    [' one\n\ttwo&nbsp;three ', 'one two three'],
    ['a\u0000b\u0007c\u009fd\ud800e\uffffF', 'abcdeF'],
    ['😀', '😀'],
    [undefined, ''],
    [7, ''],
  ] as const)
    assert.equal(toLine(html), text, String(html));
});

it('converts HTML to a description, which keeps the words of adjacent paragraphs separate', () => {
  assert.equal(toDescription('<p>One</p><p>two<br>three H<sub>2</sub>O</p>'), 'One two three H2O');
  assert.equal(toDescription('<p>Only the beginning [&hellip;]</p>'), 'Only the beginning…');
  assert.equal(toDescription(`<p>${'word '.repeat(100)}</p>`), `${Array(32).fill('word').join(' ')}…`);
});

it('shortens text at the end of a word, or between characters', () => {
  for (const [text, max, shortened] of [
    ['short', 5, 'short'],
    ['one two three', 9, 'one two…'],
    ['one two, three', 10, 'one two…'],
    ['one two three', 8, 'one two…'],
    ['船舶和船只的新闻', 5, '船舶和船…'],
    ['😀😀😀', 4, '😀…'],
    ['a verylongwordwithoutspaces', 10, 'a verylon…'],
  ] as const) {
    assert.equal(shorten(text, max), shortened, text);
    assert.ok(shorten(text, max).length <= max, text);
  }
});
