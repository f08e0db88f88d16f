import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createEntryView, renderContent, renderHtml } from '../../../../test/rendering/site.ts';

const renderBlock = (name: string, json = '') => renderHtml(`<!-- wp:${name} ${json} /-->`);

test('renders the name of the author', async () => {
  assert.equal(await renderBlock('post-author-name'), '<div class="wp-block-post-author-name">Ada &amp; Co</div>');
  assert.equal(
    await renderBlock('post-author-name', '{"isLink":true}'),
    '<div class="wp-block-post-author-name"><a href="http://x.test/author/ada/">Ada &amp; Co</a></div>',
  );
});

test('renders the biography of the author as text', async () => {
  assert.equal(
    await renderBlock('post-author-biography'),
    '<div class="wp-block-post-author-biography">Writes a lot.</div>',
  );
});

test('renders the author with avatar, byline and biography', async () => {
  assert.equal(
    await renderBlock('post-author', '{"byline":"By","showBio":true}'),
    '<div class="wp-block-post-author"><div class="wp-block-post-author__avatar">' +
      '<img class="avatar avatar-48 photo wp-block-post-author__image" src="http://x.test/ada?s=48" width="48" height="48" alt="Ada &amp; Co" loading="lazy" decoding="async" /></div>' +
      '<div class="wp-block-post-author__content"><p class="wp-block-post-author__byline">By</p>' +
      '<p class="wp-block-post-author__name">Ada &amp; Co</p><p class="wp-block-post-author__bio">Writes a lot.</p></div></div>',
  );
  assert.doesNotMatch(await renderBlock('post-author', '{"showAvatar":false}'), /<img/);
});

test('renders the avatar of the author or a configured user, in the configured size', async () => {
  assert.match(
    await renderBlock('avatar', '{"size":9999,"isLink":true}'),
    /<a class="wp-block-avatar__link" href="[^"]+"><img [^>]*s=512"/,
  );
  const { requestedNeeds, html } = await renderContent('<!-- wp:avatar {"userId":7} /-->');
  assert.deepEqual([requestedNeeds.flat(), html], [[{ kind: 'user', id: 7 }], '']);
});

test('is empty for a deleted author', async () => {
  for (const name of ['post-author', 'post-author-name', 'post-author-biography', 'avatar']) {
    assert.equal(await renderHtml(`<!-- wp:${name} /-->`, {}, createEntryView(9, { author: 4 })), '');
  }
});
