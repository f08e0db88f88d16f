import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createEntryView, renderHtml } from '../../../../test/rendering/site.ts';

const entry = createEntryView(9, { title: 'A &#8220;b&#8221; <i>c</i>', excerpt: '<p>One two three</p>\n' });
const renderBlock = (name: string, json = '') => renderHtml(`<!-- wp:${name} ${json} /-->`, {}, entry);

test('renders the title as a heading with level and optional link', async () => {
  assert.equal(await renderBlock('post-title'), '<h2 class="wp-block-post-title">A &#8220;b&#8221; c</h2>');
  assert.equal(
    await renderBlock('post-title', '{"level":0,"isLink":true,"linkTarget":"_blank","rel":"me","textAlign":"center"}'),
    '<p class="has-text-align-center wp-block-post-title"><a href="http://x.test/post-9/" target="_blank" rel="me">A &#8220;b&#8221; c</a></p>',
  );
  assert.match(await renderBlock('post-title', '{"level":77}'), /^<h6/);
  assert.equal(await renderHtml('<!-- wp:post-title /-->', {}, createEntryView(9, { title: '' })), '');
});

test('renders the publication or modification date', async () => {
  assert.equal(
    await renderBlock('post-date', '{"format":"Y \\u003cb\\u003e","isLink":true}'),
    '<div class="wp-block-post-date"><a href="http://x.test/post-9/"><time datetime="2026-01-09T10:00:00">2026 &lt;b&gt;</time></a></div>',
  );
  assert.match(await renderBlock('post-date', '{"displayType":"modified"}'), /__modified-date .*>February 1, 2026</);
  const unchanged = createEntryView(9, { modified: '2026-01-09T10:00:00' });
  assert.equal(await renderHtml('<!-- wp:post-date {"displayType":"modified"} /-->', {}, unchanged), '');
});

test('renders the excerpt with a maximum length and a link', async () => {
  assert.equal(
    await renderBlock('post-excerpt', '{"excerptLength":2,"moreText":"On"}'),
    '<div class="wp-block-post-excerpt"><p class="wp-block-post-excerpt__excerpt">One two &hellip;</p>' +
      '<p class="wp-block-post-excerpt__more-text"><a class="wp-block-post-excerpt__more-link" href="http://x.test/post-9/">On</a></p></div>',
  );
  assert.match(
    await renderBlock('post-excerpt', '{"moreText":"On","showMoreOnNewLine":false}'),
    /three <a [^>]+>On<\/a><\/p><\/div>$/,
  );
  assert.equal(await renderHtml('<!-- wp:post-excerpt /-->', {}, createEntryView(9, { excerpt: '' })), '');
});

test('renders a read-more link with the title for screen readers', async () => {
  assert.equal(
    await renderBlock('read-more', '{"content":"More"}'),
    '<a class="wp-block-read-more" href="http://x.test/post-9/">More<span class="screen-reader-text">: A &#8220;b&#8221; c</span></a>',
  );
});

test('does not render the content within itself', async () => assert.equal(await renderBlock('post-content'), ''));
