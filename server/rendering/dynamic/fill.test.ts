import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { entryOf, show, shownOf } from './site-for-tests.ts';

const many = (count: number) => Array.from({ length: count }, (_, at) => entryOf(at + 1));
const loop = (inner: string) =>
  `<!-- wp:query --><div><!-- wp:post-template -->${inner}<!-- /wp:post-template --></div><!-- /wp:query -->`;

describe('filling holes', () => {
  it('loads once for each level, whatever stands in it', async () => {
    const blocks = '<!-- wp:latest-posts /--><!-- wp:categories /--><!-- wp:post-author-name /-->'.repeat(30);
    const { asked } = await show(blocks, { entries: () => many(3) });
    assert.equal(asked.length, 1);
    const nested = await show(loop('<!-- wp:post-title /-->').repeat(10), { entries: () => many(3) });
    assert.equal(nested.asked.length, 3, 'query, template, title');
  });

  it('asks for nothing where nothing is needed', async () => {
    const { asked, html } = await show('<!-- wp:paragraph --><p>x</p><!-- /wp:paragraph -->');
    assert.deepEqual([asked, html], [[], '<p class="wp-block-paragraph">x</p>']);
  });

  it('shows the text inside a loop as any text is shown, once for each entry', async () => {
    const html = await shownOf(loop('<p>"a" :) <!-- wp:post-title /--></p><img src="x" width="1" height="1">'), {
      entries: () => many(2),
    });
    const item = (id: number) =>
      `<li class="wp-block-post post-${id} post type-post status-publish"><p>&#8220;a&#8221; 🙂 <h2 class="wp-block-post-title">` +
      `Post ${id}</h2></p><img loading="lazy" decoding="async" src="x" width="1" height="1"></li>`;
    assert.ok(html.includes(item(1) + item(2)), html);
  });
});

describe('the limits of one content', () => {
  it('ten thousand blocks cost bounded time and are cut off at two thousand', { timeout: 10_000 }, async () => {
    const { html, asked } = await show('<!-- wp:site-title /-->'.repeat(10_000));
    assert.equal(html.split('<h1').length - 1, 2000);
    assert.equal(asked.length, 1);
  });

  it('loops in loops end', { timeout: 20_000 }, async () => {
    let content = '<!-- wp:post-title /-->';
    for (let depth = 0; depth < 20; depth += 1) content = loop(content);
    const { html, asked } = await show(content, { entries: () => many(100) });
    assert.ok(asked.length <= 8, `${asked.length} levels`);
    assert.ok(html.split('<li').length - 1 <= 100 * 2000);
    assert.ok(!html.includes('<h2'), 'what is deeper than eight levels is not shown');
  });

  it('blocks nested ten thousand deep neither fail nor take long', { timeout: 20_000 }, async () => {
    const { asked } = await show(`${'<!-- wp:query --><div>'.repeat(10_000)}x`);
    assert.ok(asked.length <= 8);
  });

  it('twenty different lists are shown, one more is not; the same list counts once', async () => {
    const list = (limit: number) => `<!-- wp:latest-posts {"postsToShow":${limit}} /-->`;
    const lists = Array.from({ length: 30 }, (_, at) => list(at + 1)).join('');
    const { html, asked } = await show(lists + list(1), { entries: () => many(1) });
    assert.equal(html.split('<ul').length - 1, 21, 'twenty, and the first once more');
    assert.equal(asked.flat().length, 21);
  });

  it('stops once a million characters were made', async () => {
    const text = { type: 'cms_block', raw: 'x'.repeat(90_000) };
    const html = await shownOf('<!-- wp:block {"ref":5} /-->'.repeat(100), { contents: { 5: text } });
    assert.ok(html.length > 900_000 && html.length < 1_200_000, String(html.length));
  });

  it('counts what is shown without being embedded', async () => {
    const address = `http://elsewhere.test/${'x'.repeat(1900)}`;
    const text = { type: 'cms_block', raw: Array.from({ length: 100 }, () => address).join('\n') };
    const html = await shownOf('<!-- wp:block {"ref":5} /-->'.repeat(1500), { contents: { 5: text } });
    assert.ok(html.length > 400_000 && html.length < 1_400_000, String(html.length));
  });
});

describe('a text within itself', () => {
  it('is shown once', async () => {
    const contents = {
      5: { type: 'cms_block', raw: 'five <!-- wp:block {"ref":6} /-->' },
      6: { type: 'cms_block', raw: 'six <!-- wp:block {"ref":5} /--><!-- wp:block {"ref":6} /-->' },
    };
    assert.equal(await shownOf('<!-- wp:block {"ref":5} /-->', { contents }), 'five six ');
  });

  it('is not shown by a loop that comes to it', async () => {
    const entries = () => [entryOf(9), entryOf(5)];
    const content = loop('<!-- wp:post-content /-->');
    const contents = { 9: { type: 'post', raw: content }, 5: { type: 'post', raw: 'five' } };
    const html = await shownOf(content, { entries, contents });
    assert.equal(html.split('entry-content').length - 1, 1);
    assert.match(html, /entry-content wp-block-post-content"><p>five<\/p>/);
  });

  it('ends where texts show each other in a circle through loops', async () => {
    const raw = loop('<!-- wp:post-content /-->');
    const contents = Object.fromEntries([1, 2, 3].map((id) => [id, { type: 'post', raw }]));
    const { asked } = await show(raw, { entries: () => many(3), contents });
    assert.ok(asked.length <= 8);
  });
});
