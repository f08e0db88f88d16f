// No header of a response grows with what a client sends beyond what clients and proxies read, nor keeps it from being sent.
import assert from 'node:assert/strict';
import { request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { after, before, describe, it } from 'node:test';
import { close, type Node, openNode } from './node.ts';

/** What Node, browsers and proxies read of the headers of a response at least. Bytes. */
const readByClients = 16 * 1024;

describe('the headers of a response', () => {
  let node: Node;
  before(async () => {
    node = await openNode({ kind: 'memory' });
    for (let n = 0; n < 2; n += 1) await node.site.make('/cms/v2/posts', { title: `Post ${n}`, status: 'publish' });
  });
  after(() => close(node));

  /** Status, headers and their size in bytes, however large they are. */
  function headOf(path: string, headers: Record<string, string> = {}) {
    const { port } = node.app.server.address() as AddressInfo;
    return new Promise<{ status: number; size: number; headers: Record<string, unknown> }>((resolve, reject) => {
      const sent = request({ host: '127.0.0.1', port, path, headers, maxHeaderSize: 1_000_000 }, (response) => {
        response.resume();
        const size = response.rawHeaders.reduce((sum, text) => sum + text.length + 2, 0);
        response.on('end', () => resolve({ status: response.statusCode ?? 0, size, headers: response.headers }));
      });
      sent.on('error', reject).end();
    });
  }

  for (const root of ['/rest/cms', '/wp-json/wp'])
    it(`keep a Link of up to 8 KB, and leave a longer one out but not the totals (${root})`, async () => {
      const list = (length: number) => `${root}/v2/posts?per_page=1&x=${'x'.repeat(length)}`;
      const short = await headOf(list(3800));
      assert.match(String(short.headers.link), /x{3800}.*rel="next"/);
      const long = await headOf(list(9000));
      assert.doesNotMatch(String(long.headers.link), /rel="next"/);
      const total = root === '/rest/cms' ? 'x-cms-total' : 'x-wp-total';
      assert.ok(Number(long.headers[total]) > 1);
      assert.deepEqual([long.status, long.headers.etag], [200, short.headers.etag]);
      assert.ok(Number(long.headers[`${total}pages`]) > 1);
    });

  it('name what has stored text outside Latin-1 in its URL, and lead to it', async () => {
    const headers = {
      authorization: node.site.authorizationOf('administrator') ?? '',
      'content-type': 'application/json',
    };
    for (const [root, location] of [
      ['/rest/cms', 'http://site.test/rest/cms'],
      ['/wp-json/wp', 'http://site.test/wp-json/wp'],
    ] as const) {
      const body = JSON.stringify({ slug: 'here', theme: `名前-${root.length}-é`, content: 'A text.' });
      const created = await node.ask(`${root}/v2/templates`, { method: 'POST', headers, body });
      assert.equal(created.status, 201);
      const url = created.headers.get('location') ?? '';
      assert.match(url, /^[\x21-\x7e]+$/);
      assert.equal(decodeURI(url), `${location}/v2/templates/名前-${root.length}-é//here`);
      const found = await node.ask(url.slice('http://site.test'.length), { headers });
      const { id } = (await found.json()) as { id: string };
      assert.deepEqual([found.status, id], [200, `名前-${root.length}-é//here`]);
    }
  });

  it('are read by every client, whatever stands in the address', async () => {
    const long = encodeURIComponent('é'.repeat(2000));
    const { link = '' } = (await node.site.make('/cms/v2/posts', { title: 'A page', status: 'publish' })) as {
      link?: string;
    };
    const page = new URL(link);
    const addresses = [
      ...[
        '/rest/cms/v2/posts?per_page=1&x=',
        '/rest/cms/v2/posts?per_page=1&page=2&x[é]=',
        '/rest/cms/v2/search?search=',
      ],
      ...['/account/profile?x=', '/account/sign-in?next=/', '/wp-login.php?redirect_to=/', '/wp-admin/profile.php?x='],
      ...[
        '/account/authorize?app_name=a&success_url=https://a.test/',
        `${page.pathname}?x=`,
        '/?rest_route=/wp/v2/posts&per_page=1&x=',
      ],
      ...[
        '/rest/cms/v2/posts/1?_method=OPTIONS&x=',
        '/rest/cms/v2/none?x=',
        '/rest/oembed/1.0/embed?url=http://site.test/',
      ],
    ];
    const signedIn = { authorization: node.site.authorizationOf('administrator') ?? '' };
    for (const address of addresses) {
      for (const headers of [{}, signedIn]) {
        const { size, status } = await headOf(address + long, headers);
        assert.ok(size < readByClients, `${address}: ${size} bytes of headers, ${status}`);
      }
    }
  });
});
