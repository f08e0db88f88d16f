// Tests the page of the API reference and its files: policy, names, encodings, caching, and URLs that belong to the API.
import assert from 'node:assert/strict';
import { createHook } from 'node:async_hooks';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { request } from 'node:http';
import { after, before, describe, it } from 'node:test';
import { brotliDecompressSync } from 'node:zlib';
import { compatibleSpelling, nativeSpelling } from '../../contract/names/spelling.ts';
import { getText, openEdge, type TestEdge } from '../../test/edge.ts';
import { acceptsBrotli } from './brotli-file.ts';
import { assetNames } from './docs-assets.ts';
import { renderDocsPage } from './docs-page.ts';
import { mountsOf } from './mounts.ts';

interface Received {
  readonly status: number | undefined;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  readonly body: Buffer;
}

describe('the API reference', () => {
  let edge: TestEdge;
  before(async () => {
    const dispatch = async () => ({ status: 404, route: undefined, headers: {}, body: '{"code":"rest_no_route"}' });
    edge = await openEdge(dispatch);
  });
  after(() => edge.app.close());

  /** Sends a request without the headers that `fetch` adds, and does not decode the body. */
  const send = (path: string, headers: Record<string, string> = {}, method = 'GET'): Promise<Received> =>
    new Promise((resolve, reject) => {
      request({ host: '127.0.0.1', port: edge.port, path, headers, method }, (response) => {
        const chunks: Buffer[] = [];
        response.on('data', (chunk: Buffer) => chunks.push(chunk));
        response.on('end', () =>
          resolve({ status: response.statusCode, headers: response.headers, body: Buffer.concat(chunks) }),
        );
      })
        .on('error', reject)
        .end();
    });

  for (const root of ['/rest', '/wp-json'])
    it(`is a page at ${root}/docs whose policy allows only its own scripts and requests to its own origin`, async () => {
      const { status, headers, body } = await send(`${root}/docs`);
      assert.equal(status, 200);
      assert.equal(headers['content-type'], 'text/html; charset=UTF-8');
      assert.equal(headers['cache-control'], 'no-store');
      const policy = String(headers['content-security-policy']);
      const [, nonce = ''] = /script-src 'nonce-([\w+/=]{24})';/.exec(policy) ?? [];
      assert.notEqual(nonce, '');
      assert.ok(policy.startsWith("default-src 'none'; "));
      assert.match(policy, /connect-src 'self';/);
      assert.doesNotMatch(policy.replace("style-src-attr 'unsafe-inline'", ''), /unsafe|\*|https?:/);
      const html = body.toString();
      const [, ...elements] = html.split(/<(?=script|link rel="stylesheet"|style)/);
      assert.equal(elements.length, 3);
      for (const element of elements) assert.ok(element.includes(` nonce="${nonce}"`), element);
      assert.doesNotMatch(html, / on\w+=|<script[^>]*>[^<]|https?:\/\//);
      const again = String((await send(`${root}/docs`)).headers['content-security-policy']);
      assert.ok(!again.includes(nonce), 'the nonce is used only once');
    });

  it('names the headers and URLs of its mount', () => {
    const dispatch = async () => assert.fail('unexpected dispatch');
    const urls = { home: 'http://site.test', rest: 'http://site.test/rest' };
    const [native, compatible] = mountsOf(
      urls,
      { spelling: nativeSpelling, dispatch },
      { spelling: compatibleSpelling, dispatch },
    );
    assert.match(renderDocsPage(native).html, /data-nonce-header="X-CMS-Nonce" data-nonce-url="\.\.\/account\/nonce"/);
    assert.ok(compatible);
    assert.match(renderDocsPage(compatible).html, /data-nonce-header="X-WP-Nonce"/);
  });

  it('sends its viewer compressed to clients that accept Brotli, and decompressed to others', async () => {
    const { viewer } = assetNames();
    const file = readFileSync(new URL('./reference/viewer.js.br', import.meta.url));
    const compressed = await send(`/rest/docs/${viewer}`, { 'accept-encoding': 'gzip, br' });
    assert.equal(compressed.headers['content-encoding'], 'br');
    assert.equal(compressed.headers['cache-control'], 'public, max-age=31536000, immutable');
    assert.equal(compressed.headers.vary, 'Accept-Encoding');
    assert.equal(compressed.headers['x-content-type-options'], 'nosniff');
    assert.ok(compressed.body.equals(file));
    const plain = await send(`/wp-json/docs/${viewer}`, { 'accept-encoding': 'gzip, br;q=0' });
    assert.equal(plain.headers['content-encoding'], undefined);
    assert.ok(plain.body.equals(brotliDecompressSync(file)));
    const hash = createHash('sha256').update(plain.body).digest('base64url').slice(0, 12);
    assert.equal(viewer, `viewer-${hash}.js`);
    const head = await send(`/rest/docs/${viewer}`, { 'accept-encoding': 'br' }, 'HEAD');
    assert.deepEqual([head.status, head.headers['content-length'], head.body.length], [200, String(file.length), 0]);
  });

  it('shares the decompressed viewer between slow clients', async (t) => {
    let decompressors = 0;
    const hook = createHook({
      init(_id, type) {
        if (type === 'ZLIB') decompressors += 1;
      },
    }).enable();
    t.after(() => hook.disable());
    const { viewer } = assetNames();
    const clients = 80;
    const before = process.memoryUsage().external;
    const sockets = await Promise.all(Array.from({ length: clients }, () => edge.connect()));
    for (const socket of sockets) socket.write(getText(`/rest/docs/${viewer}`, 'Connection: close'));
    const firstBytes = await Promise.all(
      sockets.map(async (socket) => {
        const [chunk] = await once(socket.resume(), 'data');
        socket.pause();
        return Buffer.byteLength(chunk);
      }),
    );
    // The memory of a decompressor, up to 4 MiB, is not part of `external`.
    assert.ok(decompressors <= 1, `${decompressors} decompressors for ${clients} clients`);
    const peak = process.memoryUsage().external;
    const length = brotliDecompressSync(readFileSync(new URL('./reference/viewer.js.br', import.meta.url))).length;
    assert.ok(peak - before < 6 * length, `${peak - before} bytes for ${clients} clients`);
    const [kept, ...others] = sockets;
    for (const socket of others) socket.destroy();
    assert.ok(kept);
    assert.ok((firstBytes.at(0) ?? 0) < length);
    let received = firstBytes[0] ?? 0;
    for await (const chunk of kept) received += chunk.length;
    assert.ok(received > length && received < length + 1000, 'a client that reads again receives the rest');
  });

  it('sends its own script and style sheet, which never change under their names', async () => {
    const { script, style } = assetNames();
    for (const [name, type] of [
      [script, 'text/javascript; charset=UTF-8'],
      [style, 'text/css; charset=UTF-8'],
    ] as const) {
      const { status, headers, body } = await send(`/rest/docs/${name}?x=1`);
      assert.deepEqual([status, headers['content-type']], [200, type]);
      assert.match(String(headers['cache-control']), /immutable/);
      assert.ok(name.includes(createHash('sha256').update(body).digest('base64url').slice(0, 12)));
    }
  });

  it('leaves all other URLs below it to the API', async () => {
    for (const path of ['/rest/docs/viewer.js', '/rest/docs/relations/x', '/rest/docs/../docs/LICENSE', '/rest/docs/'])
      assert.equal((await send(path)).status, 404, path);
    assert.equal((await send('/rest/docs', {}, 'POST')).status, 404);
  });

  it('recognizes clients that accept Brotli', () => {
    for (const header of ['br', 'gzip, br', 'gzip, BR;q=0.5', 'deflate , br ; q = 1'])
      assert.equal(acceptsBrotli(header), true, header);
    for (const header of [undefined, '', 'gzip', 'br;q=0', 'brotli', 'gzip, br; q=0.0'])
      assert.equal(acceptsBrotli(header), false, String(header));
  });
});
