// What the site tells of its entries, and what it passes on of other sites (media-fonts-and-oembed.md, Part C;
// attacks-and-faults.md, checks 31, 36–38).
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { after, before, it } from 'node:test';
import { statement } from '../server/database/statement.ts';
import type { FetchLimits } from '../server/fetch/guarded-fetch.ts';
import { describeEachEngine } from './engines.ts';
import { type MediaSite, openMediaSite, picture } from './media-site.ts';
import { type Person, roles } from './site.ts';

const everybody: readonly Person[] = ['anonymous', ...roles, 'other'];
const kept = statement((q) => q.selectFrom('fetched').select(['key', 'value']));

describeEachEngine('oEmbed', (engine) => {
  let site: MediaSite;
  let foreign: string;
  let asked: string[] = [];
  let answer: RequestListener = (_request, response) => response.writeHead(404).end();
  const server = createServer((request, response) => {
    asked.push(request.url ?? '');
    answer(request, response);
  });
  let time = Date.parse('2026-03-01T10:00:00Z');
  before(async () => {
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    const { port } = server.address() as AddressInfo;
    foreign = `http://foreign.test:${port}`;
    const fetchLimits: FetchLimits = {
      ports: new Set([String(port)]),
      resolve: async (host) => (host === 'inside.test' ? ['10.0.0.1'] : ['127.0.0.1']),
      isAllowed: (address) => address === '127.0.0.1',
      patience: 400,
    };
    site = await openMediaSite({ database: await engine.open(), clock: () => time, fetchLimits });
  });
  after(async () => {
    server.closeAllConnections();
    server.close();
    await site.close();
    assert.deepEqual(site.faults, []);
  });

  const embed = (url: string, more = '', person: Person = 'anonymous') =>
    site.ask(person, 'GET', `/oembed/1.0/embed?url=${encodeURIComponent(url)}${more}`);
  const proxy = (url: string, more = '', person: Person = 'author') => {
    asked = [];
    return site.ask(person, 'GET', `/oembed/1.0/proxy?url=${encodeURIComponent(url)}${more}`);
  };

  it('tells everybody the same of what is public, and nobody anything of the rest', async () => {
    const make = (more: object) =>
      site.make('/cms/v2/posts', { title: 'Told', content: 'Hidden words', ...more }, 'author');
    const file = await site.upload('author', 'a.png', await picture(20, 20));
    const hidden = await site.upload('author', 'b.png', await picture(20, 20), '?status=private');
    const draft = await make({});
    const inDraft = await site.upload('author', 'c.png', await picture(20, 20), `?post=${draft.id}`);
    const trashed = await make({ status: 'publish' });
    await site.ask('author', 'DELETE', `/cms/v2/posts/${trashed.id}`);
    const table: [status: number, what: string, address: string][] = [
      [200, 'published', (await make({ status: 'publish' })).link],
      [200, 'protected', (await make({ status: 'publish', password: 'x' })).link],
      [200, 'a page', (await site.make('/cms/v2/pages', { title: 'P', status: 'publish' })).link],
      [200, 'a file', file.body.link],
      [404, 'a private file', hidden.body.link],
      [404, 'a file of a draft', `/?attachment_id=${inDraft.body.id}`],
      [404, 'draft', draft.link],
      [404, 'pending', `/?p=${(await make({ status: 'pending' })).id}`],
      [404, 'scheduled', `/?p=${(await make({ status: 'publish', date: '2050-01-01T00:00:00' })).id}`],
      [404, 'private', (await site.make('/cms/v2/posts', { title: 'Told', status: 'private' })).link],
      [404, 'trashed', `/?p=${trashed.id}`],
      [
        404,
        'a block',
        `/?p=${(await site.make('/cms/v2/blocks', { title: 'B', content: 'x', status: 'publish' })).id}`,
      ],
      [404, 'a navigation', `/?p=${(await site.make('/cms/v2/navigation', { title: 'N', status: 'publish' })).id}`],
      [404, 'an author', 'http://site.test/author/author/'],
      [404, 'another site', 'http://other.test/?p=1'],
      [404, 'a number that no entry can have', '/?p=99999999999999999999'],
      [404, 'no address', 'http://['],
      [404, 'a very long one', `/${'a/'.repeat(3000)}`],
    ];
    for (const [status, what, address] of table) {
      for (const person of everybody) {
        const told = await embed(address, '', person);
        assert.equal(told.status, status, `${what}, ${person}`);
        assert.ok(!JSON.stringify(told.body).includes('Hidden words'), what);
      }
    }
    const { body } = await embed(table[1]?.[2] ?? '');
    assert.equal(body.title, 'Protected: Told');
  });

  it('bounds sizes, and makes a number of whatever is sent', async () => {
    const { link } = await site.make('/cms/v2/posts', { title: 'Sized', status: 'publish' });
    for (const [sent, width, height] of [
      ['356', 356, 201],
      ['355', 355, 200],
      ['-400', 400, 225],
      ['450px', 450, 254],
      ['wide', 200, 200],
      ['0', 200, 200],
      ['99999999999999999999999', 600, 338],
      ['1e9', 200, 200],
    ] as const) {
      const { status, body } = await embed(link, `&maxwidth=${sent}&_fields=width,height`);
      assert.deepEqual([status, body], [200, { width, height }], sent);
    }
    assert.equal((await embed(link, '&maxwidth[]=300')).status, 200);
    assert.equal((await embed(link, '&format[]=xml')).status, 200);
    assert.equal((await site.ask('anonymous', 'GET', '/oembed/1.0/embed?url[]=x')).body.code, 'rest_invalid_param');
  });

  it('tell that how large they may be is a number, though whatever is sent is taken for one', async () => {
    const told = async (route: string, name: string) => {
      const { body } = await site.ask('anonymous', 'OPTIONS', `/oembed/1.0/${route}`);
      const { description, ...rest } = body.endpoints[0].args[name];
      return [typeof description, rest];
    };
    assert.deepEqual(await told('embed', 'maxwidth'), ['undefined', { default: 600, required: false }]);
    assert.deepEqual(await told('proxy', 'maxwidth'), ['string', { default: 600, type: 'integer', required: false }]);
    assert.deepEqual(await told('proxy', 'maxheight'), ['string', { type: 'integer', required: false }]);
  });

  it('gives markup whose title and address cannot break out of it', async () => {
    const { link } = await site.make('/cms/v2/posts', { title: 'A "b" <em>c</em> \' & d', status: 'publish' });
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

  it('finds what is below a page, and the page that is set as the front', async () => {
    const { id: above } = await site.make('/cms/v2/pages', { title: 'Above', slug: 'above', status: 'publish' });
    const below = await site.make('/cms/v2/pages', { title: 'Below', slug: 'below', parent: above, status: 'publish' });
    assert.equal(below.link, 'http://site.test/above/below/');
    for (const address of [
      '/above/below',
      'https://www.site.test/above/below/page/3/',
      'http://site.test/above//below/embed',
      '/ABOVE/Below/Embed/',
    ])
      assert.equal((await embed(address)).body.title, 'Below', address);
    for (const address of ['/below/', '/above/below/other/', 'ftp://site.test/above/below/'])
      assert.equal((await embed(address)).status, 404, address);
    assert.equal((await embed('/')).status, 404);
    await site.ask('administrator', 'POST', '/cms/v2/settings', { show_on_front: 'page', page_on_front: above });
    assert.equal((await embed('/')).body.title, 'Above');
    await site.ask('administrator', 'POST', '/cms/v2/settings', { show_on_front: 'posts', page_on_front: 0 });
  });

  it('asks other sites for those who write, and for nobody else', async () => {
    const statuses = [];
    for (const person of everybody) statuses.push((await proxy('http://10.1.2.3/x', '', person)).status);
    assert.deepEqual(statuses, [401, 403, 404, 404, 404, 404, 404]);
  });

  const discovered =
    (told: unknown, type = 'application/json'): RequestListener =>
    ({ url = '' }, response) => {
      if (!url.startsWith('/oembed')) {
        response.writeHead(200, { 'Content-Type': 'text/html' });
        return void response.end(
          `<!doctype html><title>T</title><link rel="alternate" type="application/json+oembed" href="/oembed?x=1">`,
        );
      }
      response.writeHead(200, { 'Content-Type': type });
      response.end(typeof told === 'string' ? told : JSON.stringify(told));
    };

  it('finds what a page says of itself, keeps it for a day, and makes its markup anew', async () => {
    answer = discovered({
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
    const { status, body } = await proxy(`${foreign}/post/1`);
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
    assert.equal(asked.length, 2);
    assert.deepEqual((await proxy(`${foreign}/post/1`)).body, body);
    assert.deepEqual(asked, [], 'it is kept');
    assert.equal((await proxy(`${foreign}/post/1`, '&maxwidth=300')).status, 200);
    assert.equal(asked.length, 2, 'another width is another question');
    time += 25 * 3600 * 1000;
    await proxy(`${foreign}/post/1`);
    assert.equal(asked.length, 2, 'after a day it is asked again');
    assert.equal((await site.database.read.all(kept, {})).length, 1, 'what has expired is gone');
  });

  it('takes XML, photos and links, and nothing that frames the site itself', async () => {
    answer = discovered(
      '<?xml version="1.0"?><oembed><type>photo</type><url>https://p.test/a.png</url><width>10</width><height>20</height><title>A &lt;i&gt; &amp; "b"</title></oembed>',
      'text/xml',
    );
    const photo = await proxy(`${foreign}/photo`);
    assert.equal(
      photo.body.html,
      `<a href="${foreign}/photo"><img src="https://p.test/a.png" alt="A  & &quot;b&quot;" width="10" height="20" /></a>`,
    );
    answer = discovered({ type: 'link', title: 'A <i>link</i>' });
    assert.equal((await proxy(`${foreign}/link`)).body.html, `<a href="${foreign}/link">A link</a>`);
    answer = discovered({ type: 'rich', html: '<iframe src="http://site.test/rest/x"></iframe>' });
    assert.equal((await proxy(`${foreign}/own`)).status, 404);
  });

  it('answers 404 to whatever goes wrong on the other side, keeps nothing of it, and never waits for long', async () => {
    const before = (await site.database.read.all(kept, {})).length;
    const html =
      (text: string): RequestListener =>
      (_request, response) => {
        response.writeHead(200, { 'Content-Type': 'text/html' });
        response.end(text);
      };
    const faults: [string, RequestListener][] = [
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
      ['nothing that can be shown', discovered({ type: 'rich', html: '<b>x</b><script>1</script>' })],
      ['html that is none', discovered({ type: 'rich', html: { a: 1 } })],
      ['broken XML', discovered('<oembed><type>rich', 'text/xml')],
      [
        'XML with entities',
        discovered('<!DOCTYPE o [<!ENTITY a "aaaa">]><oembed><type>link</type><title>&a;</title></oembed>', 'text/xml'),
      ],
      [
        'a page that names the site',
        html(
          '<link rel="alternate" type="application/json+oembed" href="http://site.test/rest/oembed/1.0/embed?url=/">',
        ),
      ],
      [
        'a page that names a private network',
        html('<link rel="alternate" type="application/json+oembed" href="http://10.0.0.1/">'),
      ],
      ['a page that names no address', html('<link rel="alternate" type="application/json+oembed" href="http://[">')],
      ['a page without a head', html('<p>'.repeat(50_000))],
      ['a redirect into a private network', (_q, r) => r.writeHead(302, { Location: 'http://127.0.0.1:1/' }).end()],
      ['500', (_q, r) => r.writeHead(500).end()],
      ['another type of content', (_q, r) => r.writeHead(200, { 'Content-Type': 'image/png' }).end('x')],
      ['a hang', () => undefined],
      ['a hang in mid-answer', (_q, r) => r.writeHead(200, { 'Content-Type': 'text/html' }).write('<p>')],
      [
        'an endless answer',
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
    for (const [what, listener] of faults) {
      answer = listener;
      const began = performance.now();
      const { status, body } = await proxy(`${foreign}/fault`);
      assert.deepEqual([status, body.code], [404, 'oembed_invalid_url'], what);
      assert.ok(performance.now() - began < 3000, `${what} takes too long`);
    }
    for (const address of [
      'http://inside.test/',
      'http://[::1]/',
      'file:///etc/passwd',
      'http://a:b@foreign.test/',
      'javascript:alert(1)',
      `${foreign}`.replace('foreign', 'site'),
    ])
      assert.equal((await proxy(address)).status, 404, address);
    assert.equal((await proxy(`${foreign}/x`, '&discover=false')).status, 404);
    assert.deepEqual(asked, []);
    assert.equal((await site.database.read.all(kept, {})).length, before);
  });

  it('has details of pages for those who write', async () => {
    const details = (url: string, person: Person = 'contributor') =>
      site.ask(person, 'GET', `/cms-block-editor/v1/url-details?url=${encodeURIComponent(url)}`);
    answer = (_request, response) => {
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
    for (const person of everybody) statuses.push((await details(`${foreign}/page`, person)).status);
    assert.deepEqual(statuses, [401, 403, 200, 200, 200, 200, 200]);
    const { body } = await details(`${foreign}/page/`);
    const origin = new URL(foreign).origin;
    assert.deepEqual(body, {
      title: 'Café & more',
      icon: `${origin}/i.ico`,
      description: 'About "it"',
      image: `${origin}/deep/a.png`,
    });
    answer = (_request, response) => response.writeHead(404).end();
    assert.deepEqual((await details(`${foreign}/page`)).body, body, 'it is kept');
    assert.deepEqual(
      [(await details(`${foreign}/gone`)).status, (await details(`${foreign}/gone`)).body.code],
      [404, 'no_response'],
    );
    answer = (_request, response) => response.writeHead(200, { 'Content-Type': 'text/html' }).end('  ');
    assert.equal((await details(`${foreign}/empty`)).body.code, 'no_content');
    const refusable = [
      'http://10.0.0.1/',
      'http://inside.test/',
      'ftp://foreign.test/',
      'http://me:secret@site.test/',
      'x',
      '',
    ];
    for (const bad of refusable) {
      const { status, body: refused } = await details(bad);
      assert.deepEqual([status, refused.code, refused.data.details], [400, 'rest_invalid_param', {}], bad);
    }
    const post = await site.make('/cms/v2/posts', { title: 'Own page', content: 'Own words', status: 'publish' });
    assert.deepEqual((await details(post.link)).body, {
      title: 'Own page',
      icon: '',
      description: 'Own words',
      image: '',
    });
    const draft = await site.make('/cms/v2/posts', { title: 'Draft', content: 'Words' });
    assert.equal((await details(draft.link)).body.code, 'no_response');
  });
});
