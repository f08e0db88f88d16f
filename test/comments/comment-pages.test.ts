// Tests the comments on pages: pages of comments, replies, and the comments that no page contains (docs/site.md, Comments).
import assert from 'node:assert/strict';
import { it } from 'node:test';
import { threadsPerPage } from '../../server/rendering/dynamic/needs.ts';
import { describeEachEngine } from '../engines.ts';
import { commentPagesSite } from './page-site.ts';

/** Returns the IDs of the comments on a page, in their order. */
const commentsIn = (html: string): number[] =>
  [...html.matchAll(/<li id="comment-(\d+)"/g)].map(([, id]) => Number(id));

/** Returns the URLs in the pagination of a page. */
const pagesIn = (html: string): string[] => {
  const [, pagination = ''] = /<nav[^>]*wp-block-comments-pagination"[^>]*>(.*?)<\/nav>/s.exec(html) ?? [];
  return [...pagination.matchAll(/href="([^"]+)"/g)].map(([, url = '']) => url);
};

describeEachEngine('comments on pages', (engine) => {
  const { node, get, text, set, createPost, createComment, submit } = commentPagesSite(engine);
  const redirectOf = async (url: string) => {
    const { status, headers } = await get(url, { headers: { accept: 'text/html' } });
    return [status, headers.get('location')];
  };

  it('have pages of threads with links between them', async () => {
    const post = await createPost();
    const threads: number[] = [];
    for (let count = 0; count < threadsPerPage + 2; count += 1)
      threads.push((await createComment(post.id, { date: `2026-01-01T10:${String(count).padStart(2, '0')}:00` })).id);
    const reply = await createComment(post.id, { parent: threads[0], date: '2026-02-01T10:00:00' });
    const second = await createComment(post.id, { parent: reply.id, date: '2026-02-02T10:00:00' });
    const last = await createComment(post.id, { parent: threads.at(-1), date: '2026-01-01T09:00:00' });
    const pageUrl = `${post.link}comment-page-2/`;
    const [first, next] = [await text(post.link), await text(pageUrl)];
    assert.deepEqual(commentsIn(first), [threads[0], reply.id, second.id, ...threads.slice(1, threadsPerPage)]);
    assert.deepEqual(commentsIn(next), [threads[threadsPerPage], threads[threadsPerPage + 1], last.id]);
    assert.deepEqual([pagesIn(first), pagesIn(next)], [[`${pageUrl}#comments`], [`${post.link}#comments`]]);
    for (const html of [first, next]) assert.match(html, new RegExp(`>${threadsPerPage + 5} comments</h2>`));
    assert.ok(next.includes(`href="${pageUrl}#comment-${last.id}"`), 'the link of the date leads to this page');
    assert.ok(next.includes(`action="${pageUrl}"`));
    assert.deepEqual(await redirectOf(`${post.link}?cpage=2`), [301, pageUrl]);
    assert.deepEqual(await redirectOf(pageUrl.slice(0, -1)), [301, pageUrl]);
    assert.deepEqual(await redirectOf(`${post.link}comment-page-1/`), [301, post.link]);
    for (const page of ['3', '0', '02', '99999999999999999999', `${2 ** 31}`])
      assert.equal((await get(`${post.link}comment-page-${page}/`)).status, 404, page);
    for (const page of ['0', '-1', 'x', '1e1'])
      assert.equal((await get(`${post.link}?cpage=${page}`)).status, 404, page);
    assert.equal((await get('/no-such-post/comment-page-2/')).status, 404);
    const { headers } = await submit(post, {}, {}, post.link);
    assert.match(
      String(headers.get('location')),
      /\/comment-page-2\/#comment-\d+$/,
      'a new thread is on the last page',
    );
    const answered = await submit(post, { parent: String(last.id) }, {}, pageUrl);
    assert.match(String(answered.headers.get('location')), /\/comment-page-2\/#comment-\d+$/);
  });

  it('are only those that are approved, with their threads', async () => {
    const post = await createPost();
    const other = await createPost();
    const top = await createComment(post.id);
    const hidden: number[] = [];
    for (const status of ['hold', 'spam', 'trash']) {
      const { id } = await createComment(post.id, {
        status,
        content: `Unseen ${status}`,
        author_name: 'Unseen',
        author_email: 'unseen@far.example',
      });
      await createComment(post.id, { parent: id, content: `Answer to ${status}` });
      hidden.push(id);
    }
    await createComment(post.id, { type: 'note', content: 'Unseen note' });
    const foreign = await createComment(other.id, { parent: top.id, content: 'Elsewhere' });
    const html = await text(post.link);
    assert.deepEqual(commentsIn(html), [top.id]);
    assert.doesNotMatch(html, /Unseen|unseen|Answer to|Elsewhere/);
    for (const id of [...hidden, foreign.id, 999_999]) {
      const page = await text(`${post.link}?replytocom=${id}`);
      assert.doesNotMatch(page, /Unseen|Elsewhere|Cancel reply/, String(id));
      assert.match(page, /name="parent" value="0"/);
    }
    assert.deepEqual(
      commentsIn(await text(other.link)),
      [],
      'a reply to a comment on another entry belongs to no thread',
    );
    await node.site.request('administrator', 'POST', `/cms/v2/posts/${post.id}`, { password: 'open' });
    assert.deepEqual(commentsIn(await text(post.link)), []);
    const unlocked = await get(post.link, { method: 'POST', body: new URLSearchParams({ password: 'open' }) });
    const cookie = String(unlocked.headers.get('set-cookie')).split(';')[0] ?? '';
    const page = await (await get(post.link, { headers: { cookie } })).text();
    assert.match(page, /<p>Text<\/p>/);
    assert.deepEqual(commentsIn(page), []);
    assert.doesNotMatch(page, /<form class="comment-form"/);
  });

  it('have links to reply, which show the form with the comment to reply to', async () => {
    const post = await createPost();
    const parent = await createComment(post.id, { author_name: '<b>Bea</b> & "co"', author_email: 'bea@far.example' });
    const child = await createComment(post.id, { parent: parent.id });
    const html = await text(post.link);
    const link = `${post.link}?replytocom=${parent.id}#respond`;
    assert.ok(
      html.includes(`<a rel="nofollow" href="${link}" aria-label="Reply to Bea &amp; &quot;co&quot;">Reply</a>`),
    );
    const response = await get(link.split('#')[0] ?? '');
    const page = await response.text();
    assert.match(page, /Reply to Bea &amp; &quot;co&quot; <a class="cancel-comment-reply-link"/);
    assert.ok(page.includes(`href="${post.link}#respond">Cancel reply</a>`));
    assert.match(page, new RegExp(`name="parent" value="${parent.id}"`));
    assert.deepEqual(
      [response.headers.get('cache-control'), response.headers.get('x-robots-tag')],
      ['no-store, private', 'noindex'],
    );
    const sent = await submit(post, { parent: String(parent.id), comment: 'An answer' });
    const id = Number(/#comment-(\d+)$/.exec(String(sent.headers.get('location')))?.[1]);
    const { body } = await node.site.request('anonymous', 'GET', `/cms/v2/comments/${id}`);
    assert.deepEqual([body.parent, body.post], [parent.id, post.id]);
    const failed = await submit(post, { parent: String(parent.id), email: '' });
    assert.match(await failed.text(), /Cancel reply.*role="alert">.*name="parent" value="\d*[1-9]"/s);
    await set('comment_depth', 2);
    const limited = await text(post.link);
    assert.ok(limited.includes(`replytocom=${parent.id}#`) && !limited.includes(`replytocom=${child.id}#`));
    assert.equal((await submit(post, { parent: String(child.id) })).status, 400);
    await set('comment_depth', 0);
    await node.site.request('administrator', 'POST', `/cms/v2/comments/${parent.id}`, { status: 'hold' });
    const gone = await submit(post, { parent: String(parent.id), comment: 'Too late' });
    assert.equal(gone.status, 400);
    assert.match(
      await gone.text(),
      /role="alert">The comment that you reply to.*>\nToo late<.*name="parent" value="0"/s,
    );
  });

  it('are up to date although their pages are cached', async () => {
    const post = await createPost();
    assert.match((await get(post.link)).headers.get('etag') ?? '', /./);
    assert.deepEqual(commentsIn(await text(post.link)), []);
    const { id } = await createComment(post.id, { status: 'hold' });
    assert.deepEqual(commentsIn(await text(post.link)), []);
    await node.site.request('administrator', 'POST', `/cms/v2/comments/${id}`, { status: 'approved' });
    assert.deepEqual(commentsIn(await text(post.link)), [id]);
    await node.site.request('administrator', 'DELETE', `/cms/v2/comments/${id}?force=true`);
    assert.deepEqual(commentsIn(await text(post.link)), []);
  });
});
