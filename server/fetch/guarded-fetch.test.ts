// Tests of fetching URLs that users have submitted (docs/security.md, Fetching URLs).
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { after, before, describe, it } from 'node:test';
import {
  canFetch,
  type FetchError,
  type FetchLimits,
  guardedFetch,
  guardedPost,
  guardedPostForExcerpt,
} from './guarded-fetch.ts';
import { fetchableUrl, isPublicAddress } from './public-addresses.ts';

describe('a submitted URL', () => {
  it('is forbidden with an address of a private or special network, in any notation', () => {
    const hosts = [
      // Loopback, in every notation.
      ...['127.0.0.1', '127.1', '127.0.1', '127.255.255.254', '2130706433', '0x7f000001', '0x7f.0.0.1', '0x7F.1'],
      ...[
        '0177.0.0.1',
        '017700000001',
        '127.0.0.1.',
        '1２７.0.0.1',
        '１２７.0.0.1',
        '127。0。0。1',
        '①②⑦.0.0.1',
        '127.0x0.0.1',
      ],
      // The local network, private and shared networks, link-local addresses.
      ...['0', '0.0.0.0', '0.1.2.3', '10.1.2.3', '10.255.255.255', '172.16.0.1', '172.31.255.255', '192.168.1.1'],
      ...['192.168.255.255', '169.254.169.254', '0xa9fea9fe', '2852039166', '0251.0376.0251.0376', '100.64.0.1'],
      ...['100.127.255.255', '192.0.0.1', '192.0.0.170', '198.18.0.1', '198.19.255.255'],
      // Documentation, relays, multicast, and reserved addresses.
      ...['192.0.2.1', '198.51.100.7', '203.0.113.9', '192.88.99.1', '224.0.0.1', '239.255.255.250', '240.0.0.1'],
      ...['255.255.255.255', '4294967295'],
      // IPv6 addresses of these types, and addresses that translate to IPv4.
      ...['[::1]', '[::]', '[0:0:0:0:0:0:0:1]', '[fc00::1]', '[fd12::1]', '[fd00:ec2::254]', '[fe80::1]', '[fec0::1]'],
      ...['[ff02::1]', '[100::1]', '[2001:db8::1]', '[3fff::1]', '[::ffff:127.0.0.1]', '[::ffff:7f00:1]'],
      ...['[::ffff:0:127.0.0.1]', '[::127.0.0.1]', '[64:ff9b::7f00:1]', '[64:ff9b:1::7f00:1]', '[2002:7f00:1::]'],
      ...['[2001::1]', '[2001:0:7f00:1::]', '[::ffff:8.8.8.8]', '[5f00::1]'],
    ];
    assert.ok(hosts.length >= 60, String(hosts.length));
    for (const host of hosts) assert.equal(fetchableUrl(`http://${host}/a.jpg`), undefined, host);
    for (const host of ['8.8.8.8', '1.1.1.1', '172.32.0.1', '100.128.0.1', '[2606:4700::1111]'])
      assert.ok(fetchableUrl(`http://${host}/`), host);
    assert.equal(isPublicAddress('not an address'), false);
  });

  it('must have an allowed protocol and port, and no credentials', () => {
    for (const text of [
      'ftp://8.8.8.8/',
      'file:///etc/passwd',
      'data:text/plain,x',
      'gopher://8.8.8.8/',
      'http://8.8.8.8:22/',
      'http://8.8.8.8:6379/',
      'http://a:b@8.8.8.8/',
      'http://',
      '//8.8.8.8/',
      'text',
      '',
    ])
      assert.equal(fetchableUrl(text), undefined, text);
    for (const text of ['http://8.8.8.8:80/', 'https://8.8.8.8:443/', 'http://8.8.8.8:8080/'])
      assert.ok(fetchableUrl(text), text);
  });

  it('is forbidden when any address of its host is not public', async () => {
    const resolving = (...found: string[]): FetchLimits => ({ resolve: async () => found });
    assert.equal(await canFetch('http://host.test/', resolving('8.8.8.8')), true);
    assert.equal(await canFetch('http://host.test/', resolving('8.8.8.8', '127.0.0.1')), false);
    assert.equal(await canFetch('http://host.test/', resolving('::1')), false);
    assert.equal(await canFetch('http://host.test/', resolving()), false);
    assert.equal(await canFetch('http://localhost/'), false);
  });
});

