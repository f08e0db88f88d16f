// Tests uploaded files over HTTP: ranges, validators, and protection against active content.
import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { mkdtemp, readdir, readlink, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, before, describe, it } from 'node:test';
import { setTimeout as pause } from 'node:timers/promises';
import { edgeDeps, mountsFor } from '../../test/edge.ts';
import { openTestSite } from '../../test/site.ts';
import { openDiskStore } from '../files/disk-store.ts';
import { workFilePath } from '../files/spool.ts';
import type { FileStore } from '../files/store.ts';
import { makeEdge } from './edge.ts';
import { sendUpload } from './uploads.ts';

/** Waits until a condition holds; fails after a timeout. */
async function until(condition: () => Promise<boolean>): Promise<void> {
  for (let n = 0; n < 1200; n += 1) {
    if (await condition()) return;
    await pause(50);
  }
  assert.fail('timed out');
}

describe('uploaded files', () => {
  let folder: string;
  let files: FileStore;
  let port: number;
  let credentials = '';
  let close: () => Promise<unknown>;
  before(async () => {
    folder = await mkdtemp(path.join(tmpdir(), 'octavo-served-'));
    files = await openDiskStore(folder);
    const site = await openTestSite({ files });
    credentials = site.credentials.get('author') ?? '';
    const app = makeEdge(edgeDeps(mountsFor(site.service.dispatch), { handlers: { files } }));
    await app.listen({ host: '127.0.0.1', port: 0 });
    port = (app.server.address() as AddressInfo).port;
    close = async () => {
      await app.close();
      await site.database.close();
    };
    await put('2026/11/a.txt', '0123456789');
    await put('2026/11/page.html', '<script>alert(1)</script>');
  });
  after(async () => {
    await close();
    await rm(folder, { recursive: true, force: true });
  });

  const put = async (name: string, content: string) => {
    const from = workFilePath(files.workFolder);
    await writeFile(from, content);
    await files.put(name, from, '');
  };
  const get = (name: string, headers: Record<string, string> = {}, method = 'GET') =>
    fetch(`http://127.0.0.1:${port}/uploads/${name}`, { headers, method });

  it('are closed if the client has disconnected before the file is sent', {
    skip: !existsSync('/proc/self/fd'),
  }, async () => {
    const { promise: isSent, resolve } = Promise.withResolvers<boolean>();
    const server = createServer((request, response) => {
      response.destroy();
      resolve(sendUpload(files, '2026/11/a.txt', request, response));
    });
    await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
    const client = connect((server.address() as AddressInfo).port, '127.0.0.1');
    client.on('error', () => {});
    client.write('GET / HTTP/1.1\r\nHost: x\r\n\r\n');
    assert.equal(await isSent, true);
    const descriptors = await readdir('/proc/self/fd');
    const targets = await Promise.all(descriptors.map((each) => readlink(`/proc/self/fd/${each}`).catch(() => '')));
    assert.deepEqual(
      targets.filter((target) => target.startsWith(folder)),
      [],
    );
    server.close();
  });

  it('support full, range and conditional requests', async () => {
    const whole = await get('2026/11/a.txt');
    assert.deepEqual([whole.status, await whole.text()], [200, '0123456789']);
    assert.equal(whole.headers.get('content-type'), 'text/plain; charset=UTF-8');
    assert.equal(whole.headers.get('cache-control'), 'public, no-cache', 'the file may be replaced');
    const etag = whole.headers.get('etag') ?? '';
    assert.equal((await get('2026/11/a.txt', { 'if-none-match': etag })).status, 304);
    assert.equal(
      (await get('2026/11/a.txt', { 'if-modified-since': whole.headers.get('last-modified') ?? '' })).status,
      304,
    );
    for (const [range, part, contentRange] of [
      ['bytes=2-4', '234', 'bytes 2-4/10'],
      ['bytes=7-', '789', 'bytes 7-9/10'],
      ['bytes=-3', '789', 'bytes 7-9/10'],
      ['bytes=8-99', '89', 'bytes 8-9/10'],
    ]) {
      const response = await get('2026/11/a.txt', { range: range ?? '' });
      assert.deepEqual(
        [response.status, await response.text(), response.headers.get('content-range')],
        [206, part, contentRange],
      );
    }
    assert.equal((await get('2026/11/a.txt', { range: 'bytes=10-' })).status, 416);
    assert.equal((await get('2026/11/a.txt', { range: 'bytes=2-4', 'if-range': '"other"' })).status, 200);
    assert.equal((await get('2026/11/a.txt', { range: 'lines=1-2' })).status, 200);
    const head = await get('2026/11/a.txt', {}, 'HEAD');
    assert.deepEqual([head.status, head.headers.get('content-length'), await head.text()], [200, '10', '']);
  });

  it('allow fonts on pages of any origin', async () => {
    for (const kind of ['woff2', 'woff', 'ttf', 'otf']) {
      await put(`fonts/box.${kind}`, 'a font');
      const { status, headers } = await get(`fonts/box.${kind}`);
      assert.deepEqual([status, headers.get('content-type')], [200, `font/${kind}`]);
      assert.equal(headers.get('access-control-allow-origin'), '*');
      assert.equal(headers.get('x-content-type-options'), 'nosniff');
      assert.match(headers.get('cache-control') ?? '', /^public, max-age=\d{5,}/);
    }
  });

  it('are never displayed as pages of the site', async () => {
    const page = await get('2026/11/page.html');
    assert.equal(page.headers.get('content-disposition'), 'attachment');
    for (const response of [page, await get('2026/11/a.txt')]) {
      assert.match(response.headers.get('content-security-policy') ?? '', /default-src 'none'.*sandbox/);
      assert.equal(response.headers.get('x-content-type-options'), 'nosniff');
    }
  });

  it('are not served from other paths', async () => {
    for (const name of [
      '..%2f..%2fetc%2fpasswd',
      '.work',
      '%2e%2e/a.txt',
      '2026',
      '2026/11/',
      'a%00.txt',
      '%',
      'none.txt',
      '',
    ])
      assert.equal((await get(name)).status, 404, name);
  });

  it('leave no temporary file after an aborted upload', async () => {
    const socket = connect(port, '127.0.0.1');
    socket.on('error', () => undefined);
    const head = [
      'POST /rest/cms/v2/media HTTP/1.1',
      'Host: x',
      `Authorization: ${credentials}`,
      'Content-Type: multipart/form-data; boundary=b',
      'Content-Length: 100000',
      '\r\n',
    ].join('\r\n');
    socket.write(`${head}--b\r\nContent-Disposition: form-data; name="file"; filename="a.txt"\r\n\r\nsome of it`);
    await until(async () => (await readdir(files.workFolder)).length === 1);
    socket.destroy();
    await until(async () => (await readdir(files.workFolder)).length === 0);
    assert.deepEqual(await readdir(files.workFolder), []);
    assert.equal((await get('2026/11/a.txt')).status, 200);
  });
});
