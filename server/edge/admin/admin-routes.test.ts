// Tests the pages and files of the admin, and the mount of the API that only the admin uses.
import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { request } from 'node:http';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, before, describe, it } from 'node:test';
import { brotliCompressSync, brotliDecompressSync } from 'node:zlib';
import { compatibleSpelling, nativeSpelling } from '../../../contract/names/spelling.ts';
import { openEdge, type TestEdge } from '../../../test/edge.ts';
import { makeSite } from '../../site.ts';
import { adminMountOf, mountsOf } from '../mounts.ts';
import { type AdminFiles, findAdminFiles, readChangingAdminFiles } from './admin-files.ts';

const script = `export const large = '${'x'.repeat(100_000)}';`;
const page = '<!doctype html><script type="module" src="%BASE%/admin/assets/main-1.js"></script><p data-base="%BASE%">';
const hash = 'sha256-ehBD9wGNfnN0flaZIjbVClW1//FJFsATigcdVB4VdMQ=';

const component = 'export default () => {};';
const screenFiles = new Map([['extensions/shortlinks/links.js', { content: Buffer.from(component), etag: '"one"' }]]);

/** Returns the files of an installed admin, which never change. */
function readOnce(folder: string): () => AdminFiles | undefined {
  const files = findAdminFiles(folder);
  return () => files;
}

interface Received {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  readonly body: Buffer;
}

