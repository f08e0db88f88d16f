import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createEntryView, queriesOf, renderHtml } from '../../../../test/rendering/site.ts';

const entries = () => [
  createEntryView(2, { title: 'A <em>b</em> &#8220;c&#8221; <script>x</script>' }),
  createEntryView(1, { title: '' }),
];
const block = (json: string) => `<!-- wp:latest-posts ${json} /-->`;

test('renders titles as links', async () => {
  assert.equal(
    await renderHtml(block('{"className":"own","align":"wide","anchor":"here"}'), { entries }),
    '<ul id="here" class="wp-block-latest-posts__list alignwide own wp-block-latest-posts">' +
      '<li><a class="wp-block-latest-posts__post-title" href="http://x.test/post-2/">A b &#8220;c&#8221;</a></li>' +
      '<li><a class="wp-block-latest-posts__post-title" href="http://x.test/post-1/">(no title)</a></li></ul>',
  );
});

test('is empty without posts', async () => assert.equal(await renderHtml(block('')), ''));

test('renders date, author and excerpt when enabled', async () => {
  const json =
    '{"displayPostDate":true,"displayAuthor":true,"displayPostContent":true,"excerptLength":1,"postLayout":"grid","columns":2}';
  const html = await renderHtml(block(json), { entries: () => [createEntryView(3)] });
  assert.equal(
    html,
    '<ul class="wp-block-latest-posts__list is-grid columns-2 has-dates has-author wp-block-latest-posts"><li>' +
      '<a class="wp-block-latest-posts__post-title" href="http://x.test/post-3/">Post 3</a>' +
      '<div class="wp-block-latest-posts__post-author">by Ada &amp; Co</div>' +
      '<time class="wp-block-latest-posts__post-date" datetime="2026-01-03T10:00:00">January 3, 2026</time>' +
      '<div class="wp-block-latest-posts__post-excerpt">Excerpt &hellip;</div></li></ul>',
  );
});

test('renders the full content with its dynamic blocks', async () => {
  const contents = { 3: { type: 'post', raw: 'Text <!-- wp:post-title /-->' } };
  const json = '{"displayPostContent":true,"displayPostContentRadio":"full_post"}';
  const html = await renderHtml(block(json), { entries: () => [createEntryView(3)], contents });
  assert.match(
    html,
    /__post-full-content"><div class="entry-content wp-block-post-content">Text <h2 class="wp-block-post-title">Post 3<\/h2>/,
  );
});

test('queries by its attributes, within limits', async () => {
  const [query] = await queriesOf(
    block('{"categories":[{"id":3},{"id":4}],"selectedAuthor":7,"orderBy":"title","order":"asc","postsToShow":2}'),
  );
  assert.deepEqual(
    [query?.terms, query?.authors, query?.orderBy, query?.order, query?.limit],
    [[{ taxonomy: 'category', ids: [3, 4] }], [7], 'title', 'asc', 2],
  );
  for (const [json, limit] of [
    ['{"postsToShow":100000}', 100],
    ['{"postsToShow":-5}', 1],
    ['{"postsToShow":"x"}', 5],
    ['{"postsToShow":1e999,"order":{},"categories":"1;drop"}', 5],
  ] as const) {
    assert.equal((await queriesOf(block(json)))[0]?.limit, limit, json);
  }
});
