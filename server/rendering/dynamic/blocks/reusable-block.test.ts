import assert from 'node:assert/strict';
import { test } from 'node:test';
import { renderContent, renderHtml } from '../../../../test/rendering/site.ts';

const contents = {
  5: { type: 'cms_block', raw: '<!-- wp:paragraph --><p>"Again"</p><!-- /wp:paragraph --><!-- wp:post-title /-->' },
  6: { type: 'post', raw: 'A post' },
};

test('renders the referenced block in the context of the containing entry', async () => {
  assert.equal(
    await renderHtml('a<!-- wp:block {"ref":5} /-->b', { contents }),
    'a<p class="wp-block-paragraph">&#8220;Again&#8221;</p><h2 class="wp-block-post-title">Post 9</h2>b',
  );
});

test('is empty for other content, missing blocks and invalid IDs', async () => {
  for (const json of ['{"ref":6}', '{"ref":7}', '{"ref":"x"}', '{"ref":-5}', '{"ref":1e999}', '']) {
    assert.equal(await renderHtml(`<!-- wp:block ${json} /-->`, { contents }), '', json);
  }
});

test('loads all blocks of an entry together', async () => {
  const { requestedNeeds } = await renderContent('<!-- wp:block {"ref":5} /--><!-- wp:block {"ref":8} /-->', {
    contents,
  });
  assert.deepEqual(requestedNeeds[0], [
    { kind: 'content', id: 5 },
    { kind: 'content', id: 8 },
  ]);
});
