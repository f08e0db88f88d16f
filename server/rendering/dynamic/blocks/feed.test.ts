import assert from 'node:assert/strict';
import { test } from 'node:test';
import { show, shownOf } from '../site-for-tests.ts';

test('a feed is a link to it; nothing is fetched for it', async () => {
  const { html, asked } = await show(
    '<!-- wp:rss {"feedURL":"https://news.example/feed?a=1\u0026b=2","openInNewTab":true} /-->',
  );
  assert.equal(
    html,
    '<p class="wp-block-rss"><a href="https://news.example/feed?a=1&amp;b=2" target="_blank" rel="noopener">news.example</a></p>',
  );
  assert.deepEqual(asked.flat(), []);
});

test('a feed without an address that may be followed shows nothing', async () => {
  for (const json of ['', '{"feedURL":"javascript:x"}', '{"feedURL":"news"}', '{"feedURL":7}'])
    assert.equal(await shownOf(`<!-- wp:rss ${json} /-->`), '');
});
