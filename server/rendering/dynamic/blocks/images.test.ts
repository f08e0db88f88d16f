import assert from 'node:assert/strict';
import { test } from 'node:test';
import { entryOf, pictureOf, shownOf } from '../site-for-tests.ts';

const site = { site: { logo: 5 }, picture: (id: number) => (id === 5 ? pictureOf(5) : undefined) };
const image = (size: string) => `<img src="http://x.test/picture-5.jpg" class="size-${size}" aria-describedby="" />`;

test('the logo of the site links to its front page', async () => {
  assert.equal(
    await shownOf('<!-- wp:site-logo /-->', site),
    `<div class="wp-block-site-logo"><a class="custom-logo-link" rel="home" href="http://x.test/">${image('full')}</a></div>`,
  );
  assert.equal(
    await shownOf('<!-- wp:site-logo {"isLink":false} /-->', site),
    `<div class="wp-block-site-logo">${image('full')}</div>`,
  );
  assert.equal(await shownOf('<!-- wp:site-logo /-->'), '');
});

test('the featured image of an entry, in a size', async () => {
  const entry = entryOf(9, { featuredMedia: 5 });
  const content = '<!-- wp:post-featured-image {"isLink":true,"sizeSlug":"medium"} /-->';
  assert.equal(
    await shownOf(content, site, entry),
    `<figure class="wp-block-post-featured-image"><a href="http://x.test/post-9/">${image('medium')}</a></figure>`,
  );
  assert.equal(await shownOf(content, site), '');
});

test('images that not everybody may see are shown by the entry that they belong to alone', async () => {
  const own = { ...site, picture: () => pictureOf(5, { isPublic: false, parent: 9 }) };
  const content = '<!-- wp:post-featured-image /-->';
  assert.match(await shownOf(content, own, entryOf(9, { featuredMedia: 5 })), /<img/);
  assert.equal(await shownOf(content, own, entryOf(8, { featuredMedia: 5 })), '');
  assert.equal(await shownOf('<!-- wp:site-logo /-->', own), '');
});
