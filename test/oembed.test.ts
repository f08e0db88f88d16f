// Tests oEmbed: the site as a provider for its own entries, and as a proxy for other sites (media-fonts-and-oembed.md, Part C;
// docs/security.md, Fetching URLs).
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { after, before, it } from 'node:test';
import { statement } from '../server/database/statement.ts';
import type { FetchLimits } from '../server/fetch/guarded-fetch.ts';
import { describeEachEngine } from './engines.ts';
import { createImage, type MediaSite, openMediaSite } from './media-site.ts';
import { type Caller, roles } from './site.ts';
import { startStopwatch } from './stopwatch.ts';

const callers: readonly Caller[] = ['anonymous', ...roles, 'other'];
const cachedRows = statement((q) => q.selectFrom('fetched').select(['key', 'value']));

describeEachEngine('oEmbed', (engine) => {
  let site: MediaSite;
  let foreignOrigin: string;
  let requestedUrls: string[] = [];
  let handleRequest: RequestListener = (_request, response) => response.writeHead(404).end();
  const server = createServer((request, response) => {
    requestedUrls.push(request.url ?? '');
    handleRequest(request, response);
  });
  /** Timeout of sites that respond. Even a busy machine responds in this time. */
  const responseTimeoutMs = 30_000;
  let fetchLimits: FetchLimits & { timeoutMs: number };
  let time = Date.parse('2026-03-01T10:00:00Z');
  before(async () => {
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    const { port } = server.address() as AddressInfo;
    foreignOrigin = `http://foreign.test:${port}`;
    fetchLimits = {
      ports: new Set([String(port)]),
      resolve: async (host) => (host === 'inside.test' ? ['10.0.0.1'] : ['127.0.0.1']),
      isAllowed: (ip) => ip === '127.0.0.1',
      timeoutMs: responseTimeoutMs,
    };
    site = await openMediaSite({ database: await engine.open(), clock: () => time, fetchLimits });
  });
  after(async () => {
    server.closeAllConnections();
    server.close();
    await site.close();
    assert.deepEqual(site.errors, []);
  });

  const embed = (url: string, more = '', caller: Caller = 'anonymous') =>
    site.request(caller, 'GET', `/oembed/1.0/embed?url=${encodeURIComponent(url)}${more}`);
  const proxy = (url: string, more = '', caller: Caller = 'author') => {
    requestedUrls = [];
    return site.request(caller, 'GET', `/oembed/1.0/proxy?url=${encodeURIComponent(url)}${more}`);
  };

  it('returns the same embed of public content to every caller, and 404 for all other URLs', async () => {
    const createPost = (more: object) =>
      site.create('/cms/v2/posts', { title: 'Told', content: 'Hidden words', ...more }, 'author');
    const file = await site.upload('author', 'a.png', await createImage(20, 20));
    const hidden = await site.upload('author', 'b.png', await createImage(20, 20), '?status=private');
    const draft = await createPost({});
    const inDraft = await site.upload('author', 'c.png', await createImage(20, 20), `?post=${draft.id}`);
    const trashed = await createPost({ status: 'publish' });
    await site.request('author', 'DELETE', `/cms/v2/posts/${trashed.id}`);
    const table: [status: number, label: string, url: string][] = [
      [200, 'published', (await createPost({ status: 'publish' })).link],
      [200, 'protected', (await createPost({ status: 'publish', password: 'x' })).link],
      [200, 'a page', (await site.create('/cms/v2/pages', { title: 'P', status: 'publish' })).link],
      [200, 'a file', file.body.link],
      [404, 'a private file', hidden.body.link],
      [404, 'a file of a draft', `/?attachment_id=${inDraft.body.id}`],
      [404, 'draft', draft.link],
      [404, 'pending', `/?p=${(await createPost({ status: 'pending' })).id}`],
      [404, 'scheduled', `/?p=${(await createPost({ status: 'publish', date: '2050-01-01T00:00:00' })).id}`],
      [404, 'private', (await site.create('/cms/v2/posts', { title: 'Told', status: 'private' })).link],
      [404, 'trashed', `/?p=${trashed.id}`],
      [
        404,
        'a block',
        `/?p=${(await site.create('/cms/v2/blocks', { title: 'B', content: 'x', status: 'publish' })).id}`,
      ],
      [404, 'a navigation', `/?p=${(await site.create('/cms/v2/navigation', { title: 'N', status: 'publish' })).id}`],
      [404, 'an author', 'http://site.test/author/author/'],
      [404, 'another site', 'http://other.test/?p=1'],
      [404, 'an ID out of range', '/?p=99999999999999999999'],
      [404, 'an invalid URL', 'http://['],
      [404, 'a very long path', `/${'a/'.repeat(3000)}`],
    ];
    for (const [status, label, url] of table) {
      for (const caller of callers) {
        const response = await embed(url, '', caller);
        assert.equal(response.status, status, `${label}, ${caller}`);
        assert.ok(!JSON.stringify(response.body).includes('Hidden words'), label);
      }
    }
    const { body } = await embed(table[1]?.[2] ?? '');
    assert.equal(body.title, 'Protected: Told');
  });

  it('clamps the width, and parses an integer from any input', async () => {
    const { link } = await site.create('/cms/v2/posts', { title: 'Sized', status: 'publish' });
    for (const [input, width, height] of [
      ['356', 356, 201],
      ['355', 355, 200],
      ['-400', 400, 225],
      ['450px', 450, 254],
      ['wide', 200, 200],
      ['0', 200, 200],
      ['99999999999999999999999', 600, 338],
      ['1e9', 200, 200],
    ] as const) {
      const { status, body } = await embed(link, `&maxwidth=${input}&_fields=width,height`);
      assert.deepEqual([status, body], [200, { width, height }], input);
    }
    assert.equal((await embed(link, '&maxwidth[]=300')).status, 200);
    assert.equal((await embed(link, '&format[]=xml')).status, 200);
    assert.equal((await site.request('anonymous', 'GET', '/oembed/1.0/embed?url[]=x')).body.code, 'rest_invalid_param');
  });

  it('declares maxwidth and maxheight as integers only for the proxy, although both routes parse any input', async () => {
    const declaredParameter = async (route: string, name: string) => {
      const { body } = await site.request('anonymous', 'OPTIONS', `/oembed/1.0/${route}`);
      const { description, ...rest } = body.endpoints[0].args[name];
      return [typeof description, rest];
    };
    assert.deepEqual(await declaredParameter('embed', 'maxwidth'), ['undefined', { default: 600, required: false }]);
    assert.deepEqual(await declaredParameter('proxy', 'maxwidth'), [
      'string',
      { default: 600, type: 'integer', required: false },
    ]);
    assert.deepEqual(await declaredParameter('proxy', 'maxheight'), ['string', { type: 'integer', required: false }]);
  });

  it('escapes the title and the URL in the HTML', async () => {
    const { link } = await site.create('/cms/v2/posts', { title: 'A "b" <em>c</em> \' & d', status: 'publish' });
    const { html } = (await embed(link)).body;
    assert.match(
      html,
      /^<blockquote class="wp-embedded-content" data-secret="(\w{10})"><a href="[^"<]*">.*<\/a><\/blockquote>/,
    );
    assert.match(
      html,
      /<iframe sandbox="allow-scripts" [^>]*src="http:\/\/site\.test\/[\w-]+\/embed\/#\?secret=\w{10}"[^<>]*><\/iframe><script>/,
    );
    assert.equal(html.match(/<script/g).length, 1);
  });

  it('resolves child pages and the page that is set as the front page', async () => {
    const { id: above } = await site.create('/cms/v2/pages', { title: 'Above', slug: 'above', status: 'publish' });
    const below = await site.create('/cms/v2/pages', {
      title: 'Below',
      slug: 'below',
      parent: above,
      status: 'publish',
    });
    assert.equal(below.link, 'http://site.test/above/below/');
    for (const url of [
      '/above/below',
      'https://www.site.test/above/below/page/3/',
      'http://site.test/above//below/embed',
      '/ABOVE/Below/Embed/',
    ])
      assert.equal((await embed(url)).body.title, 'Below', url);
    for (const url of ['/below/', '/above/below/other/', 'ftp://site.test/above/below/'])
      assert.equal((await embed(url)).status, 404, url);
    assert.equal((await embed('/')).status, 404);
    await site.request('administrator', 'POST', '/cms/v2/settings', { show_on_front: 'page', page_on_front: above });
    assert.equal((await embed('/')).body.title, 'Above');
    await site.request('administrator', 'POST', '/cms/v2/settings', { show_on_front: 'posts', page_on_front: 0 });
  });

  it('lets only callers who can edit posts use the proxy', async () => {
    const statuses = [];
    for (const caller of callers) statuses.push((await proxy('http://10.1.2.3/x', '', caller)).status);
    assert.deepEqual(statuses, [401, 403, 404, 404, 404, 404, 404]);
  });

  const discovered =
    (embedResponse: unknown, type = 'application/json'): RequestListener =>
    ({ url = '' }, response) => {
      if (!url.startsWith('/oembed')) {
        response.writeHead(200, { 'Content-Type': 'text/html' });
        return void response.end(
          `<!doctype html><title>T</title><link rel="alternate" type="application/json+oembed" href="/oembed?x=1">`,
        );
      }
      response.writeHead(200, { 'Content-Type': type });
      response.end(typeof embedResponse === 'string' ? embedResponse : JSON.stringify(embedResponse));
    };

  it('discovers the oEmbed data of a page, caches it for a day, and sanitizes its HTML', async () => {
    handleRequest = discovered({
      version: '1.0',
      type: 'rich',
      title: '<b onclick=alert(1)>Bold</b><script>alert(2)</script>',
      author_url: 'javascript:alert(3)',
      provider_name: 'Foreign',
      thumbnail_url: 'https://pictures.test/a.png',
      width: '500',
      height: 281,
      secret: 'passed on by nobody',
      html: `<script src="https://evil.test/x.js"></script><blockquote onclick="x()"><p>Said <a href="javascript:x()">here</a>
        and <a href="https://foreign.test/y">there</a><script>alert(4)</script></blockquote>
        <iframe src="https://player.test/1" width="500" height="281" onload="x()" sandbox="allow-top-navigation" srcdoc="<script>1</script>"></iframe>
        <iframe src="https://player.test/2"></iframe>`,
    });
    const { status, body } = await proxy(`${foreignOrigin}/post/1`);
    assert.equal(status, 200);
    const { html, ...rest } = body;
    assert.deepEqual(rest, {
      type: 'rich',
      version: '1.0',
      title: 'Bold',
      provider_name: 'Foreign',
      thumbnail_url: 'https://pictures.test/a.png',
      width: 500,
      height: 281,
    });
    for (const bad of [
      '<script',
      'javascript',
      'onclick',
      'onload',
      'srcdoc',
      'player.test/2',
      'allow-top',
      'same-origin',
    ])
      assert.ok(!html.includes(bad), `${bad} in ${html}`);
    assert.match(html, /<blockquote><p>Said <a>here<\/a>[\s\S]*<a href="https:\/\/foreign\.test\/y">there<\/a>/);
    assert.match(
      html,
      /<iframe sandbox="allow-scripts" security="restricted" src="https:\/\/player\.test\/1" width="500" height="281"/,
    );
    assert.equal(requestedUrls.length, 2);
    assert.deepEqual((await proxy(`${foreignOrigin}/post/1`)).body, body);
    assert.deepEqual(requestedUrls, [], 'the response is cached');
    assert.equal((await proxy(`${foreignOrigin}/post/1`, '&maxwidth=300')).status, 200);
    assert.equal(requestedUrls.length, 2, 'another width is cached separately');
    time += 25 * 3600 * 1000;
    await proxy(`${foreignOrigin}/post/1`);
    assert.equal(requestedUrls.length, 2, 'after a day it is fetched again');
    assert.equal((await site.database.read.all(cachedRows, {})).length, 1, 'expired rows are deleted');
  });

  it('accepts XML, photos and links, and rejects an iframe of the site itself', async () => {
    handleRequest = discovered(
      '<?xml version="1.0"?><oembed><type>photo</type><url>https://p.test/a.png</url><width>10</width><height>20</height><title>A &lt;i&gt; &amp; "b"</title></oembed>',
      'text/xml',
    );
    const photo = await proxy(`${foreignOrigin}/photo`);
    assert.equal(
      photo.body.html,
      `<a href="${foreignOrigin}/photo"><img src="https://p.test/a.png" alt="A  & &quot;b&quot;" width="10" height="20" /></a>`,
    );
    handleRequest = discovered({ type: 'link', title: 'A <i>link</i>' });
    assert.equal((await proxy(`${foreignOrigin}/link`)).body.html, `<a href="${foreignOrigin}/link">A link</a>`);
    handleRequest = discovered({ type: 'rich', html: '<iframe src="http://site.test/rest/x"></iframe>' });
    assert.equal((await proxy(`${foreignOrigin}/own`)).status, 404);
  });

  it('returns 404 for every error of the other site, caches no errors, and aborts after the timeout', async () => {
    const before = (await site.database.read.all(cachedRows, {})).length;
    const html =
      (text: string): RequestListener =>
      (_request, response) => {
        response.writeHead(200, { 'Content-Type': 'text/html' });
        response.end(text);
      };
    const failures: [string, RequestListener][] = [
      ['broken JSON', discovered('{"type":')],
      ['a list', discovered([])],
      ['null', discovered('null')],
      ['broken deep JSON', discovered('['.repeat(100_000))],
      ...['type', 'width', 'title', 'url', 'html', 'thumbnail_height'].map((name): [string, RequestListener] => [
        `a ${name} as lists in lists`,
        discovered(
          `{"type":"photo","url":"https://p.test/","width":1,"${name}":${'['.repeat(60_000)}${']'.repeat(60_000)}}`,
        ),
      ]),
      ['deep XML', discovered('<o>'.repeat(40_000) + '</o>'.repeat(40_000), 'text/xml')],
      ['an unknown type', discovered({ type: 'constructor', html: '<b>x</b>' })],
      ['HTML that is empty after sanitizing', discovered({ type: 'rich', html: '<b>x</b><script>1</script>' })],
      ['html that is not a string', discovered({ type: 'rich', html: { a: 1 } })],
      ['broken XML', discovered('<oembed><type>rich', 'text/xml')],
      [
        'XML with entities',
        discovered('<!DOCTYPE o [<!ENTITY a "aaaa">]><oembed><type>link</type><title>&a;</title></oembed>', 'text/xml'),
      ],
      [
        'a page that links to this site',
        html(
          '<link rel="alternate" type="application/json+oembed" href="http://site.test/rest/oembed/1.0/embed?url=/">',
        ),
      ],
      [
        'a page that links to a private network',
        html('<link rel="alternate" type="application/json+oembed" href="http://10.0.0.1/">'),
      ],
      ['a page with an invalid link', html('<link rel="alternate" type="application/json+oembed" href="http://[">')],
      ['a page without a head', html('<p>'.repeat(50_000))],
      ['a redirect into a private network', (_q, r) => r.writeHead(302, { Location: 'http://127.0.0.1:1/' }).end()],
      ['500', (_q, r) => r.writeHead(500).end()],
      ['another content type', (_q, r) => r.writeHead(200, { 'Content-Type': 'image/png' }).end('x')],
      ['a hang', () => undefined],
      [
        'a hang in the middle of the response',
        (_q, r) => r.writeHead(200, { 'Content-Type': 'text/html' }).write('<p>'),
      ],
      [
        'an endless response',
        (_q, r) => {
          r.writeHead(200, { 'Content-Type': 'text/html' });
          const go = () => {
            while (r.write('<p>'.repeat(1000)));
            r.once('drain', go);
          };
          go();
        },
      ],
    ];
    for (const [label, listener] of failures) {
      handleRequest = listener;
      // The result for a site that responds must not be that of a timeout.
      fetchLimits.timeoutMs = label.includes('a hang') ? 400 : responseTimeoutMs;
      const stopwatch = startStopwatch();
      const { status, body } = await proxy(`${foreignOrigin}/fault`);
      assert.deepEqual([status, body.code], [404, 'oembed_invalid_url'], label);
      assert.ok(stopwatch.stop() < 3000, `${label} takes too long`);
    }
    fetchLimits.timeoutMs = responseTimeoutMs;
    for (const url of [
      'http://inside.test/',
      'http://[::1]/',
      'file:///etc/passwd',
      'http://a:b@foreign.test/',
      'javascript:alert(1)',
      `${foreignOrigin}`.replace('foreign', 'site'),
    ])
      assert.equal((await proxy(url)).status, 404, url);
    assert.equal((await proxy(`${foreignOrigin}/x`, '&discover=false')).status, 404);
    assert.deepEqual(requestedUrls, []);
    assert.equal((await site.database.read.all(cachedRows, {})).length, before);
  });

  it('returns details of pages to callers who can edit posts', async () => {
    const details = (url: string, caller: Caller = 'contributor') =>
      site.request(caller, 'GET', `/cms-block-editor/v1/url-details?url=${encodeURIComponent(url)}`);
    handleRequest = (_request, response) => {
      response.writeHead(200, { 'Content-Type': 'text/html; charset=iso-8859-1' });
      response.end(
        Buffer.from(
          `<!doctype html><head><base href="/deep/"><title>Caf\xe9 &amp; <b>more</b></title>
        <link rel="shortcut icon" href="/i.ico"><meta property="og:description" content=" About &quot;it&quot; ">
        <meta property="og:image" content="a.png"><script>"<title>no</title>"</script></head><body><meta name=description content=no>`,
          'latin1',
        ),
      );
    };
    const statuses = [];
    for (const caller of callers) statuses.push((await details(`${foreignOrigin}/page`, caller)).status);
    assert.deepEqual(statuses, [401, 403, 200, 200, 200, 200, 200]);
    const { body } = await details(`${foreignOrigin}/page/`);
    const origin = new URL(foreignOrigin).origin;
    assert.deepEqual(body, {
      title: 'Café & more',
      icon: `${origin}/i.ico`,
      description: 'About "it"',
      image: `${origin}/deep/a.png`,
    });
    handleRequest = (_request, response) => response.writeHead(404).end();
    assert.deepEqual((await details(`${foreignOrigin}/page`)).body, body, 'the details are cached');
    assert.deepEqual(
      [(await details(`${foreignOrigin}/gone`)).status, (await details(`${foreignOrigin}/gone`)).body.code],
      [404, 'no_response'],
    );
    handleRequest = (_request, response) => response.writeHead(200, { 'Content-Type': 'text/html' }).end('  ');
    assert.equal((await details(`${foreignOrigin}/empty`)).body.code, 'no_content');
    const invalidUrls = [
      'http://10.0.0.1/',
      'http://inside.test/',
      'ftp://foreign.test/',
      'http://me:secret@site.test/',
      'x',
      '',
    ];
    for (const bad of invalidUrls) {
      const { status, body: errorBody } = await details(bad);
      assert.deepEqual([status, errorBody.code, errorBody.data.details], [400, 'rest_invalid_param', {}], bad);
    }
    const post = await site.create('/cms/v2/posts', { title: 'Own page', content: 'Own words', status: 'publish' });
    assert.deepEqual((await details(post.link)).body, {
      title: 'Own page',
      icon: '',
      description: 'Own words',
      image: '',
    });
    const draft = await site.create('/cms/v2/posts', { title: 'Draft', content: 'Words' });
    assert.equal((await details(draft.link)).body.code, 'no_response');
  });
});
