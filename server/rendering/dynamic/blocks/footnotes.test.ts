import assert from 'node:assert/strict';
import { test } from 'node:test';
import { entryOf, shownOf } from '../site-for-tests.ts';

const shown = (footnotes: unknown) =>
  shownOf('<!-- wp:footnotes /-->', {}, entryOf(9, { meta: JSON.stringify({ footnotes }) }));

test('shows the notes of the entry, each with a way back', async () => {
  assert.equal(
    await shown('[{"id":"a1","content":"One <b>b</b>"},{"id":"\\"x","content":"Two"}]'),
    '<ol class="wp-block-footnotes">' +
      '<li id="a1">One <b>b</b> <a href="#a1-link" aria-label="Jump to footnote reference 1">↩︎</a></li>' +
      '<li id="&quot;x">Two <a href="#&quot;x-link" aria-label="Jump to footnote reference 2">↩︎</a></li></ol>',
  );
});

test('nothing where there are no notes', async () => {
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
    assert.equal(await shown(stored), '', String(stored));
  }
});
