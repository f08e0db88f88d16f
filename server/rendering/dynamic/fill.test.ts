import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { createEntryView, renderContent, renderHtml } from '../../../test/rendering/site.ts';

const createEntries = (count: number) => Array.from({ length: count }, (_, at) => createEntryView(at + 1));
const loop = (inner: string) =>
  `<!-- wp:query --><div><!-- wp:post-template -->${inner}<!-- /wp:post-template --></div><!-- /wp:query -->`;

describe('fillContents', () => {
  it('loads once per level', async () => {
    const blocks = '<!-- wp:latest-posts /--><!-- wp:categories /--><!-- wp:post-author-name /-->'.repeat(30);
    const { requestedNeeds } = await renderContent(blocks, { entries: () => createEntries(3) });
    assert.equal(requestedNeeds.length, 1);
    const nested = await renderContent(loop('<!-- wp:post-title /-->').repeat(10), { entries: () => createEntries(3) });
    assert.equal(nested.requestedNeeds.length, 3, 'query, template, title');
  });

  it('loads nothing for static content', async () => {
    const { requestedNeeds, html } = await renderContent('<!-- wp:paragraph --><p>x</p><!-- /wp:paragraph -->');
    assert.deepEqual([requestedNeeds, html], [[], '<p class="wp-block-paragraph">x</p>']);
  });

  it('renders the text inside a loop for each entry', async () => {
    const html = await renderHtml(loop('<p>"a" :) <!-- wp:post-title /--></p><img src="x" width="1" height="1">'), {
      entries: () => createEntries(2),
    });
    const item = (id: number) =>
      `<li class="wp-block-post post-${id} post type-post status-publish"><p>&#8220;a&#8221; 🙂 <h2 class="wp-block-post-title">` +
      `Post ${id}</h2></p><img loading="lazy" decoding="async" src="x" width="1" height="1"></li>`;
    assert.ok(html.includes(item(1) + item(2)), html);
  });
});

it('removes the page breaks of content that is displayed in other content', async () => {
  const html = await renderHtml('a<!--nextpage--><!-- wp:block {"ref":2} /-->', {
    contents: { 2: { type: 'cms_block', raw: 'b<!--nextpage-->c' } },
  });
  assert.equal(html.split('<!--nextpage-->').length, 2, html);
  assert.ok(html.includes('bc'), html);
});

describe('the limits per entry', () => {
  it('allow two thousand of ten thousand blocks', { timeout: 10_000 }, async () => {
    const { html, requestedNeeds } = await renderContent('<!-- wp:site-title /-->'.repeat(10_000));
    assert.equal(html.split('<h1').length - 1, 2000);
    assert.equal(requestedNeeds.length, 1);
  });

  it('stop nested loops', { timeout: 20_000 }, async () => {
    let content = '<!-- wp:post-title /-->';
    for (let depth = 0; depth < 20; depth += 1) content = loop(content);
    const { html, requestedNeeds } = await renderContent(content, { entries: () => createEntries(100) });
    assert.ok(requestedNeeds.length <= 8, `${requestedNeeds.length} levels`);
    assert.ok(html.split('<li').length - 1 <= 100 * 2000);
    assert.ok(!html.includes('<h2'), 'blocks deeper than eight levels are omitted');
  });

  it('apply to blocks that are nested ten thousand deep', { timeout: 20_000 }, async () => {
    const { requestedNeeds } = await renderContent(`${'<!-- wp:query --><div>'.repeat(10_000)}x`);
    assert.ok(requestedNeeds.length <= 8);
  });

  it('allow twenty different lists, and count identical lists once', async () => {
    const list = (limit: number) => `<!-- wp:latest-posts {"postsToShow":${limit}} /-->`;
    const lists = Array.from({ length: 30 }, (_, at) => list(at + 1)).join('');
    const { html, requestedNeeds } = await renderContent(lists + list(1), { entries: () => createEntries(1) });
    assert.equal(html.split('<ul').length - 1, 21, 'twenty, and the first once more');
    assert.equal(requestedNeeds.flat().length, 21);
  });

  it('stop rendering after a million characters', async () => {
    const text = { type: 'cms_block', raw: 'x'.repeat(90_000) };
    const html = await renderHtml('<!-- wp:block {"ref":5} /-->'.repeat(100), { contents: { 5: text } });
    assert.ok(html.length > 900_000 && html.length < 1_200_000, String(html.length));
  });

  it('include URLs that are not embedded', async () => {
    const url = `http://elsewhere.test/${'x'.repeat(1900)}`;
    const text = { type: 'cms_block', raw: Array.from({ length: 100 }, () => url).join('\n') };
    const html = await renderHtml('<!-- wp:block {"ref":5} /-->'.repeat(1500), { contents: { 5: text } });
    assert.ok(html.length > 400_000 && html.length < 1_400_000, String(html.length));
  });
});

describe('recursive content', () => {
  it('is rendered once', async () => {
    const contents = {
      5: { type: 'cms_block', raw: 'five <!-- wp:block {"ref":6} /-->' },
      6: { type: 'cms_block', raw: 'six <!-- wp:block {"ref":5} /--><!-- wp:block {"ref":6} /-->' },
    };
    assert.equal(await renderHtml('<!-- wp:block {"ref":5} /-->', { contents }), 'five six ');
  });

  it('is omitted by a loop that reaches it', async () => {
    const entries = () => [createEntryView(9), createEntryView(5)];
    const content = loop('<!-- wp:post-content /-->');
    const contents = { 9: { type: 'post', raw: content }, 5: { type: 'post', raw: 'five' } };
    const html = await renderHtml(content, { entries, contents });
    assert.equal(html.split('entry-content').length - 1, 1);
    assert.match(html, /entry-content wp-block-post-content"><p>five<\/p>/);
  });

  it('ends when entries include each other through loops', async () => {
    const raw = loop('<!-- wp:post-content /-->');
    const contents = Object.fromEntries([1, 2, 3].map((id) => [id, { type: 'post', raw }]));
    const { requestedNeeds } = await renderContent(raw, { entries: () => createEntries(3), contents });
    assert.ok(requestedNeeds.length <= 8);
  });
});
