import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createEntryView, renderHtml } from '../../../../test/rendering/site.ts';

const renderFootnotes = (footnotes: unknown) =>
  renderHtml('<!-- wp:footnotes /-->', {}, createEntryView(9, { meta: JSON.stringify({ footnotes }) }));

test('renders the footnotes of the entry with back links', async () => {
  assert.equal(
    await renderFootnotes('[{"id":"a1","content":"One <b>b</b>"},{"id":"\\"x","content":"Two"}]'),
    '<ol class="wp-block-footnotes">' +
      '<li id="a1">One <b>b</b> <a href="#a1-link" aria-label="Jump to footnote reference 1">↩︎</a></li>' +
      '<li id="&quot;x">Two <a href="#&quot;x-link" aria-label="Jump to footnote reference 2">↩︎</a></li></ol>',
  );
});

test('is empty without valid footnotes', async () => {
  for (const stored of [
    undefined,
    '',
    '[]',
    '{}',
    'null',
    '7',
    '[1,null,{"id":1,"content":"x"},{"id":"a"}]',
    '{broken',
    7,
  ]) {
    assert.equal(await renderFootnotes(stored), '', String(stored));
  }
});
