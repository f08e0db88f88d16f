// The pages of entries for people: who sees what, what a browser may do there, passwords, previews, and that what is kept is
// true (architecture.md §3; attacks-and-faults.md, check 35).
import assert from 'node:assert/strict';
import { after, before, it } from 'node:test';
import { describeEachEngine } from './engines.ts';
import { close, type Node, openNode } from './node.ts';
import type { Person } from './site.ts';

describeEachEngine('pages of entries', (engine) => {
  let node: Node;
  let origin: string;
  before(async () => {
    node = await openNode(await engine.place());
    const address = node.app.server.address();
    origin = `http://127.0.0.1:${typeof address === 'object' ? address?.port : 0}`;
  });
  after(async () => {
    assert.deepEqual(node.site.faults, []);
    await close(node);
  });

  const get = (link: string, headers: Record<string, string> = {}, more: RequestInit = {}) =>
    fetch(origin + link.replace('http://site.test', ''), { headers, redirect: 'manual', ...more });
  const text = async (link: string, headers: Record<string, string> = {}) => (await get(link, headers)).text();
  const make = (more: object, kind = 'posts', person: Person = 'author') =>
    node.site.make(`/cms/v2/${kind}`, { title: 'Shown & told', content: 'Words of it', ...more }, person);

  it('show what is published with its date, author and terms, and nothing of what is not', async () => {
    const { id } = await node.site.make('/cms/v2/categories', { name: 'Ships & boats' });
    const post = await make({ status: 'publish', categories: [id], date: '2026-02-03T04:05:06' });
    const answer = await get(post.link);
    const html = await answer.text();
    assert.equal(answer.status, 200);
    for (const part of [
      '<h1 dir="auto">Shown &amp; told</h1>',
      'Words of it',
      'February 3, 2026',
      'author',
      'Ships &amp; boats',
    ])
      assert.ok(html.includes(part), part);
    assert.match(
      html,
      /<link rel="alternate" type="application\/json\+oembed" href="http:\/\/site\.test\/rest\/oembed\/1\.0\/embed\?url=http%3A/,
    );
    assert.match(
      String(answer.headers.get('link')),
      new RegExp(`<http://site.test/rest/cms/v2/posts/${post.id}>; rel="alternate"`),
    );
    assert.match(
      String(answer.headers.get('link')),
      new RegExp(`<http://site.test/wp-json/wp/v2/posts/${post.id}>; rel="alternate"`),
    );
    const policy = String(answer.headers.get('content-security-policy'));
    assert.ok(
      policy.includes("default-src 'none'") &&
        policy.includes("frame-ancestors 'none'") &&
        !policy.includes('script-src'),
    );
    const page = await make({ status: 'publish' }, 'pages', 'editor');
    assert.equal((await get(page.link)).status, 200);
    const unseen = (more: object, kind = 'posts', person: Person = 'author') =>
      make({ title: 'Unseen', content: 'Unseen words', ...more }, kind, person);
    const hidden = [
      await unseen({}),
      await unseen({ status: 'pending' }),
      await unseen({ status: 'publish', date: '2050-01-01T00:00:00' }),
      await unseen({ status: 'private' }, 'posts', 'administrator'),
      await unseen({ status: 'publish' }, 'blocks'),
    ];
    for (const { id: number, link, slug } of hidden)
      for (const address of [link ?? '/', `/?p=${number}`, `/${slug || 'none'}/`, `/?p=${number}&embed=true`]) {
        const found = await get(address, { accept: 'text/html' });
        const shown = await found.text();
        assert.ok(!shown.includes('Unseen'), address);
        if (address.includes('?p=')) assert.equal(found.status, 404, address);
      }
  });

  it('redirect to the one address of an entry, and are not made of what is no address', async () => {
    const { id, link } = await make({ status: 'publish', slug: 'only-one' });
    for (const address of [`/?p=${id}`, '/only-one', '/only-one/page/2/']) {
      const { status, headers } = await get(address);
      assert.deepEqual([status, headers.get('location')], [302, link], address);
    }
    for (const address of ['/nothing/', '/%', '/%ff%fe/', '/?p=0', `/${'x'.repeat(3000)}`, '/only-one/other/']) {
      const { status } = await get(address, { accept: 'text/html' });
      assert.ok(status < 500 && (status === 404 || address === '/?p=0'), `${address}: ${status}`);
    }
    assert.match(await text('/nothing/'), /"code":"not_found"/);
    assert.match(await text('/nothing/', { accept: 'text/html' }), /There is no page here/);
    assert.equal((await get(link, {}, { method: 'DELETE' })).status, 404);
    assert.equal((await get(link, {}, { method: 'HEAD' })).status, 200);
  });

  it('are kept until what they show changes', async () => {
    const { id, link } = await make({ status: 'publish', slug: 'kept-page' });
    const first = await get(link);
    const tag = String(first.headers.get('etag'));
    assert.equal((await get(link, { 'if-none-match': tag })).status, 304);
    await node.site.ask('author', 'POST', `/cms/v2/posts/${id}`, { content: 'Other words' });
    assert.match(await text(link), /Other words/);
    await node.site.ask('administrator', 'POST', '/cms/v2/settings', { title: 'Renamed' });
    assert.match(await text(link), /Renamed/);
    await node.site.ask('author', 'POST', `/cms/v2/posts/${id}`, { status: 'draft' });
    assert.equal((await get(link)).status, 404);
    await node.site.ask('administrator', 'POST', '/cms/v2/settings', { title: 'Octavo' });
  });

  it('can be framed in their compact form alone', async () => {
    const { link } = await make({ status: 'publish', content: 'Framed words' });
    for (const address of [`${link}embed/`, `${link}?embed=true`]) {
      const { status, headers } = await get(address);
      assert.equal(status, 200);
      assert.match(String(headers.get('content-security-policy')), /frame-ancestors \*/);
    }
    const locked = await make({ status: 'publish', content: 'Secret words', password: 'open' });
    const framed = await text(`${locked.link}embed/`);
    assert.ok(framed.includes('protected by a password') && !framed.includes('Secret words'));
  });

  it('ask for a password, remember it in the browser for that entry, and let nobody try for long', async () => {
    const { id, link } = await make({ status: 'publish', content: 'Secret words', password: 'o p+n' });
    const { id: other, link: otherLink } = await make({
      status: 'publish',
      content: 'Other secret',
      password: 'o p+n',
    });
    const asked = await get(link);
    assert.match(await asked.text(), /<form method="post">/);
    assert.match(String(asked.headers.get('cache-control')), /no-store/);
    const send = (password: string, to = link) =>
      get(
        to,
        { 'content-type': 'application/x-www-form-urlencoded' },
        { method: 'POST', body: new URLSearchParams({ password }) },
      );
    const wrong = await send('wrong');
    assert.deepEqual([wrong.status, wrong.headers.get('set-cookie')], [403, null]);
    const right = await send('o p+n');
    assert.deepEqual([right.status, right.headers.get('location')], [303, new URL(link).pathname]);
    const line = String(right.headers.get('set-cookie'));
    assert.match(line, /; HttpOnly; SameSite=Lax$/);
    const cookie = line.split(';')[0] ?? '';
    assert.ok(!cookie.includes('o p'), 'the password is not in it');
    assert.match(await text(link, { cookie: `a=b; ${cookie}` }), /Secret words/);
    assert.ok(!(await text(link)).includes('Secret words'), 'others see nothing');
    for (const forged of [
      cookie.replace(String(id), String(other)),
      `${cookie}0`,
      cookie.slice(0, -1),
      `octavo_pass_${other}=`,
    ])
      assert.ok(!(await text(otherLink, { cookie: forged })).includes('Other secret'), forged);
    await node.site.ask('author', 'POST', `/cms/v2/posts/${id}`, { password: 'changed' });
    assert.ok(!(await text(link, { cookie })).includes('Secret words'), 'it ends with the password');
    const statuses = [];
    for (let n = 0; n < 12; n += 1) statuses.push((await send(`guess ${n}`)).status);
    assert.deepEqual([...new Set(statuses)], [403, 429]);
    const late = await send('changed');
    assert.deepEqual([late.status, Number(late.headers.get('retry-after')) > 0], [429, true]);
    assert.equal((await send('o p+n', otherLink)).status, 303, 'another entry is not concerned');
    const away = await get(
      `//evil.test/?p=${other}`,
      { 'content-type': 'application/x-www-form-urlencoded' },
      { method: 'POST', body: 'password=o+p%2Bn' },
    );
    assert.ok(!String(away.headers.get('location') ?? '/').startsWith('//'));
    assert.ok((await send('x'.repeat(100_000), otherLink)).status < 500);
  });

  it('count tries of one network as those of one sender, whatever address of it they come from', async () => {
    const { link } = await make({ status: 'publish', password: 'right' });
    const { pathname } = new URL(link);
    const send = async (from: string) => {
      const fields = new URLSearchParams({ password: 'wrong' });
      const request = {
        method: 'POST',
        address: pathname,
        cookie: undefined,
        isPerson: true,
        roots: [],
        fields,
        from,
      } as const;
      return (await node.site.service.answerPage(request))?.status;
    };
    for (let n = 1; n <= 10; n += 1) assert.equal(await send(`2001:db8:0:1::${n}`), 403);
    assert.equal(await send('2001:db8:0:1:ffff::1'), 429);
    assert.equal(await send('2001:db8:0:2::1'), 403, 'another network is not concerned');
  });

  it('show drafts and autosaves to who has a preview, until it is taken back', async () => {
    const draft = await make({ title: 'Not yet', content: 'Draft words' });
    const preview = await node.site.make('/octavo/v1/previews', { entry: draft.id }, 'author');
    const shown = await get(preview.link);
    assert.equal(shown.status, 200);
    assert.match(await shown.text(), /A preview[\s\S]*Not yet[\s\S]*Draft words/);
    assert.match(String(shown.headers.get('cache-control')), /no-store/);
    assert.equal(shown.headers.get('referrer-policy'), 'no-referrer');
    const post = await make({ status: 'publish' });
    const saved = (
      await node.site.ask('editor', 'POST', `/cms/v2/posts/${post.id}/autosaves`, {
        title: 'Newer',
        content: 'Newer words',
      })
    ).body;
    assert.match(await text(saved.preview_link), /Newer[\s\S]*Newer words/);
    assert.match(await text(post.link), /Words of it/);
    for (const bad of [
      preview.link.replace(/(nonce=\w+)/, '$10'),
      preview.link.replace(/_nonce=\d+_/, '_nonce=99_'),
      preview.link.replace(/nonce=\w+/, 'nonce='),
      preview.link.replace(`p=${draft.id}`, `p=${post.id}`),
    ]) {
      const refused = await get(bad, { accept: 'text/html' });
      assert.equal(refused.status, 403, bad);
      assert.match(await refused.text(), /This preview shows nothing/);
    }
    await node.site.ask('author', 'DELETE', `/octavo/v1/previews/${preview.id}`);
    const gone = await get(preview.link);
    assert.equal(gone.status, 403);
    assert.ok(!(await gone.text()).includes('Draft words'));
  });
});
