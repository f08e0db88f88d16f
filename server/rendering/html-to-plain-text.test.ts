import assert from 'node:assert/strict';
import { it } from 'node:test';
import { htmlToPlainText } from './html-to-plain-text.ts';

it('removes tags, decodes entities and keeps text that only looks like a tag', () => {
  for (const [html, text] of [
    ['Plain words', 'Plain words'],
    ['<b>Tom</b> &amp; <i class="x">Jerry</i>', 'Tom & Jerry'],
    ['1 &lt; 2 &gt; 0 &#8217; &hellip;', '1 < 2 > 0 ’ …'],
    ['&lt;b&gt; is a tag, 1 < 2 & 3', '<b> is a tag, 1 < 2 & 3'],
    ['one\n\ntwo<script>alert(1)</script>', 'one\n\ntwo'],
    ['', ''],
    ['&nope; &', '&nope; &'],
  ] as const)
    assert.equal(htmlToPlainText(html), text, html);
});
