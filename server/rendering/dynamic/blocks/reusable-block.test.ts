import assert from 'node:assert/strict';
import { test } from 'node:test';
import { show, shownOf } from '../site-for-tests.ts';

const contents = {
  5: { type: 'cms_block', raw: '<!-- wp:paragraph --><p>"Again"</p><!-- /wp:paragraph --><!-- wp:post-title /-->' },
  6: { type: 'post', raw: 'A post' },
};

test('shows the block it names, about the entry it stands in', async () => {
  assert.equal(
    await shownOf('a<!-- wp:block {"ref":5} /-->b', { contents }),
    'a<p class="wp-block-paragraph">&#8220;Again&#8221;</p><h2 class="wp-block-post-title">Post 9</h2>b',
  );
});

test('nothing for what is no block, is not there, or is no number', async () => {
  for (const json of ['{"ref":6}', '{"ref":7}', '{"ref":"x"}', '{"ref":-5}', '{"ref":1e999}', '']) {
    assert.equal(await shownOf(`<!-- wp:block ${json} /-->`, { contents }), '', json);
  }
});

test('loads all blocks of a content together', async () => {
  const { asked } = await show('<!-- wp:block {"ref":5} /--><!-- wp:block {"ref":8} /-->', { contents });
  assert.deepEqual(asked[0], [
    { kind: 'content', id: 5 },
    { kind: 'content', id: 8 },
  ]);
});
