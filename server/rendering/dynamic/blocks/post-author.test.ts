import assert from 'node:assert/strict';
import { test } from 'node:test';
import { entryOf, show, shownOf } from '../site-for-tests.ts';

const shown = (name: string, json = '') => shownOf(`<!-- wp:${name} ${json} /-->`);

test('the name of the author', async () => {
  assert.equal(await shown('post-author-name'), '<div class="wp-block-post-author-name">Ada &amp; Co</div>');
  assert.equal(
    await shown('post-author-name', '{"isLink":true}'),
    '<div class="wp-block-post-author-name"><a href="http://x.test/author/ada/">Ada &amp; Co</a></div>',
  );
});

test('what the author says of itself, as text', async () => {
  assert.equal(await shown('post-author-biography'), '<div class="wp-block-post-author-biography">Writes a lot.</div>');
});

test('the author with picture, line and biography', async () => {
  assert.equal(
    await shown('post-author', '{"byline":"By","showBio":true}'),
    '<div class="wp-block-post-author"><div class="wp-block-post-author__avatar">' +
      '<img class="avatar avatar-48 photo wp-block-post-author__image" src="http://x.test/ada?s=48" width="48" height="48" alt="Ada &amp; Co" loading="lazy" decoding="async" /></div>' +
      '<div class="wp-block-post-author__content"><p class="wp-block-post-author__byline">By</p>' +
      '<p class="wp-block-post-author__name">Ada &amp; Co</p><p class="wp-block-post-author__bio">Writes a lot.</p></div></div>',
  );
  assert.doesNotMatch(await shown('post-author', '{"showAvatar":false}'), /<img/);
});

test('the picture of the author or of somebody named, as large as is wanted', async () => {
  assert.match(
    await shown('avatar', '{"size":9999,"isLink":true}'),
    /<a class="wp-block-avatar__link" href="[^"]+"><img [^>]*s=512"/,
  );
  const { asked, html } = await show('<!-- wp:avatar {"userId":7} /-->');
  assert.deepEqual([asked.flat(), html], [[{ kind: 'user', id: 7 }], '']);
});

test('nothing of an author who has gone', async () => {
  for (const name of ['post-author', 'post-author-name', 'post-author-biography', 'avatar']) {
    assert.equal(await shownOf(`<!-- wp:${name} /-->`, {}, entryOf(9, { author: 4 })), '');
  }
});
