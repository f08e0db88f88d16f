// Large bodies of callers without credentials are not read where no such caller may write.
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, afterEach, before, describe, it } from 'node:test';
import { setTimeout as pause } from 'node:timers/promises';
import { openDiskStore } from '../server/files/disk-store.ts';
import { close, type Node, openNode } from './node.ts';

const large = 9_900_000;

describe('a large body', () => {
  let node: Node;
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

  /** Sends the head of a request, and a part of its body. */
  async function send(line: string, headers: readonly string[], body = ''): Promise<Socket> {
    const socket = connect((node.app.server.address() as AddressInfo).port, '127.0.0.1').on('error', () => {});
    sockets.push(socket);
    socket.write(`${[`${line} HTTP/1.1`, 'Host: site.test', ...headers].join('\r\n')}\r\n\r\n${body}`);
    return socket;
  }

  const answerTo = async (...sent: Parameters<typeof send>): Promise<string> =>
    String(await once(await send(...sent), 'data'));

  const json = 'Content-Type: application/json';
  const declared = `Content-Length: ${large}`;
  const signedIn = () => `Authorization: ${node.site.authorizationOf('administrator')}`;

  for (const [line, type] of [
    ['POST /rest/cms/v2/posts', json],
    ['PUT /wp-json/wp/v2/posts/1', json],
    ['POST /rest/cms/v2/posts/1?_method=DELETE', 'Content-Type: application/x-www-form-urlencoded'],
    ['POST /?rest_route=/wp/v2/posts', json],
    ['POST /wp-json/wp/v2/media', 'Content-Type: image/png'],
    ['POST /wp-json/wp/v2/media', 'Content-Type: multipart/form-data; boundary=x'],
  ] as const)
    it(`without credentials is refused before any of it has come (${line}, ${type})`, async () => {
      assert.match(await answerTo(line, [type, declared]), /^HTTP\/1.1 401 .*"rest_not_logged_in"/s);
    });

  for (const [line, status] of [
    ['POST /rest/cms/v2/nothing', 404],
    ['GET /rest/cms/v2/posts', 413],
    ['POST /account/sign-in', 413],
    ['POST /mcp', 413],
    ['POST /nowhere', 413],
  ] as const)
    it(`is refused before any of it has come where none is taken (${line})`, async () => {
      assert.match(await answerTo(line, [json, declared]), new RegExp(`^HTTP/1.1 ${status} `));
    });

  it('of no declared length is refused once it is large', async () => {
    const chunk = `8000\r\n${' '.repeat(0x8000)}\r\n`;
    for (const type of [json, 'Content-Type: multipart/form-data; boundary=x']) {
      const socket = await send('POST /rest/cms/v2/posts', [type, 'Transfer-Encoding: chunked'], chunk);
      await pause(50);
      assert.equal(socket.bytesRead, 0);
      socket.write(chunk + chunk);
      assert.match(String(await once(socket, 'data')), /^HTTP\/1.1 401 /);
    }
  });

  it('is not asked for where it is not wanted, and asked for where it is', async () => {
    const expecting = [json, declared, 'Expect: 100-continue'];
    assert.match(await answerTo('POST /rest/cms/v2/posts', expecting), /^HTTP\/1.1 401 /);
    const [own, wanted] = [JSON.stringify({ title: 'Wanted' }), [json, signedIn(), 'Expect: 100-continue']];
    const socket = await send('POST /rest/cms/v2/posts', [...wanted, `Content-Length: ${own.length}`]);
    assert.match(String(await once(socket, 'data')), /^HTTP\/1.1 100 /);
    socket.write(own);
    assert.match(String(await once(socket, 'data')), /^HTTP\/1.1 201 /);
  });

  it('is read of those with credentials, and where callers without may write', async () => {
    const body = JSON.stringify({ content: 'x'.repeat(100_000), post: 0 });
    const ask = (path: string, headers: Record<string, string>) =>
      node.ask(path, { method: 'POST', body, headers: { 'content-type': 'application/json', ...headers } });
    const authorization = node.site.authorizationOf('administrator') ?? '';
    assert.equal((await ask('/rest/cms/v2/posts', { authorization })).status, 201);
    assert.notEqual(
      ((await (await ask('/rest/cms/v2/comments', {})).json()) as { code: string }).code,
      'rest_not_logged_in',
    );
    assert.equal(
      ((await (await ask('/rest/batch/v1', {})).json()) as { code: string }).code,
      'rest_missing_callback_param',
    );
  });

  it('that is smaller keeps the order of the contract: parameters before permission', async () => {
    const body = JSON.stringify({ status: 'none', content: 'x'.repeat(60_000) });
    const headers = { 'content-type': 'application/json' };
    const refused = await node.ask('/rest/cms/v2/posts', { method: 'POST', body, headers });
    assert.deepEqual([refused.status, ((await refused.json()) as { code: string }).code], [400, 'rest_invalid_param']);
  });
});
