// Tests that response headers stay within the limits of clients and proxies, regardless of the request.
import assert from 'node:assert/strict';
import { request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { after, before, describe, it } from 'node:test';
import { close, openNode, type TestNode } from './test-node.ts';

/** Size of response headers that Node, browsers and proxies accept at least, in bytes. */
const minClientLimitBytes = 16 * 1024;

describe('the headers of a response', () => {
  let node: TestNode;
  before(async () => {
    node = await openNode({ kind: 'memory' });
    for (let n = 0; n < 2; n += 1) await node.site.create('/cms/v2/posts', { title: `Post ${n}`, status: 'publish' });
  });
  after(() => close(node));

  /** Sends a request. Returns the status, the headers and the size of the headers in bytes. */
  function headOf(path: string, headers: Record<string, string> = {}) {
    const { port } = node.app.server.address() as AddressInfo;
    return new Promise<{ status: number; size: number; headers: Record<string, unknown> }>((resolve, reject) => {
      const outgoing = request({ host: '127.0.0.1', port, path, headers, maxHeaderSize: 1_000_000 }, (response) => {
        response.resume();
        const size = response.rawHeaders.reduce((sum, text) => sum + text.length + 2, 0);
        response.on('end', () => resolve({ status: response.statusCode ?? 0, size, headers: response.headers }));
      });
      outgoing.on('error', reject).end();
    });
  }

  for (const root of ['/rest/cms', '/wp-json/wp'])
    it(`include a Link header of up to 8 KB, and the totals even if a longer one is omitted (${root})`, async () => {
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

  it('encode text that is not Latin-1 in a Location header, which leads to the record', async () => {
    const headers = {
      authorization: node.site.authorizationOf('administrator') ?? '',
      'content-type': 'application/json',
    };
    for (const [root, location] of [
      ['/rest/cms', 'http://site.test/rest/cms'],
      ['/wp-json/wp', 'http://site.test/wp-json/wp'],
    ] as const) {
      const body = JSON.stringify({ slug: 'here', theme: `名前-${root.length}-é`, content: 'A text.' });
      const created = await node.request(`${root}/v2/templates`, { method: 'POST', headers, body });
      assert.equal(created.status, 201);
      const url = created.headers.get('location') ?? '';
      assert.match(url, /^[\x21-\x7e]+$/);
      assert.equal(decodeURI(url), `${location}/v2/templates/名前-${root.length}-é//here`);
      const found = await node.request(url.slice('http://site.test'.length), { headers });
      const { id } = (await found.json()) as { id: string };
      assert.deepEqual([found.status, id], [200, `名前-${root.length}-é//here`]);
    }
  });

  it('are small enough for every client, regardless of the URL', async () => {
    const long = encodeURIComponent('é'.repeat(2000));
    const { link = '' } = (await node.site.create('/cms/v2/posts', { title: 'A page', status: 'publish' })) as {
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
        assert.ok(size < minClientLimitBytes, `${address}: ${size} bytes of headers, ${status}`);
      }
    }
  });
});
