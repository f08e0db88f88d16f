import assert from 'node:assert/strict';
import { test } from 'node:test';
import { entryOf, shownOf } from '../site-for-tests.ts';

const entry = entryOf(9, { title: 'A &#8220;b&#8221; <i>c</i>', excerpt: '<p>One two three</p>\n' });
const shown = (name: string, json = '') => shownOf(`<!-- wp:${name} ${json} /-->`, {}, entry);

test('the title as a heading of the level wanted, linked where it is wanted', async () => {
  assert.equal(await shown('post-title'), '<h2 class="wp-block-post-title">A &#8220;b&#8221; c</h2>');
  assert.equal(
    await shown('post-title', '{"level":0,"isLink":true,"linkTarget":"_blank","rel":"me","textAlign":"center"}'),
    '<p class="has-text-align-center wp-block-post-title"><a href="http://x.test/post-9/" target="_blank" rel="me">A &#8220;b&#8221; c</a></p>',
  );
  assert.match(await shown('post-title', '{"level":77}'), /^<h6/);
  assert.equal(await shownOf('<!-- wp:post-title /-->', {}, entryOf(9, { title: '' })), '');
});

test('the date, or that of the last change', async () => {
  assert.equal(
    await shown('post-date', '{"format":"Y \\u003cb\\u003e","isLink":true}'),
    '<div class="wp-block-post-date"><a href="http://x.test/post-9/"><time datetime="2026-01-09T10:00:00">2026 &lt;b&gt;</time></a></div>',
  );
  assert.match(await shown('post-date', '{"displayType":"modified"}'), /__modified-date .*>February 1, 2026</);
  const unchanged = entryOf(9, { modified: '2026-01-09T10:00:00' });
  assert.equal(await shownOf('<!-- wp:post-date {"displayType":"modified"} /-->', {}, unchanged), '');
});

test('the excerpt, as long as it is wanted, with a link on', async () => {
  assert.equal(
    await shown('post-excerpt', '{"excerptLength":2,"moreText":"On"}'),
    '<div class="wp-block-post-excerpt"><p class="wp-block-post-excerpt__excerpt">One two &hellip;</p>' +
      '<p class="wp-block-post-excerpt__more-text"><a class="wp-block-post-excerpt__more-link" href="http://x.test/post-9/">On</a></p></div>',
  );
  assert.match(
    await shown('post-excerpt', '{"moreText":"On","showMoreOnNewLine":false}'),
    /three <a [^>]+>On<\/a><\/p><\/div>$/,
  );
  assert.equal(await shownOf('<!-- wp:post-excerpt /-->', {}, entryOf(9, { excerpt: '' })), '');
});

test('a link to the whole, which says where it leads', async () => {
  assert.equal(
    await shown('read-more', '{"content":"More"}'),
    '<a class="wp-block-read-more" href="http://x.test/post-9/">More<span class="screen-reader-text">: A &#8220;b&#8221; c</span></a>',
  );
});

test('the content, but not within itself', async () => assert.equal(await shown('post-content'), ''));
