import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createEntryView, imageOf, renderHtml } from '../../../../test/rendering/site.ts';
import type { PageView } from '../page-view.ts';

const site = { site: { logo: 5 }, image: (id: number) => (id === 5 ? imageOf(5) : undefined) };
const image = (size: string) => `<img src="http://x.test/picture-5.jpg" class="size-${size}" aria-describedby="" />`;

test('the logo of the site links to its front page', async () => {
  assert.equal(
    await renderHtml('<!-- wp:site-logo /-->', site),
    `<div class="wp-block-site-logo"><a class="custom-logo-link" rel="home" href="http://x.test/">${image('full')}</a></div>`,
  );
  assert.equal(
    await renderHtml('<!-- wp:site-logo {"isLink":false} /-->', site),
    `<div class="wp-block-site-logo">${image('full')}</div>`,
  );
  assert.equal(await renderHtml('<!-- wp:site-logo /-->'), '');
});

test('renders the featured image of an entry in a size', async () => {
  const entry = createEntryView(9, { featuredMedia: 5 });
  const content = '<!-- wp:post-featured-image {"isLink":true,"sizeSlug":"medium"} /-->';
  assert.equal(
    await renderHtml(content, site, entry),
    `<figure class="wp-block-post-featured-image"><a href="http://x.test/post-9/">${image('medium')}</a></figure>`,
  );
  assert.equal(await renderHtml(content, site), '');
});

test('images that are not public are rendered only in the entry that they are attached to', async () => {
  const privateImageSite = { ...site, image: () => imageOf(5, { isPublic: false, parent: 9 }) };
  const content = '<!-- wp:post-featured-image /-->';
  assert.match(await renderHtml(content, privateImageSite, createEntryView(9, { featuredMedia: 5 })), /<img/);
  assert.equal(await renderHtml(content, privateImageSite, createEntryView(8, { featuredMedia: 5 })), '');
  assert.equal(await renderHtml('<!-- wp:site-logo /-->', privateImageSite), '');
});

const page: PageView = {
  ...{ url: 'http://x.test/post-9/', description: '', queryPages: new Map() },
  entry: { id: 9, content: '', page: 1, pages: 1, urlOf: () => '' },
};
const img = (style = '') => image('full').replace('<img', `<img${style}`);

test('on a page, the featured image of its entry has a caption, a ratio and a named link', async () => {
  const render = (attributes: string, id = 9) =>
    renderHtml(
      `<!-- wp:post-featured-image ${attributes} /-->`,
      site,
      createEntryView(id, { featuredMedia: 5, title: 'A "title"' }),
      page,
    );
  const caption = '<figcaption class="wp-element-caption">Picture 5</figcaption>';
  assert.equal(await render('{}'), `<figure class="wp-block-post-featured-image">${img()}${caption}</figure>`);
  assert.equal(
    await render('{"isLink":true,"aspectRatio":"3/2"}', 8),
    `<figure class="wp-block-post-featured-image"><a href="http://x.test/post-8/" aria-label="A &quot;title&quot;">${img(' style="aspect-ratio:3/2;object-fit:cover"')}</a></figure>`,
  );
  assert.match(await render('{"height":"12.5rem","scale":"contain"}'), /style="height:12\.5rem;object-fit:contain"/);
  for (const value of ['3/2;color:red', 'auto', '1/2/3', '\\"', 'var(--x)', '-1px'])
    assert.doesNotMatch(await render(JSON.stringify({ aspectRatio: value, width: value, height: value })), /style/);
  assert.match(await render('{"width":"9px","scale":"x\\" y"}'), / style="width:9px" /);
});

test('on a page, the link of the logo is named after the site, and the logo has the width of the block', async () => {
  const html = await renderHtml('<!-- wp:site-logo {"width":56} /-->', site, createEntryView(9), page);
  assert.match(html, /href="http:\/\/x\.test\/" aria-label="A site"><img style="width:56px;height:auto" /);
});

test('on a page, only the images at its top are loaded before they come into view', async () => {
  const lazyImage = '<img loading="lazy" src="http://x.test/a.jpg" sizes="auto, 100vw" />';
  const lazySite = { ...site, image: () => imageOf(5, { imgOfSize: () => lazyImage }) };
  const list = { ids: [7, 8], total: 2, perPage: 2, page: 1, urlOf: () => '' };
  const render = (id: number, onPage?: PageView) =>
    renderHtml('<!-- wp:post-featured-image /-->', lazySite, createEntryView(id, { featuredMedia: 5 }), onPage);
  const eagerImage = /<img src="http:\/\/x\.test\/a\.jpg" sizes="100vw" \/>/;
  assert.match(await render(9, page), eagerImage);
  assert.match(await render(7, { ...page, list }), eagerImage);
  assert.match(await render(8, { ...page, list }), /loading="lazy"/);
  assert.match(await render(9), /loading="lazy"/);
  assert.match(await renderHtml('<!-- wp:site-logo /-->', lazySite, createEntryView(9), page), eagerImage);
});
