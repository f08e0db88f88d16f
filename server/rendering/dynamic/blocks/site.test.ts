import assert from 'node:assert/strict';
import { test } from 'node:test';
import { renderHtml } from '../../../../test/rendering/site.ts';

test('the site title links to the front page', async () => {
  assert.equal(
    await renderHtml('<!-- wp:site-title /-->', { site: { title: 'A & <b>B</b>' } }),
    '<h1 class="wp-block-site-title"><a href="http://x.test/">A &amp; B</a></h1>',
  );
  assert.equal(
    await renderHtml('<!-- wp:site-title {"level":0,"isLink":false} /-->'),
    '<p class="wp-block-site-title">A site</p>',
  );
  assert.equal(await renderHtml('<!-- wp:site-title /-->', { site: { title: '' } }), '');
});

test('renders the tagline', async () => {
  assert.equal(await renderHtml('<!-- wp:site-tagline /-->'), '<p class="wp-block-site-tagline">About things</p>');
  assert.equal(
    await renderHtml('<!-- wp:site-tagline {"level":3} /-->'),
    '<h3 class="wp-block-site-tagline">About things</h3>',
  );
  assert.equal(await renderHtml('<!-- wp:site-tagline /-->', { site: { description: '' } }), '');
});

test('the sign-in link is the same for all visitors', async () => {
  assert.equal(
    await renderHtml('<!-- wp:loginout /-->'),
    '<div class="logged-out wp-block-loginout"><a href="http://x.test/account/sign-in">Log in</a></div>',
  );
});