describe('the admin', () => {
  let folder: string;
  let edge: TestEdge;
  const paths: string[] = [];

  const send = (url: string, { method = 'GET', ...headers }: Record<string, string> = {}): Promise<Received> => {
    const { promise, resolve, reject } = Promise.withResolvers<Received>();
    const sent = request({ host: '127.0.0.1', port: edge.port, path: url, method, headers }, async (response) => {
      const chunks: Buffer[] = await response.toArray();
      resolve({ status: response.statusCode ?? 0, headers: response.headers, body: Buffer.concat(chunks) });
    });
    sent.on('error', reject).end();
    return promise;
  };

  const open = (base: string, openFiles = () => readOnce(folder)) => {
    const site = makeSite(`http://site.test${base}`);
    const dispatch = async ({ path: requested }: { readonly path: string }) => {
      paths.push(requested);
      return { status: 200, headers: {}, body: '{}', route: undefined };
    };
    const native = { spelling: nativeSpelling, dispatch };
    const compatible = { spelling: compatibleSpelling, dispatch };
    return openEdge(dispatch, {
      // Existing clients are not served.
      api: {
        mounts: mountsOf(site, native),
        admin: { mount: adminMountOf(site, compatible), files: openFiles(), base, screenFiles },
      },
    });
  };

  before(async () => {
    folder = mkdtempSync(path.join(tmpdir(), 'octavo-admin-'));
    mkdirSync(path.join(folder, 'assets'));
    writeFileSync(path.join(folder, 'index.html'), page);
    writeFileSync(path.join(folder, 'inline-scripts.json'), JSON.stringify([hash]));
    writeFileSync(path.join(folder, 'assets/main-1.js.br'), brotliCompressSync(script));
    writeFileSync(path.join(folder, 'secret.txt'), 'secret');
    edge = await open('');
  });
  after(async () => {
    await edge.app.close();
    rmSync(folder, { recursive: true });
  });

  it('has one page at all of its paths, which only runs its own scripts', async () => {
    for (const url of ['/admin/', '/admin/content/post/7?search=a']) {
      const { status, headers, body } = await send(url, { host: 'site.test:8080' });
      assert.deepEqual([status, headers['content-type']], [200, 'text/html; charset=UTF-8']);
      assert.equal(body.toString(), page.replaceAll('%BASE%', ''));
      const policy = String(headers['content-security-policy']).split('; ');
      assert.ok(policy.includes("default-src 'none'"));
      assert.ok(policy.includes(`script-src site.test:8080/admin/assets/ '${hash}'`), policy.join());
      assert.ok(policy.includes('worker-src site.test:8080/admin/assets/ blob:'), policy.join());
      assert.ok(policy.includes("frame-ancestors 'self'"));
      assert.ok(!/https?:|\*|unsafe-eval/.test(policy.join()), policy.join());
    }
    const { status, headers } = await send('/admin');
    assert.deepEqual([status, headers.location], [302, '/admin/']);
    const other = await send('/admin/', { method: 'POST' });
    assert.equal(other.status, 404, 'the page can only be read');
  });

  it('ignores a host that would add directives to the policy', async () => {
    for (const host of ["site.test; script-src 'unsafe-inline'", "a' b", 'site.test/x', 'a b'])
      assert.match(
        String((await send('/admin/', { host })).headers['content-security-policy']),
        /; script-src 'sha256-[^;]*'; /,
        host,
      );
  });

  it('sends files compressed, or decompressed to clients without Brotli, with immutable caching', async () => {
    const compressed = await send('/admin/assets/main-1.js?x=1', { 'accept-encoding': 'gzip, br' });
    assert.equal(compressed.headers['content-encoding'], 'br');
    assert.equal(brotliDecompressSync(compressed.body).toString(), script);
    const plain = await send('/admin/assets/main-1.js');
    assert.deepEqual([plain.headers['content-encoding'], plain.body.toString()], [undefined, script]);
    for (const { headers } of [compressed, plain]) {
      assert.equal(headers['cache-control'], 'public, max-age=31536000, immutable');
      assert.equal(headers['content-type'], 'text/javascript; charset=UTF-8');
      assert.equal(headers['x-content-type-options'], 'nosniff');
      assert.equal(headers.vary, 'Accept-Encoding');
    }
    const head = await send('/admin/assets/main-1.js', { method: 'HEAD', 'accept-encoding': 'br' });
    assert.deepEqual([head.status, head.body.length], [200, 0]);
  });

  it('sends no other files', async () => {
    for (const name of ['main-2.js', 'main-1.js.br', '', '../secret.txt', '..%2Fsecret.txt', '%2e%2e/secret.txt'])
      assert.equal((await send(`/admin/assets/${name}`)).status, 404, name);
  });

  it('sends components of screens of extensions, which are validated at each use', async () => {
    const url = '/admin/assets/extensions/shortlinks/links.js';
    const { status, headers, body } = await send(`${url}?x=1`, { 'accept-encoding': 'br' });
    assert.deepEqual([status, body.toString()], [200, component]);
    assert.equal(headers['content-type'], 'text/javascript; charset=UTF-8');
    assert.equal(headers['cache-control'], 'no-cache');
    assert.equal(headers['x-content-type-options'], 'nosniff');
    assert.equal(headers['cross-origin-resource-policy'], 'same-origin');
    for (const known of ['"one"', 'W/"one"', '"two", "one"']) {
      const unchanged = await send(url, { 'if-none-match': known });
      assert.deepEqual([unchanged.status, unchanged.body.length, unchanged.headers.etag], [304, 0, '"one"']);
    }
    assert.equal((await send(url, { 'if-none-match': '"two"' })).status, 200);
    const head = await send(url, { method: 'HEAD' });
    assert.deepEqual([head.status, head.body.length], [200, 0]);
    assert.equal((await send(url, { method: 'POST' })).status, 404);
  });

  it('sends no other files of extensions', async () => {
    for (const name of [
      ...['links', 'links.ts', 'links.js/', './links.js', 'other/../links.js', '%6Cinks.js', 'LINKS.js', 'links.js%00'],
      ...[
        '..%2Fshortlinks%2Flinks.js',
        '../../../index.html',
        '..%2f..%2f..%2fsecret.txt',
        '%2e%2e/%2e%2e/%2e%2e/secret.txt',
        '',
      ],
    ])
      assert.equal((await send(`/admin/assets/extensions/shortlinks/${name}`)).status, 404, name);
  });

  it('has a mount of its own, also if existing clients are not served', async () => {
    paths.length = 0;
    assert.equal((await send('/admin/api/wp/v2/posts/1?x=1')).status, 200);
    assert.equal((await send('/wp-json/wp/v2/posts/1')).status, 404);
    assert.equal((await send('/?rest_route=/wp/v2/posts/2')).status, 200);
    assert.deepEqual(paths, ['/wp/v2/posts/1', '/wp/v2/posts/2']);
    assert.doesNotMatch(String((await send('/')).headers.link), /admin/);
  });

  it('works below a path', async () => {
    const below = await open('/blog');
    const previous = edge;
    edge = below;
    try {
      const { headers, body } = await send('/admin/', { host: 'site.test' });
      assert.equal(body.toString(), page.replaceAll('%BASE%', '/blog'));
      assert.match(String(headers['content-security-policy']), /script-src site\.test\/blog\/admin\/assets\/ /);
      assert.equal((await send('/admin')).headers.location, '/blog/admin/');
    } finally {
      edge = previous;
      await below.app.close();
    }
  });

  it('is read again while it is developed, whenever a build has written its page', async () => {
    const changing = mkdtempSync(path.join(tmpdir(), 'octavo-admin-'));
    const build = (content: string, modifiedAt: number) => {
      mkdirSync(path.join(changing, 'assets'), { recursive: true });
      writeFileSync(path.join(changing, 'inline-scripts.json'), '[]');
      writeFileSync(path.join(changing, `assets/${content}.js.br`), brotliCompressSync(content));
      writeFileSync(path.join(changing, 'index.html'), `<p>${content}</p>`);
      utimesSync(path.join(changing, 'index.html'), modifiedAt, modifiedAt);
    };
    const previous = edge;
    edge = await open('', () => readChangingAdminFiles(changing));
    try {
      assert.equal((await send('/admin/')).status, 404, 'before the first build');
      build('one', 1_000_000_000);
      assert.equal((await send('/admin/')).body.toString(), '<p>one</p>');
      assert.equal((await send('/admin/assets/one.js')).status, 200);
      build('two', 1_000_000_001);
      assert.equal((await send('/admin/')).body.toString(), '<p>two</p>');
      assert.equal((await send('/admin/assets/two.js')).body.toString(), 'two');
    } finally {
      await edge.app.close();
      edge = previous;
      rmSync(changing, { recursive: true });
    }
  });

  it('says where to get it if it is not installed', async () => {
    assert.equal(findAdminFiles(path.join(folder, 'assets')), undefined);
    const missing = await open('', () => () => undefined);
    const previous = edge;
    edge = missing;
    try {
      for (const url of ['/admin', '/admin/content/post']) {
        const { status, body } = await send(url);
        assert.equal(status, 404);
        assert.match(body.toString(), /octavo-admin/);
      }
    } finally {
      edge = previous;
      await missing.app.close();
    }
  });
});
