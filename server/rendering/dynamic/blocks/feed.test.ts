import assert from 'node:assert/strict';
import { test } from 'node:test';
import { renderContent, renderHtml } from '../../../../test/rendering/site.ts';

test('a feed is rendered as a link without fetching it', async () => {
  const { html, requestedNeeds } = await renderContent(
    '<!-- wp:rss {"feedURL":"https://news.example/feed?a=1\u0026b=2","openInNewTab":true} /-->',
  );
  assert.equal(
    html,
    '<p class="wp-block-rss"><a href="https://news.example/feed?a=1&amp;b=2" target="_blank" rel="noopener">news.example</a></p>',
  );
  assert.deepEqual(requestedNeeds.flat(), []);
});

test('a feed without a valid URL is empty', async () => {
  for (const json of ['', '{"feedURL":"javascript:x"}', '{"feedURL":"news"}', '{"feedURL":7}'])
    assert.equal(await renderHtml(`<!-- wp:rss ${json} /-->`), '');
});
