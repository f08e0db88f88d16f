import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createEntryView, imageOf, renderHtml } from '../../../../test/rendering/site.ts';

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
