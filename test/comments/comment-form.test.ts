// Tests the comment form of pages: who may comment, and what the service responds with (docs/site.md, Comments).
import assert from 'node:assert/strict';
import { it } from 'node:test';
import { describeEachEngine } from '../engines.ts';
import { password } from '../screens-site.ts';
import { openVisitor } from '../visitor.ts';
import { commentPagesSite } from './page-site.ts';

/** Returns the comment form of a page; undefined if there is none. */
const formIn = (html: string): string | undefined => /<form class="comment-form".*?<\/form>/s.exec(html)?.[0];

describeEachEngine('the comment form', (engine) => {
  const { node, get, text, set, createPost, createComment, submit, submitAtOnce, advanceMinute } =
    commentPagesSite(engine);
  const listed = async (post: number) =>
    (await node.site.request('editor', 'GET', `/cms/v2/comments?post=${post}&status=any&context=edit`)).body;

  it('is on the pages on which anonymous callers may comment, and not in content of the API', async () => {
    const open = await createPost({ content: 'Words <!-- wp:post-comments-form /-->' });
    const form = formIn(await text(open.link)) ?? '';
    assert.match(form, new RegExp(`^<form class="comment-form" method="post" action="${open.link}">`));
    for (const name of ['comment', 'name', 'email', 'website']) assert.match(form, new RegExp(` name="${name}"`));
    assert.doesNotMatch(open.content.rendered, /<form/);
    const closed = await createPost({ comment_status: 'closed' });
    const once = await createPost();
    await createComment(once.id);
    await node.site.request('administrator', 'POST', `/cms/v2/posts/${once.id}`, { comment_status: 'closed' });
    const old = await createPost({ date: '2020-01-01T00:00:00' });
    await set('close_comments_days_old', 30);
    for (const [link, sentence] of [
      [closed.link, false],
      [old.link, false],
      [once.link, true],
    ] as const) {
      const html = await text(link);
      assert.deepEqual([formIn(html), html.includes('Comments are closed.')], [undefined, sentence], link);
      assert.doesNotMatch(html, /replytocom/);
    }
    await set('close_comments_days_old', 0);
    await set('anonymous_comments', false);
    assert.equal(formIn(await text(open.link)), undefined);
    await set('anonymous_comments', true);
    assert.ok(formIn(await text(open.link)));
  });

  it('creates a public comment, and redirects to it', async () => {
    const post = await createPost();
    const before = await text(post.link);
    assert.doesNotMatch(before, /<li id="comment-/);
    const response = await submit(post, {
      comment: 'Grüße & <b>Dank</b>\r\n\r\n%41+1 \ud83d\ude00',
      name: '  Ann <i>Onym</i> ',
      website: 'https://ann.example/?a=1&b=2',
    });
    const [comment] = await listed(post.id);
    assert.deepEqual(
      [response.status, response.headers.get('location'), response.headers.get('cache-control')],
      [303, `${post.link}#comment-${comment.id}`, 'no-store'],
    );
    assert.equal(comment.content.raw, 'Grüße &amp; <b>Dank</b>\n\n%41+1 \ud83d\ude00');
    assert.deepEqual([comment.author, comment.author_name, comment.author_ip], [0, 'Ann Onym', '127.0.0.1']);
    const html = await text(post.link);
    assert.match(html, new RegExp(`<li id="comment-${comment.id}"`));
    assert.match(html, /<a href="https:\/\/ann.example\/\?a=1&amp;b=2" rel="external nofollow ugc">Ann Onym<\/a>/);
    assert.doesNotMatch(html, /far\.example/, 'email addresses are not public');
  });

  it('informs about moderation without disclosing the comment', async () => {
    const post = await createPost();
    await set('comment_moderation', true);
    const response = await submit(post, { comment: 'Not yet public' });
    await set('comment_moderation', false);
    const location = String(response.headers.get('location'));
    assert.deepEqual([response.status, location], [303, `${post.link}?comment=held#respond`]);
    const notice = await get(location.split('#')[0] ?? '');
    const html = await notice.text();
    assert.match(html, /role="status">[^<]*awaits moderation/);
    assert.equal(notice.headers.get('x-robots-tag'), 'noindex');
    for (const page of [html, await text(post.link)])
      assert.doesNotMatch(page, /Not yet public|far\.example|<li id="comment-/);
    assert.doesNotMatch(await text(post.link), /awaits moderation/);
    await set('disallowed_keys', 'casino');
    const trashed = await submit(post, { comment: 'A casino' });
    await set('disallowed_keys', '');
    assert.equal(
      trashed.headers.get('location'),
      location,
      'the response does not disclose how a comment is classified',
    );
  });

  it('comments anonymously even with the session or the credentials of a user', async () => {
    const post = await createPost();
    const visitor = openVisitor(node.site);
    await visitor.signIn('admin', password);
    assert.match(await visitor.nonce(), /^\w+$/);
    await set('comment_moderation', true);
    const authorization = node.site.authorizationOf('administrator') ?? '';
    assert.notEqual(authorization, '');
    const response = await submit(post, { name: 'administrator' }, { cookie: visitor.cookie(), authorization });
    await set('comment_moderation', false);
    assert.equal(response.status, 303);
    const [comment] = await listed(post.id);
    assert.deepEqual([comment.author, comment.status], [0, 'hold']);
    assert.equal(response.headers.get('set-cookie'), null);
  });

  it('preserves the values of a comment that is not accepted, with the error and its status', async () => {
    const post = await createPost();
    const typed = {
      comment: '"Quoted" </textarea><script>alert(1)</script>',
      name: '<i>&amp;"x',
      website: 'https://a.example/"><b>',
    };
    const attempts = [
      [{ comment: ' \r\n ' }, 400, 'Enter a comment.', 'comment'],
      [{ comment: `${'ü'.repeat(33_000)}` }, 400, 'The comment is too long', 'comment'],
      [{ name: '' }, 400, 'Enter your name and your email address.', 'name'],
      [{ email: '' }, 400, 'Enter your name and your email address.', 'email'],
      [{ email: 'nobody' }, 400, 'Enter a valid email address.', 'email'],
      [{ name: 'x'.repeat(246) }, 400, 'The name is too long', 'name'],
      [{ email: `${'x'.repeat(60)}@${'y'.repeat(60)}.example` }, 400, 'The email address is too long', 'email'],
      [{ website: `https://a.example/${'x'.repeat(200)}` }, 400, 'The URL of the website is too long', 'website'],
    ] as const;
    for (const [fields, status, message, invalid] of attempts) {
      const response = await submit(post, { ...typed, ...fields });
      const html = await response.text();
      const form = formIn(html) ?? '';
      assert.equal(response.status, status, message);
      assert.match(form, new RegExp(`role="alert">${message}`));
      assert.match(String(response.headers.get('cache-control')), /no-store/);
      assert.match(form, new RegExp(`<(?:input|textarea)[^>]* aria-invalid="true"[^>]* name="${invalid}"`));
      assert.equal(html.includes('<script>alert'), false);
      if (!('name' in fields)) assert.ok(form.includes(' value="&lt;i&gt;&amp;amp;&quot;x"'), message);
      if (!('website' in fields)) assert.ok(form.includes(' value="https://a.example/&quot;&gt;&lt;b&gt;"'), message);
      if (!('comment' in fields))
        assert.ok(form.includes('>\n"Quoted" &lt;/textarea&gt;'.replaceAll('"', '&quot;')), message);
      assert.equal(
        response.headers.get('referrer-policy'),
        'strict-origin-when-cross-origin',
        'the form can be sent again',
      );
    }
    assert.deepEqual(await listed(post.id), []);
  });

  it('rejects duplicates, floods, and comments that are closed in the meantime', async () => {
    const post = await createPost();
    const fields = { comment: 'Once', email: 'ann@far.example' };
    assert.equal((await submit(post, fields)).status, 303);
    const duplicate = await submit(post, fields);
    assert.equal(duplicate.status, 409);
    assert.match(formIn(await duplicate.text()) ?? '', /role="alert">Duplicate comment.*>\nOnce<\/textarea>/s);
    assert.equal((await submit(post)).status, 303);
    const flood = await submitAtOnce(post, { comment: 'Twice' });
    assert.deepEqual([flood.status, flood.headers.get('retry-after')], [429, '15']);
    assert.match(formIn(await flood.text()) ?? '', /role="alert">You are commenting too fast.*>\nTwice<\/textarea>/s);
    await node.site.request('administrator', 'POST', `/cms/v2/posts/${post.id}`, { comment_status: 'closed' });
    const closed = await submit(post, { comment: 'Late' });
    assert.equal(closed.status, 403);
    assert.match(formIn(await closed.text()) ?? '', /role="alert">Comments are closed\..*>\nLate<\/textarea>/s);
    await node.site.request('administrator', 'POST', `/cms/v2/posts/${post.id}`, { comment_status: 'open' });
    await set('anonymous_comments', false);
    assert.equal((await submit(post)).status, 403);
    await set('anonymous_comments', true);
    assert.equal((await listed(post.id)).length, 2);
  });

  it('accepts comments only on public entries, and only from their own forms', async () => {
    const post = await createPost();
    const other = await createPost();
    const secret = await createPost({ password: 'open' });
    const draft = await createPost({ status: 'draft' });
    const hidden = await createPost({ status: 'private' });
    for (const [entry, status] of [
      [secret, 403],
      [draft, 404],
      [hidden, 404],
    ] as const)
      assert.equal((await submit(entry)).status, status, entry.link);
    assert.equal((await submit(post, { entry: String(other.id) })).status, 400);
    assert.equal((await submit(post, { entry: '' })).status, 400);
    assert.equal((await submit(post, { parent: 'x' })).status, 400);
    for (const headers of [
      { 'sec-fetch-site': 'cross-site' },
      { origin: 'https://evil.example' },
      { origin: 'null' },
      { origin: 'http://site.test.evil.example' },
    ])
      assert.equal((await submit(post, {}, headers)).status, 403, JSON.stringify(headers));
    for (const entry of [post, other, secret, draft, hidden]) assert.deepEqual(await listed(entry.id), []);
    assert.equal((await submit(post, {}, { origin: 'http://site.test', 'sec-fetch-site': 'same-origin' })).status, 303);
    const html = await text(secret.link);
    assert.doesNotMatch(html, /comment-form|replytocom/);
  });

  it('reads only URL-encoded forms of a limited size', async () => {
    const post = await createPost();
    const send = (body: RequestInit['body'], type?: string) =>
      get(post.link, {
        method: 'POST',
        body: body ?? null,
        headers: { accept: 'text/html', ...(type !== undefined && { 'content-type': type }) },
      });
    const form = new FormData();
    form.set('comment', 'In parts');
    assert.equal((await send(form)).status, 415);
    assert.equal((await send('comment=x', 'text/plain')).status, 415);
    assert.equal((await send('{"comment":"x"}', 'application/json')).status, 415);
    const type = 'application/x-www-form-urlencoded';
    const rest = `&name=Ann&email=a@far.example&entry=${post.id}&parent=0`;
    assert.equal((await send(`comment=${'x'.repeat(213_000)}${rest}`, type)).status, 413);
    advanceMinute();
    assert.equal((await send(`comment=${'%C3%BC'.repeat(32_000)}${rest}`, type)).status, 303);
    const [long] = await listed(post.id);
    assert.equal(long.content.raw, 'ü'.repeat(32_000));
    assert.equal((await send(`comment=x${'&x=1'.repeat(100)}${rest}`, type)).status, 404, 'too many fields');
    for (const [sent, stored] of [
      ['%FF%C3(', '\ufffd\ufffd('],
      ['a%00b%01content%01c%0D%0Ad', 'abcontentc\nd'],
      ['%zz+%25', '%zz %'],
    ] as const) {
      advanceMinute();
      assert.equal((await send(`comment=${sent}${rest}`, type)).status, 303, sent);
      assert.equal((await listed(post.id))[0].content.raw, stored);
    }
  });
});
