import assert from 'node:assert/strict';
import { it } from 'node:test';
import { readableText } from './readable-text.ts';

it('gives what people read: no tags, entities as characters, what only looks like a tag kept', () => {
  for (const [html, text] of [
    ['Plain words', 'Plain words'],
    ['<b>Tom</b> &amp; <i class="x">Jerry</i>', 'Tom & Jerry'],
    ['1 &lt; 2 &gt; 0 &#8217; &hellip;', '1 < 2 > 0 ’ …'],
    ['&lt;b&gt; is a tag, 1 < 2 & 3', '<b> is a tag, 1 < 2 & 3'],
    ['one\n\ntwo<script>alert(1)</script>', 'one\n\ntwo'],
    ['', ''],
    ['&nope; &', '&nope; &'],
  ] as const)
    assert.equal(readableText(html), text, html);
});
