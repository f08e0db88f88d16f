// Tests that large bodies of anonymous requests are not read if the operation requires a user.
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, afterEach, before, describe, it } from 'node:test';
import { setTimeout as pause } from 'node:timers/promises';
import { openDiskStore } from '../server/files/disk-store.ts';
import { close, openNode, type TestNode } from './test-node.ts';

const largeBodyBytes = 9_900_000;

describe('a large body', () => {
  let node: TestNode;
  let folder: string;
  const sockets: Socket[] = [];
  before(async () => {
    folder = await mkdtemp(path.join(tmpdir(), 'octavo-bodies-'));
    node = await openNode({ kind: 'memory' }, { files: await openDiskStore(folder) });
  });
  afterEach(() => {
    for (const socket of sockets.splice(0)) socket.destroy();
  });
  after(async () => {
    await close(node);
    await rm(folder, { recursive: true });
  });

  /** Sends the request line, the headers and a part of the body of a request. Returns the socket. */
  async function send(requestLine: string, headers: readonly string[], body = ''): Promise<Socket> {
    const socket = connect((node.app.server.address() as AddressInfo).port, '127.0.0.1').on('error', () => {});
    sockets.push(socket);
    socket.write(`${[`${requestLine} HTTP/1.1`, 'Host: site.test', ...headers].join('\r\n')}\r\n\r\n${body}`);
    return socket;
  }

  const responseTo = async (...request: Parameters<typeof send>): Promise<string> =>
    String(await once(await send(...request), 'data'));

  const json = 'Content-Type: application/json';
  const contentLength = `Content-Length: ${largeBodyBytes}`;
  const signedIn = () => `Authorization: ${node.site.authorizationOf('administrator')}`;

  for (const [requestLine, type] of [
    ['POST /rest/cms/v2/posts', json],
    ['PUT /wp-json/wp/v2/posts/1', json],
    ['POST /rest/cms/v2/posts/1?_method=DELETE', 'Content-Type: application/x-www-form-urlencoded'],
    ['POST /?rest_route=/wp/v2/posts', json],
    ['POST /wp-json/wp/v2/media', 'Content-Type: image/png'],
    ['POST /wp-json/wp/v2/media', 'Content-Type: multipart/form-data; boundary=x'],
  ] as const)
    it(`without credentials is rejected before it is received (${requestLine}, ${type})`, async () => {
      assert.match(await responseTo(requestLine, [type, contentLength]), /^HTTP\/1.1 401 .*"rest_not_logged_in"/s);
    });

  for (const [requestLine, status] of [
    ['POST /rest/cms/v2/nothing', 404],
    ['GET /rest/cms/v2/posts', 413],
    ['POST /account/sign-in', 413],
    ['POST /mcp', 413],
    ['POST /nowhere', 413],
  ] as const)
    it(`is rejected before it is received if the route accepts no large bodies (${requestLine})`, async () => {
      assert.match(await responseTo(requestLine, [json, contentLength]), new RegExp(`^HTTP/1.1 ${status} `));
    });

  it('without a declared length is rejected once it exceeds the limit', async () => {
    const chunk = `8000\r\n${' '.repeat(0x8000)}\r\n`;
    for (const type of [json, 'Content-Type: multipart/form-data; boundary=x']) {
      const socket = await send('POST /rest/cms/v2/posts', [type, 'Transfer-Encoding: chunked'], chunk);
      await pause(50);
      assert.equal(socket.bytesRead, 0);
      socket.write(chunk + chunk);
      assert.match(String(await once(socket, 'data')), /^HTTP\/1.1 401 /);
    }
  });

  it('gets 100 Continue only if it is accepted', async () => {
    const expecting = [json, contentLength, 'Expect: 100-continue'];
    assert.match(await responseTo('POST /rest/cms/v2/posts', expecting), /^HTTP\/1.1 401 /);
    const [postBody, expectingHeaders] = [
      JSON.stringify({ title: 'Wanted' }),
      [json, signedIn(), 'Expect: 100-continue'],
    ];
    const socket = await send('POST /rest/cms/v2/posts', [...expectingHeaders, `Content-Length: ${postBody.length}`]);
    assert.match(String(await once(socket, 'data')), /^HTTP\/1.1 100 /);
    socket.write(postBody);
    assert.match(String(await once(socket, 'data')), /^HTTP\/1.1 201 /);
  });

  it('is read with credentials, and on routes for anonymous callers', async () => {
    const body = JSON.stringify({ content: 'x'.repeat(100_000), post: 0 });
    const post = (path: string, headers: Record<string, string>) =>
      node.request(path, { method: 'POST', body, headers: { 'content-type': 'application/json', ...headers } });
    const authorization = node.site.authorizationOf('administrator') ?? '';
    assert.equal((await post('/rest/cms/v2/posts', { authorization })).status, 201);
    assert.notEqual(
      ((await (await post('/rest/cms/v2/comments', {})).json()) as { code: string }).code,
      'rest_not_logged_in',
    );
    assert.equal(
      ((await (await post('/rest/batch/v1', {})).json()) as { code: string }).code,
      'rest_missing_callback_param',
    );
  });

  it('below the limit does not change the order of the contract: parameters are validated before the permission check', async () => {
    const body = JSON.stringify({ status: 'none', content: 'x'.repeat(60_000) });
    const headers = { 'content-type': 'application/json' };
    const response = await node.request('/rest/cms/v2/posts', { method: 'POST', body, headers });
    assert.deepEqual(
      [response.status, ((await response.json()) as { code: string }).code],
      [400, 'rest_invalid_param'],
    );
  });
});
