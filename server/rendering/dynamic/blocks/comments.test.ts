import assert from 'node:assert/strict';
import { test } from 'node:test';
import { commentOf, createEntryView, renderContent, renderHtml } from '../../../../test/rendering/site.ts';

const site = {
  comments: (limit: number) =>
    [commentOf(3), commentOf(2, { authorUrl: 'javascript:x', authorName: '<b>B</b> & c' })].slice(0, limit),
  commentsOf: () => ({
    comments: [commentOf(1), commentOf(2, { parent: 1 }), commentOf(3, { parent: 77 })],
    omitsReplies: false,
  }),
  commentCounts: () => ({ total: 3, threads: 3 }),
  entry: () => createEntryView(9),
};

test('latest comments have authors, entries and excerpts', async () => {
  const long = commentOf(4, { content: `<p>${'word '.repeat(30)}</p>` });
  const html = await renderHtml('<!-- wp:latest-comments {"displayAvatar":false} /-->', {
    ...site,
    comments: () => [long],
  });
  assert.match(html, /^<ol class="has-dates has-excerpts wp-block-latest-comments">/);
  assert.match(
    html,
    /<a href="http:\/\/author-4.test\/" rel="external nofollow ugc">Author 4<\/a><\/span> on <a class="wp-block-latest-comments__comment-link" href="http:\/\/x.test\/post-9\/#comment-4">Post 9<\/a>/,
  );
  assert.match(html, /<time [^>]*datetime="2026-01-04T10:00:00">January 4, 2026<\/time>/);
  assert.ok(html.includes(`${'word '.repeat(20)}&hellip;</div>`));
});

test('latest comments follow the attributes', async () => {
  const minimalHtml = await renderHtml(
    '<!-- wp:latest-comments {"commentsToShow":1,"displayDate":false,"displayContent":"none"} /-->',
    site,
  );
  assert.match(
    minimalHtml,
    /class="has-avatars wp-block-latest-comments".*<img alt="" src="http:\/\/x.test\/somebody\?s=48"/,
  );
  assert.doesNotMatch(minimalHtml, /<time|Comment 3|Author 2/);
  const full = await renderHtml('<!-- wp:latest-comments {"displayContent":"full"} /-->', site);
  assert.match(full, /excerpt"><p>Comment 3<\/p>/);
  assert.match(full, />B &amp; c</);
  assert.doesNotMatch(full, /javascript/);
  assert.match(await renderHtml('<!-- wp:latest-comments /-->'), /No comments to show/);
});

test('a comment template repeats its blocks, with nested replies', async () => {
  const content =
    '<!-- wp:comment-template --><!-- wp:comment-author-name {"isLink":false} /--><!-- /wp:comment-template -->';
  const name = (id: number) => `<div class="wp-block-comment-author-name">Author ${id}</div>`;
  const { html, requestedNeeds } = await renderContent(content, site);
  assert.equal(
    html,
    `<ol class="wp-block-comment-template"><li id="comment-1" class="comment">${name(1)}<ol><li id="comment-2" class="comment">${name(2)}</li></ol></li>` +
      `<li id="comment-3" class="comment">${name(3)}</li></ol>`,
  );
  assert.deepEqual(requestedNeeds[0], [{ kind: 'comments of entry', id: 9 }]);
  assert.equal(await renderHtml(content), '');
});

test('renders the fields of a comment', async () => {
  const renderCommentField = async (name: string, json = '') =>
    (
      await renderHtml(
        `<!-- wp:comment-template --><!-- wp:comment-${name} ${json} /--><!-- /wp:comment-template -->`,
        {
          commentsOf: () => ({ comments: [commentOf(5)], omitsReplies: false }),
          commentCounts: () => ({ total: 1, threads: 1 }),
        },
      )
    )
      .replace('<ol class="wp-block-comment-template"><li id="comment-5" class="comment">', '')
      .replace('</li></ol>', '');
  assert.equal(await renderCommentField('content'), '<div class="wp-block-comment-content"><p>Comment 5</p>\n</div>');
  assert.equal(
    await renderCommentField('date', '{"format":"Y"}'),
    '<div class="wp-block-comment-date"><a href="http://x.test/post-9/#comment-5"><time datetime="2026-01-05T10:00:00">2026</time></a></div>',
  );
  assert.match(
    await renderCommentField('author-avatar', '{"width":40}'),
    /src="http:\/\/x.test\/somebody\?s=40".* height="40" width="40"/,
  );
  const avatars =
    '<!-- wp:comment-template --><!-- wp:avatar {"size":40} /--><!-- wp:avatar {"userId":1} /--><!-- /wp:comment-template -->';
  assert.match(
    await renderHtml(avatars, { commentsOf: () => ({ comments: [commentOf(5)], omitsReplies: false }) }),
    /src="http:\/\/x.test\/somebody\?s=40".*src="http:\/\/x.test\/ada\?s=96"/,
  );
  assert.match(await renderCommentField('reply-link'), /href="http:\/\/x.test\/post-9\/#comment-5">Reply</);
  assert.equal(await renderCommentField('edit-link'), '');
  assert.equal(await renderHtml('<!-- wp:comment-content /-->', site), '');
});

test('renders titles and counts of comments', async () => {
  assert.equal(
    await renderHtml('<!-- wp:comments-title /-->', site),
    '<h2 id="comments" class="wp-block-comments-title">3 comments on “Post 9”</h2>',
  );
  const short = '<!-- wp:comments-title {"showPostTitle":false,"showCommentsCount":false,"level":3} /-->';
  assert.equal(await renderHtml(short, site), '<h3 id="comments" class="wp-block-comments-title">Comments</h3>');
  assert.equal(await renderHtml('<!-- wp:comments-title /-->'), '');
  assert.equal(
    await renderHtml('<!-- wp:post-comments-count /-->', site),
    '<div class="wp-block-post-comments-count">3</div>',
  );
  assert.match(
    await renderHtml('<!-- wp:post-comments-link /-->'),
    /href="http:\/\/x.test\/post-9\/#comments">No comments</,
  );
  const emptyBlocks = [
    'post-comments-form',
    'comments-pagination',
    'comments-pagination-next',
    'comments-pagination-numbers',
    'comments-pagination-previous',
  ];
  for (const name of emptyBlocks) assert.equal(await renderHtml(`<!-- wp:${name} /-->`, site), '');
});

test('a comments block of an older editor has the default blocks', async () => {
  for (const content of [
    '<!-- wp:comments {"legacy":true,"className":"own"} /-->',
    '<!-- wp:post-comments {"className":"own"} /-->',
  ]) {
    const html = await renderHtml(content, site);
    assert.match(html, /^<div class="own wp-block-comments">.*3 comments on.*<li id="comment-1".*Author 1.*Comment 1/s);
  }
  assert.equal(await renderHtml('<!-- wp:comments --><div>Own</div><!-- /wp:comments -->', site), '<div>Own</div>');
  assert.equal(await renderHtml('<!-- wp:comments /-->', site), '');
});
