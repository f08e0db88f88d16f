import assert from 'node:assert/strict';
import { test } from 'node:test';
import { renderContent, renderHtml, termOf } from '../../../../test/rendering/site.ts';

const termsOf = (entry: number, taxonomy: string) =>
  entry === 9 && taxonomy === 'category' ? [termOf(1, { name: 'A <b>&amp;' }), termOf(2)] : [];
const block = (json: string) => `<!-- wp:post-terms ${json} /-->`;

test('renders the terms of the entry as links', async () => {
  const { html, requestedNeeds } = await renderContent(block('{"term":"category","prefix":"In ","suffix":"."}'), {
    termsOf,
  });
  assert.equal(
    html,
    '<div class="taxonomy-category wp-block-post-terms"><span class="wp-block-post-terms__prefix">In </span>' +
      '<a href="http://x.test/term-1/" rel="tag">A &amp;</a><span class="wp-block-post-terms__separator">, </span>' +
      '<a href="http://x.test/term-2/" rel="tag">Term 2</a><span class="wp-block-post-terms__suffix">.</span></div>',
  );
  assert.deepEqual(requestedNeeds, [[{ kind: 'terms of entry', id: 9 }]]);
});

test('uses the configured separator', async () => {
  for (const [json, separator] of [
    ['" "', ' '],
    ['" | "', ' | '],
    ['"; "', '; '],
    ['"\\u003cb\\u003e/"', '/'],
    ['7', ', '],
  ] as const) {
    const html = await renderHtml(block(`{"term":"category","separator":${json}}`), { termsOf });
    assert.match(html, new RegExp(`__separator">${RegExp.escape(separator)}</span>`), json);
  }
});

test('is empty without terms', async () =>
  assert.equal(await renderHtml(block('{"term":"post_tag"}'), { termsOf }), ''));
