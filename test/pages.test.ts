// Tests HTML pages of entries: visibility, security headers, passwords, previews, and invalidation of cached pages
// (docs/architecture.md, Mounts and names; docs/security.md, Pages, embeds and previews).
import assert from 'node:assert/strict';
import { after, before, it } from 'node:test';
import type { PageRequest } from '../server/page-layout/page.ts';
import { describeEachEngine } from './engines.ts';
import type { Caller } from './site.ts';
import { close, openNode, type TestNode } from './test-node.ts';

describeEachEngine('pages of entries', (engine) => {
  let node: TestNode;
  let origin: string;
  before(async () => {
    node = await openNode(await engine.location(), { pause: async () => {} });
    const bound = node.app.server.address();
    origin = `http://127.0.0.1:${typeof bound === 'object' ? bound?.port : 0}`;
  });
  after(async () => {
    await close(node);
    assert.deepEqual(node.site.errors, []);
  });

  const get = (link: string, headers: Record<string, string> = {}, more: RequestInit = {}) =>
    fetch(origin + link.replace('http://site.test', ''), { headers, redirect: 'manual', ...more });
  const text = async (link: string, headers: Record<string, string> = {}) => (await get(link, headers)).text();
  const create = (more: object, kind = 'posts', caller: Caller = 'author') =>
    node.site.create(`/cms/v2/${kind}`, { title: 'Shown & told', content: 'Words of it', ...more }, caller);

  it('show published entries with date, author and terms, and no data of other entries', async () => {
    const { id } = await node.site.create('/cms/v2/categories', { name: 'Ships & boats' });
    const post = await create({ status: 'publish', categories: [id], date: '2026-02-03T04:05:06' });
    const response = await get(post.link);
    const html = await response.text();
    assert.equal(response.status, 200);
    for (const fragment of [
      '<h1 class="wp-block-post-title">Shown &amp; told</h1>',
      'Words of it',
      'February 3, 2026',
      'author',
      'Ships &amp; boats',
    ])
      assert.ok(html.includes(fragment), fragment);
    assert.match(
      html,
      /<link rel="alternate" type="application\/json\+oembed" href="http:\/\/site\.test\/rest\/oembed\/1\.0\/embed\?url=http%3A/,
    );
    assert.match(
      String(response.headers.get('link')),
      new RegExp(`<http://site.test/rest/cms/v2/posts/${post.id}>; rel="alternate"`),
    );
    assert.match(
      String(response.headers.get('link')),
      new RegExp(`<http://site.test/wp-json/wp/v2/posts/${post.id}>; rel="alternate"`),
    );
    assert.match(
      String(response.headers.get('link')),
      new RegExp(`<http://site.test/\\?p=${post.id}>; rel="shortlink"`),
    );
    const policy = String(response.headers.get('content-security-policy'));
    assert.ok(
      policy.includes("default-src 'none'") &&
        policy.includes("frame-ancestors 'none'") &&
        policy.includes("script-src 'none'"),
    );
    const page = await create({ status: 'publish' }, 'pages', 'editor');
    assert.equal((await get(page.link)).status, 200);
    const createHidden = (more: object, kind = 'posts', caller: Caller = 'author') =>
      create({ title: 'Unseen', content: 'Unseen words', ...more }, kind, caller);
    const hidden = [
      await createHidden({}),
      await createHidden({ status: 'pending' }),
      await createHidden({ status: 'publish', date: '2050-01-01T00:00:00' }),
      await createHidden({ status: 'private' }, 'posts', 'administrator'),
      await createHidden({ status: 'publish' }, 'blocks'),
    ];
    for (const { id, link, slug } of hidden)
      for (const url of [link ?? '/', `/?p=${id}`, `/${slug || 'none'}/`, `/?p=${id}&embed=true`]) {
        const response = await get(url, { accept: 'text/html' });
        const pageHtml = await response.text();
        assert.ok(!pageHtml.includes('Unseen'), url);
        if (url.includes('?p=')) assert.equal(response.status, 404, url);
      }
  });

  it('redirect to the permalink of an entry, and return 404 if a path leads to no entry', async () => {
    const { id, link } = await create({ status: 'publish', slug: 'only-one' });
    for (const url of [`/?p=${id}`, '/only-one', '/only-one/page/2/']) {
      const { status, headers } = await get(url);
      assert.deepEqual([status, headers.get('location')], [301, link], url);
    }
    for (const url of ['/nothing/', '/%', '/%ff%fe/', '/?p=0', `/${'x'.repeat(3000)}`, '/only-one/other/']) {
      const { status } = await get(url, { accept: 'text/html' });
      assert.ok(status < 500 && (status === 404 || url === '/?p=0'), `${url}: ${status}`);
    }
    assert.match(await text('/nothing/'), /"code":"not_found"/);
    assert.match(await text('/nothing/', { accept: 'text/html' }), /Page not found/);
    assert.equal((await get(link, {}, { method: 'DELETE' })).status, 404);
    assert.equal((await get(link, {}, { method: 'HEAD' })).status, 200);
  });

  it('are cached until their content changes', async () => {
    const { id, link } = await create({ status: 'publish', slug: 'kept-page' });
    const first = await get(link);
    const tag = String(first.headers.get('etag'));
    assert.equal((await get(link, { 'if-none-match': tag })).status, 304);
    await node.site.request('author', 'POST', `/cms/v2/posts/${id}`, { content: 'Other words' });
    assert.match(await text(link), /Other words/);
    await node.site.request('administrator', 'POST', '/cms/v2/settings', { title: 'Renamed' });
    assert.match(await text(link), /Renamed/);
    await node.site.request('author', 'POST', `/cms/v2/posts/${id}`, { status: 'draft' });
    assert.equal((await get(link)).status, 404);
    await node.site.request('administrator', 'POST', '/cms/v2/settings', { title: 'Octavo' });
  });

  it('can be embedded in iframes only in their compact form', async () => {
    const { link } = await create({ status: 'publish', content: 'Framed words' });
    for (const url of [`${link}embed/`, `${link}?embed=true`]) {
      const { status, headers } = await get(url);
      assert.equal(status, 200);
      assert.match(String(headers.get('content-security-policy')), /frame-ancestors \*/);
    }
    const locked = await create({ status: 'publish', content: 'Secret words', password: 'open' });
    const framed = await text(`${locked.link}embed/`);
    assert.ok(framed.includes('password-protected') && !framed.includes('Secret words'));
  });

  it('require the password, store a password cookie for the entry, and limit the attempts', async () => {
    const { id, link } = await create({ status: 'publish', content: 'Secret words', password: 'o p+n' });
    const { id: otherId, link: otherLink } = await create({
      status: 'publish',
      content: 'Other secret',
      password: 'o p+n',
    });
    const formResponse = await get(link);
    assert.match(await formResponse.text(), /<form method="post"/);
    assert.match(String(formResponse.headers.get('cache-control')), /no-store/);
    const submitPassword = (password: string, to = link) =>
      get(
        to,
        { 'content-type': 'application/x-www-form-urlencoded' },
        { method: 'POST', body: new URLSearchParams({ password }) },
      );
    const wrong = await submitPassword('wrong');
    assert.deepEqual([wrong.status, wrong.headers.get('set-cookie')], [403, null]);
    const correct = await submitPassword('o p+n');
    assert.deepEqual([correct.status, correct.headers.get('location')], [303, new URL(link).pathname]);
    const setCookie = String(correct.headers.get('set-cookie'));
    assert.match(setCookie, /; HttpOnly; SameSite=Lax$/);
    const cookie = setCookie.split(';')[0] ?? '';
    assert.ok(!cookie.includes('o p'), 'the password is not in the cookie');
    assert.match(await text(link, { cookie: `a=b; ${cookie}` }), /Secret words/);
    assert.ok(!(await text(link)).includes('Secret words'), 'the content is not presented to other visitors');
    for (const forgedCookie of [
      cookie.replace(String(id), String(otherId)),
      `${cookie}0`,
      cookie.slice(0, -1),
      `octavo_pass_${otherId}=`,
    ])
      assert.ok(!(await text(otherLink, { cookie: forgedCookie })).includes('Other secret'), forgedCookie);
    await node.site.request('author', 'POST', `/cms/v2/posts/${id}`, { password: 'changed' });
    assert.ok(
      !(await text(link, { cookie })).includes('Secret words'),
      'the cookie is invalid after the password has changed',
    );
    const statuses = [];
    for (let n = 0; n < 12; n += 1) statuses.push((await submitPassword(`guess ${n}`)).status);
    assert.deepEqual([...new Set(statuses)], [403, 429]);
    const throttled = await submitPassword('changed');
    assert.deepEqual([throttled.status, Number(throttled.headers.get('retry-after')) > 0], [429, true]);
    assert.equal((await submitPassword('o p+n', otherLink)).status, 303, 'another entry is not affected');
    const foreignHost = await get(
      `//evil.test/?p=${otherId}`,
      { 'content-type': 'application/x-www-form-urlencoded' },
      { method: 'POST', body: 'password=o+p%2Bn' },
    );
    assert.ok(!String(foreignHost.headers.get('location') ?? '/').startsWith('//'));
    assert.ok((await submitPassword('x'.repeat(100_000), otherLink)).status < 500);
  });

  it('count password attempts per network, not per IP address', async () => {
    const { link } = await create({ status: 'publish', password: 'right' });
    const { pathname } = new URL(link);
    const submitPassword = async (ipAddress: string) => {
      const fields = new URLSearchParams({ password: 'wrong' });
      const request: PageRequest = {
        method: 'POST',
        address: pathname,
        cookie: undefined,
        isBrowser: true,
        roots: [],
        fields,
        from: ipAddress,
      };
      return (await node.site.service.servePage(request))?.status;
    };
    for (let n = 1; n <= 10; n += 1) assert.equal(await submitPassword(`2001:db8:0:1::${n}`), 403);
    assert.equal(await submitPassword('2001:db8:0:1:ffff::1'), 429);
    assert.equal(await submitPassword('2001:db8:0:2::1'), 403, 'another network is not affected');
  });

  it('show drafts and autosaves to visitors with a preview link until the link is revoked', async () => {
    const draft = await create({ title: 'Not yet', content: 'Draft words' });
    const preview = await node.site.create('/octavo/v1/previews', { entry: draft.id }, 'author');
    const opened = await get(preview.link);
    assert.equal(opened.status, 200);
    assert.match(await opened.text(), /Preview[\s\S]*Not yet[\s\S]*Draft words/);
    assert.match(String(opened.headers.get('cache-control')), /no-store/);
    assert.equal(opened.headers.get('referrer-policy'), 'no-referrer');
    const post = await create({ status: 'publish' });
    const saved = (
      await node.site.request('editor', 'POST', `/cms/v2/posts/${post.id}/autosaves`, {
        title: 'Newer',
        content: 'Newer words',
      })
    ).body;
    assert.match(await text(saved.preview_link), /Newer[\s\S]*Newer words/);
    assert.match(await text(post.link), /Words of it/);
    for (const invalidLink of [
      preview.link.replace(/(nonce=\w+)/, '$10'),
      preview.link.replace(/_nonce=\d+_/, '_nonce=99_'),
      preview.link.replace(/nonce=\w+/, 'nonce='),
      preview.link.replace(`p=${draft.id}`, `p=${post.id}`),
    ]) {
      const rejected = await get(invalidLink, { accept: 'text/html' });
      assert.equal(rejected.status, 403, invalidLink);
      assert.match(await rejected.text(), /Preview not available/);
    }
    await node.site.request('author', 'DELETE', `/octavo/v1/previews/${preview.id}`);
    const revoked = await get(preview.link);
    assert.equal(revoked.status, 403);
    assert.ok(!(await revoked.text()).includes('Draft words'));
  });
});
