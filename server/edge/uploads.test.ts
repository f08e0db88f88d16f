// Uploaded files over a socket: parts of them, validators, and nothing that a browser would run as ours.
import assert from 'node:assert/strict';
import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { type AddressInfo, connect } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, before, describe, it } from 'node:test';
import { setTimeout as pause } from 'node:timers/promises';
import { pino } from 'pino';
import { openTestSite } from '../../test/site.ts';
import { openDiskStore } from '../files/disk-store.ts';
import { workName } from '../files/spool.ts';
import type { FileStore } from '../files/store.ts';
import { makeEdge } from './edge.ts';
import { mountsFor } from './edge-for-tests.ts';
import { KeptAnswers } from './kept-answers.ts';
import { emptyPages } from './pages-for-tests.ts';

/** Waits until something is so; fails where it does not come to be. */
async function until(holds: () => Promise<boolean>): Promise<void> {
  for (let n = 0; n < 100; n += 1) {
    if (await holds()) return;
    await pause(50);
  }
  assert.fail('it has not come to be');
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
    const app = makeEdge({
      answers: new KeptAnswers(site.database.changes, () => {}, 0),
      isReady: async () => true,
      logger: pino({ level: 'silent' }),
      origins: [],
      mounts: mountsFor(site.service.dispatch),
      pages: emptyPages,
      files,
    });
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
    const from = workName(files.workplace);
    await writeFile(from, content);
    await files.put(name, from, '');
  };
  const get = (name: string, headers: Record<string, string> = {}, method = 'GET') =>
    fetch(`http://127.0.0.1:${port}/uploads/${name}`, { headers, method });

  it('come whole, in part, and not again where they are known', async () => {
    const whole = await get('2026/11/a.txt');
    assert.deepEqual([whole.status, await whole.text()], [200, '0123456789']);
    assert.equal(whole.headers.get('content-type'), 'text/plain; charset=UTF-8');
    assert.match(whole.headers.get('cache-control') ?? '', /^public, max-age=\d{5,}/);
    const etag = whole.headers.get('etag') ?? '';
    assert.equal((await get('2026/11/a.txt', { 'if-none-match': etag })).status, 304);
    assert.equal(
      (await get('2026/11/a.txt', { 'if-modified-since': whole.headers.get('last-modified') ?? '' })).status,
      304,
    );
    for (const [range, part, told] of [
      ['bytes=2-4', '234', 'bytes 2-4/10'],
      ['bytes=7-', '789', 'bytes 7-9/10'],
      ['bytes=-3', '789', 'bytes 7-9/10'],
      ['bytes=8-99', '89', 'bytes 8-9/10'],
    ]) {
      const answer = await get('2026/11/a.txt', { range: range ?? '' });
      assert.deepEqual([answer.status, await answer.text(), answer.headers.get('content-range')], [206, part, told]);
    }
    assert.equal((await get('2026/11/a.txt', { range: 'bytes=10-' })).status, 416);
    assert.equal((await get('2026/11/a.txt', { range: 'bytes=2-4', 'if-range': '"other"' })).status, 200);
    assert.equal((await get('2026/11/a.txt', { range: 'lines=1-2' })).status, 200);
    const head = await get('2026/11/a.txt', {}, 'HEAD');
    assert.deepEqual([head.status, head.headers.get('content-length'), await head.text()], [200, '10', '']);
  });

  it('are fonts that pages of any origin may use', async () => {
    for (const kind of ['woff2', 'woff', 'ttf', 'otf']) {
      await put(`fonts/box.${kind}`, 'a font');
      const { status, headers } = await get(`fonts/box.${kind}`);
      assert.deepEqual([status, headers.get('content-type')], [200, `font/${kind}`]);
      assert.equal(headers.get('access-control-allow-origin'), '*');
      assert.equal(headers.get('x-content-type-options'), 'nosniff');
      assert.match(headers.get('cache-control') ?? '', /^public, max-age=\d{5,}/);
    }
  });

  it('are never a page of the site (check 33)', async () => {
    const page = await get('2026/11/page.html');
    assert.equal(page.headers.get('content-disposition'), 'attachment');
    for (const answer of [page, await get('2026/11/a.txt')]) {
      assert.match(answer.headers.get('content-security-policy') ?? '', /default-src 'none'.*sandbox/);
      assert.equal(answer.headers.get('x-content-type-options'), 'nosniff');
    }
  });

  it('lead nowhere else', async () => {
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

  it('that are broken off in the middle leave nothing', async () => {
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
    await until(async () => (await readdir(files.workplace)).length === 1);
    socket.destroy();
    await until(async () => (await readdir(files.workplace)).length === 0);
    assert.deepEqual(await readdir(files.workplace), []);
    assert.equal((await get('2026/11/a.txt')).status, 200);
  });
});