describe('fetching', () => {
  let onRequest: RequestListener = () => undefined;
  const server = createServer((request, response) => onRequest(request, response));
  let limits: FetchLimits & { readonly ports: Set<string> };
  let base: string;
  before(async () => {
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    const { port } = server.address() as AddressInfo;
    base = `http://host.test:${port}`;
    limits = {
      ports: new Set([String(port)]),
      resolve: async () => ['127.0.0.1'],
      isAllowed: (address) => address === '127.0.0.1',
      timeoutMs: 30_000,
    };
  });
  after(() => {
    server.closeAllConnections();
    server.close();
  });

  const text = (address: string, more: FetchLimits = {}) =>
    guardedFetch(address, async (body) => (await buffer(Readable.from(body))).toString(), { ...limits, ...more });
  const fails = (code: string, address: string, more: FetchLimits = {}) =>
    assert.rejects(text(address, more), (error: { code?: string }) => error.code === code);

  it('returns the body', async () => {
    onRequest = (_request, response) => response.end('hello');
    assert.equal(await text(`${base}/a.jpg`), 'hello');
  });

  it('connects only to checked addresses, even if the name resolves to another one later', async () => {
    onRequest = (_request, response) => response.end('secret');
    let resolveCount = 0;
    const resolve = async () => (resolveCount++ === 0 ? ['8.8.8.8'] : ['127.0.0.1']);
    const rebound = { resolve, isAllowed: isPublicAddress };
    assert.equal(await canFetch(`${base}/`, { ...limits, ...rebound }), true);
    await fails('refused', `${base}/`, rebound);
  });

  it('follows at most three redirects, and none to a forbidden URL', async () => {
    onRequest = ({ url = '' }, response) => {
      const left = Number(url.slice(1));
      if (left > 0) response.writeHead(302, { Location: `/${left - 1}` }).end();
      else response.end('there');
    };
    assert.equal(await text(`${base}/3`), 'there');
    await fails('answered', `${base}/4`);
    for (const to of ['http://10.0.0.1/', 'file:///etc/passwd', 'http://host.test:22/', 'http://a:b@host.test/']) {
      onRequest = (_request, response) => response.writeHead(302, { Location: to }).end();
      await fails('refused', `${base}/`);
    }
  });

  it('fails for a status other than 200, and for an interrupted or endless response', async () => {
    onRequest = (_request, response) => response.writeHead(404).end('not here');
    await fails('answered', `${base}/`);
    onRequest = (_request, response) => response.destroy();
    await fails('failed', `${base}/`);
    onRequest = () => undefined;
    await fails('failed', `${base}/`, { timeoutMs: 200 });
    onRequest = (_request, response) => {
      response.write('slow');
    };
    await assert.rejects(text(`${base}/`, { timeoutMs: 200 }));
  });
});

describe('a POST request to a submitted URL', () => {
  const received: { method: string | undefined; type: string | undefined; body: string }[] = [];
  const server = createServer(async (request, response) => {
    let body = '';
    for await (const part of request) body += part;
    received.push({ method: request.method, type: request.headers['content-type'], body });
    if (request.url === '/moved') response.writeHead(307, { Location: '/' }).end();
    else if (request.url === '/endless') response.end('x'.repeat(2 * 1024 * 1024));
    else if (request.url === '/pieces') {
      const bytes = Buffer.concat([Buffer.from('aé\0😀'), Buffer.from([0xc3])]);
      response.write(bytes.subarray(0, 2));
      response.end(bytes.subarray(2));
    } else if (request.url === '/hangs') response.writeHead(200).write('so');
    else if (request.url === '/another')
      request.socket.write('HTTP/1.1 101 Switching Protocols\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\r\nmore');
    else if (request.url === '/closes') request.socket.end();
    else response.writeHead(400, { 'X-Why': 'because' }).end('no');
  });
  let root = '';
  before(async () => {
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    root = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  });
  after(() => {
    server.closeAllConnections();
    server.close();
  });
  const limits = (timeoutMs = 60_000): FetchLimits => ({ hosts: new Set(['127.0.0.1']), timeoutMs });
  const message = { headers: { 'Content-Type': 'text/plain' }, body: 'grüß' };

  it('is sent once, and the response is returned with any status', async () => {
    const { status, headers, body } = await guardedPost(`${root}/`, message, limits());
    assert.deepEqual([status, headers['x-why'], body], [400, 'because', 'no']);
    assert.deepEqual(received.splice(0), [{ method: 'POST', type: 'text/plain', body: 'grüß' }]);
  });

  it('does not follow redirects', async () => {
    assert.equal((await guardedPost(`${root}/moved`, message, limits())).status, 307);
    assert.equal(received.splice(0).length, 1);
  });

  it('fails for a forbidden URL and for a response that is too large or too slow', async () => {
    const codeOf = (promise: Promise<unknown>) => promise.then(String, (error: FetchError) => error.code);
    assert.equal(await codeOf(guardedPost(`${root}/`, message)), 'refused');
    assert.equal(received.length, 0);
    assert.equal(await codeOf(guardedPost(`${root}/endless`, message, limits())), 'answered');
    assert.equal(await codeOf(guardedPost(`${root}/hangs`, message, limits(500))), 'failed');
    for (const path of ['/endless', '/hangs'])
      assert.notEqual(await codeOf(guardedPostForExcerpt(root + path, message, 100, limits(500))), '200');
  });

  it('fails when the server switches protocols instead of responding', { timeout: 30_000 }, async () => {
    for (const path of ['/another', '/closes']) {
      await assert.rejects(guardedPost(root + path, message, limits()), { code: 'failed' }, path);
      await assert.rejects(guardedPostForExcerpt(root + path, message, 100, limits()), { code: 'failed' }, path);
      await assert.rejects(
        guardedFetch(root + path, async () => {}, limits()),
        { code: 'failed' },
        path,
      );
    }
  });

  it('returns the status and the beginning of the body when it is sent with guardedPostForExcerpt', async () => {
    const post = (path: string, maxBytes: number) => guardedPostForExcerpt(root + path, message, maxBytes, limits());
    assert.deepEqual(await post('/', 100), { status: 400, excerpt: 'no' });
    assert.deepEqual(await post('/', 1), { status: 400, excerpt: 'n' });
    assert.deepEqual(await post('/', 0), { status: 400, excerpt: '' });
    assert.deepEqual(await post('/moved', 100), { status: 307, excerpt: '' });
    assert.deepEqual(await post('/pieces', 7), { status: 200, excerpt: 'aé\uFFFD' }, 'no part of a character');
    assert.deepEqual(await post('/pieces', 100), { status: 200, excerpt: 'aé\uFFFD😀\uFFFD' });
  });
});
