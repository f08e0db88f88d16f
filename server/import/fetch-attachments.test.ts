import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, before, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import sharp from 'sharp';
import { describeEachEngine } from '../../test/engines.ts';
import { exportOf, itemOf, metaOf } from '../../test/import/records.ts';
import { openTestSite, streamOf, type TestSite } from '../../test/import/site.ts';
import { pruneFiles } from '../cms-v2/media/store-files.ts';
import { openDatabase } from '../database/open.ts';
import { statement } from '../database/statement.ts';
import type { FetchLimits } from '../fetch/guarded-fetch.ts';
import { openDiskStore } from '../files/disk-store.ts';
import { type FileStore, StoreFullError } from '../files/store.ts';
import { ImportStopped, importSite } from './import-site.ts';

/** A local HTTP server that acts as the old site, with limits that allow fetching from it. */
interface OldSiteServer {
  readonly server: Server;
  readonly base: string;
  readonly limits: FetchLimits;
  onRequest: RequestListener;
}

async function openOldSite(): Promise<OldSiteServer> {
  const server = createServer((request, response) => old.onRequest(request, response)).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const limits: FetchLimits = {
    ports: new Set([String(port)]),
    resolve: async () => ['127.0.0.1'],
    isAllowed: () => true,
  };
  const old: OldSiteServer = { server, base: `http://old.test:${port}/up`, limits, onRequest: () => undefined };
  return old;
}

const createImage = (width: number, height: number) =>
  sharp({ create: { width, height, channels: 3, background: '#123456' } })
    .jpeg()
    .toBuffer();

const attachment = (id: number, address: string, fields: Readonly<Record<string, string | number>> = {}, more = '') =>
  itemOf(
    id,
    { post_type: 'attachment', status: 'inherit', title: `File ${id}`, attachment_url: address, ...fields },
    more,
  );

// biome-ignore lint/suspicious/noExplicitAny: the tests assert properties of response bodies of any shape.
type Json = Readonly<Record<string, any>>;

const allFiles = statement((q) => q.selectFrom('media_files').selectAll().orderBy('path'));

describeEachEngine('fetching the files of attachments', (engine) => {
  let old: OldSiteServer;
  let scratchFolder = '';
  before(async () => {
    old = await openOldSite();
    scratchFolder = await mkdtemp(path.join(tmpdir(), 'octavo-fetch-'));
  });
  after(async () => {
    old.server.closeAllConnections();
    old.server.close();
    await rm(scratchFolder, { recursive: true, force: true });
  });

  let sites = 0;
  const open = async (wrap: (store: FileStore) => FileStore = (store) => store) => {
    const place = path.join(scratchFolder, String(sites++));
    const site = await openTestSite(await engine.open(), {}, wrap(await openDiskStore(place)));
    const stored = async () =>
      (await readdir(place, { recursive: true, withFileTypes: true }))
        .filter((each) => each.isFile())
        .map((each) => path.relative(place, path.join(each.parentPath, each.name)))
        .sort();
    return { ...site, stored };
  };
  const fetching = (site: TestSite, text: string, concurrency = 2) =>
    importSite({ ...site, fetchOptions: { limits: old.limits, concurrency } }, streamOf(text));
  const files = async (site: TestSite) => (await site.get('/cms/v2/media?context=edit&orderby=id&order=asc')) as Json[];
  const close = (site: TestSite) => site.service.mediaWorkers.close();

  test('stores the files with their sizes and replaces URLs in content', async () => {
    const site = await open();
    const { base } = old;
    const bytes = await createImage(800, 600);
    old.onRequest = ({ url = '' }, response) =>
      url === '/up/2019/05/boat.jpg' ? response.end(bytes) : response.end('some text');
    const text = `<!-- wp:image {"id":7} --><figure><img src="${base}/2019/05/boat-300x225.jpg" class="wp-image-7"/></figure><!-- /wp:image --><a href="${base}/2019/05/boat.jpg">whole</a> <a href="${base}/2019/05/boat-99x99.jpg?x=1">odd</a> <a href="${base}/2019/05/other.jpg">other</a>`;
    const export_ = exportOf(
      itemOf(
        3,
        { title: 'With a picture', content: text, excerpt: `See ${base}/notes.txt.` },
        metaOf('_thumbnail_id', '7'),
      ),
      attachment(
        7,
        `${base}/2019/05/boat.jpg`,
        { post_parent: 3 },
        metaOf('_wp_attachment_image_alt', 'A <b>boat</b>') + metaOf('_wp_attached_file', '2019/05/boat.jpg'),
      ),
      attachment(8, `${base}/notes.txt`),
    );
    await importSite(site, streamOf(export_));
    const [away] = await files(site);
    assert.deepEqual(
      [away?.source_url, away?.alt_text, away?.mime_type],
      [`${base}/2019/05/boat.jpg`, 'A boat', 'image/jpeg'],
    );
    assert.deepEqual(away?.missing_image_sizes, []);
    const report = await fetching(site, export_);
    assert.deepEqual(report.failures, []);
    const [boat, notes] = await files(site);
    assert.equal(boat?.source_url, 'https://site.example/uploads/2019/05/boat.jpg');
    assert.deepEqual(Object.keys(boat?.media_details.sizes).sort(), ['full', 'medium', 'medium_large', 'thumbnail']);
    assert.deepEqual(
      [boat?.id, boat?.date, boat?.modified, boat?.alt_text],
      [away?.id, away?.date, away?.modified, 'A boat'],
    );
    assert.equal(notes?.source_url, 'https://site.example/uploads/2020/01/notes.txt');
    const [post] = (await site.get('/cms/v2/posts?context=edit&search=picture&_embed')) as Json[];
    assert.equal(post?.featured_media, boat?.id);
    assert.equal(post?._embedded['cms:featuredmedia'][0].source_url, boat?.source_url);
    const uploads = 'https://site.example/uploads/2019/05';
    assert.equal(
      post?.content.raw,
      text
        .replace('"id":7', `"id":${boat?.id}`)
        .replace('wp-image-7', `wp-image-${boat?.id}`)
        .replace(`${base}/2019/05/boat-300x225.jpg`, `${uploads}/boat-300x225.jpg`)
        .replace(`${base}/2019/05/boat.jpg`, `${uploads}/boat.jpg`)
        .replace(`${base}/2019/05/boat-99x99.jpg`, `${uploads}/boat.jpg`),
    );
    assert.equal(post?.excerpt.raw, 'See https://site.example/uploads/2020/01/notes.txt.');
    assert.match(post?.content.rendered, /srcset=/);
    const once = [await site.stored(), await files(site)];
    const again = await fetching(site, export_);
    assert.equal(again.counts.imported.get('fetched files'), 0);
    assert.deepEqual([await site.stored(), await files(site)], once);
    close(site);
  });

  test('reports failed downloads with their reason and retries them in the next run', async () => {
    const site = await open();
    const { base } = old;
    const bytes = await createImage(10, 10);
    const answers: Readonly<Record<string, RequestListener>> = {
      '/up/gone.jpg': (_request, response) => void response.writeHead(404).end(),
      '/up/cut.jpg': (_request, response) => {
        response.writeHead(200, { 'Content-Length': 1000 }).write('half');
        setTimeout(() => response.destroy(), 20);
      },
      '/up/page.jpg': (_request, response) => void response.end('<!doctype html><p>no picture'),
      '/up/script.php': (_request, response) => void response.end('<?php'),
      '/up/away.jpg': (_request, response) => void response.writeHead(302, { Location: 'http://10.0.0.1:22/a' }).end(),
    };
    old.onRequest = (request, response) =>
      (answers[request.url ?? ''] ?? (() => response.end(bytes)))(request, response);
    const addresses = [...Object.keys(answers).map((name) => base + name.slice(3)), `${base}/good.jpg`];
    const export_ = exportOf(...addresses.map((address, n) => attachment(n + 1, address)));
    const report = await fetching(site, export_);
    assert.deepEqual(
      report.failures.map(({ url, reason }) => [url.slice(base.length + 1), /\.|\)$/.test(reason)]).sort(),
      ['away.jpg', 'cut.jpg', 'gone.jpg', 'page.jpg', 'script.php'].map((name) => [name, true]),
    );
    assert.match(report.failures.find(({ url }) => url.endsWith('gone.jpg'))?.reason ?? '', /404/);
    assert.deepEqual(await site.stored(), ['2020/01/good.jpg']);
    assert.equal((await site.database.read.all(allFiles, {})).length, 1);
    old.onRequest = (_request, response) => void response.end(bytes);
    const again = await fetching(site, export_);
    assert.deepEqual(
      again.failures.map(({ url }) => url),
      [`${base}/script.php`],
    );
    assert.equal(again.counts.imported.get('fetched files'), 4);
    close(site);
  });

  test('limits the number of concurrent downloads', async () => {
    const site = await open();
    let [now, maxConcurrent] = [0, 0];
    const startedAt = Date.now();
    old.onRequest = (_request, response) => {
      now += 1;
      maxConcurrent = Math.max(maxConcurrent, now);
      // The first response waits for another request, however long that takes.
      const respond = (): unknown =>
        maxConcurrent < 2 && Date.now() - startedAt < 20_000
          ? setTimeout(respond, 10)
          : setTimeout(() => response.end('text', () => now--), 30);
      respond();
    };
    await fetching(
      site,
      exportOf(...Array.from({ length: 12 }, (_, n) => attachment(n + 1, `${old.base}/${n}.txt`))),
      3,
    );
    assert.ok(maxConcurrent >= 2 && maxConcurrent <= 3, String(maxConcurrent));
    assert.equal((await site.stored()).length, 12);
    close(site);
  });

  test('stops when the store is full, leaves no partial files, and resumes later', async () => {
    let remainingPuts = 3;
    const site = await open((store) => ({
      ...store,
      put: async (...args) => {
        if (remainingPuts <= 0) throw new StoreFullError('the file store is full');
        remainingPuts -= 1;
        return store.put(...args);
      },
    }));
    const bytes = await createImage(400, 400);
    old.onRequest = (_request, response) => void response.end(bytes);
    const export_ = exportOf(...[1, 2, 3].map((id) => attachment(id, `${old.base}/${id}.jpg`)));
    await assert.rejects(fetching(site, export_, 1), ImportStopped);
    const known = (await site.database.read.all(allFiles, {})) as { path: string; entry_id: number | null }[];
    assert.deepEqual(
      await site.stored(),
      known.map((row) => row.path),
    );
    assert.ok(known.every((row) => row.entry_id !== null));
    assert.equal((await files(site)).filter((file) => file.source_url.startsWith(old.base)).length, 2);
    remainingPuts = 100;
    const report = await fetching(site, export_);
    assert.deepEqual([report.failures, report.counts.imported.get('fetched files')], [[], 2]);
    assert.equal((await site.stored()).length, 9);
    close(site);
  });

  test('rejects edits of files that are not downloaded, and deletes them like other files', async () => {
    const site = await open();
    const details = 'a:4:{s:5:"width";i:640;s:6:"height";i:480;s:4:"file";s:14:"2019/05/a b.jpg";s:5:"sizes";a:0:{}}';
    const sized = `a:3:{s:5:"width";i:640;s:6:"height";i:480;s:5:"sizes";a:1:{s:6:"medium";a:4:{s:4:"file";s:15:"a b-300x225.jpg";s:5:"width";i:300;s:6:"height";i:225;s:9:"mime-type";s:10:"image/jpeg";}}}`;
    await importSite(
      site,
      streamOf(
        exportOf(
          attachment(1, `${old.base}/broken.jpg`, {}, metaOf('_wp_attachment_metadata', details)),
          attachment(2, `${old.base}/a%20b.jpg`, {}, metaOf('_wp_attachment_metadata', sized)),
        ),
      ),
    );
    const [broken, file] = await files(site);
    assert.deepEqual(broken?.media_details.sizes, {});
    assert.deepEqual([file?.media_details.width, file?.filename], [640, 'a b.jpg']);
    const { medium, full } = file?.media_details.sizes ?? {};
    assert.deepEqual([medium.source_url, full.source_url], [`${old.base}/a%20b-300x225.jpg`, `${old.base}/a%20b.jpg`]);
    const at = `/cms/v2/media/${file?.id}`;
    const edit = { src: file?.source_url, modifiers: [{ type: 'rotate', args: { angle: 90 } }] };
    assert.equal((await site.post(`${at}/edit`, edit)).code, 'rest_unknown_attachment');
    assert.equal(
      (await site.post(`${at}/post-process`, { action: 'create-image-subsizes' })).code,
      'rest_unknown_attachment',
    );
    assert.equal(
      (await site.post(`${at}/finalize`, { sub_sizes: [] })).code,
      'rest_sideload_attachment_not_in_uploads',
    );
    assert.equal((await site.post(at, { title: 'Another title' })).title.raw, 'Another title');
    assert.equal((await site.post(`${at}?_method=DELETE&force=true`, {})).deleted, true);
    old.onRequest = (_request, response) => void response.writeHead(404).end();
    const report = await fetching(site, exportOf());
    assert.deepEqual(
      report.failures.map(({ url }) => url),
      [`${old.base}/broken.jpg`],
      'deleted attachments are not fetched',
    );
    close(site);
  });
});

test('a killed import resumes its downloads', async () => {
  const old = await openOldSite();
  const scratchFolder = await mkdtemp(path.join(tmpdir(), 'octavo-killed-'));
  try {
    const bytes = await createImage(700, 700);
    let requestCount = 0;
    let reached = () => {};
    const thirdRequest = new Promise<void>((done) => {
      reached = done;
    });
    old.onRequest = (_request, response) => {
      requestCount += 1;
      if (requestCount > 8) reached();
      else setTimeout(() => response.end(bytes), 20);
    };
    const text = exportOf(...Array.from({ length: 12 }, (_, n) => attachment(n + 1, `${old.base}/${n}.jpg`)));
    await writeFile(path.join(scratchFolder, 'export.xml'), text);
    const program = fileURLToPath(new URL('../../test/import/fetching.ts', import.meta.url));
    const child = spawn(process.execPath, [program, scratchFolder, new URL(old.base).port], {
      stdio: ['ignore', 'inherit', 'inherit'],
    });
    await thirdRequest;
    child.kill('SIGKILL');
    await once(child, 'exit');
    old.onRequest = (_request, response) => void response.end(bytes);
    const database = await openDatabase({ kind: 'sqlite', file: path.join(scratchFolder, 'octavo.sqlite') });
    const store = await openDiskStore(path.join(scratchFolder, 'uploads'));
    const site = await openTestSite(database, {}, store);
    const before = ((await site.get('/cms/v2/media?per_page=100')) as Json[]).filter(
      (file) => !file.source_url.startsWith(old.base),
    );
    assert.ok(before.length >= 4 && before.length <= 8, `${before.length} files were downloaded`);
    const report = await importSite({ ...site, fetchOptions: { limits: old.limits } }, streamOf(text));
    assert.deepEqual([report.failures, report.counts.imported.get('fetched files')], [[], 12 - before.length]);
    const media = (await site.get('/cms/v2/media?per_page=100')) as Json[];
    assert.deepEqual([media.length, media.some((file) => file.source_url.startsWith(old.base))], [12, false]);
    // The file cleanup deletes the claims of the killed process after their expiry.
    const { entries, files } = site.service.media;
    const later = { ...entries.site, clock: () => Date.now() + 2 * 3_600_000 };
    await pruneFiles({ entries: { ...entries, site: later }, files });
    const known = (await database.read.all(allFiles, {})) as { path: string; entry_id: number | null }[];
    assert.ok(known.every((row) => row.entry_id !== null));
    const stored = (await readdir(path.join(scratchFolder, 'uploads'), { recursive: true, withFileTypes: true }))
      .filter((each) => each.isFile() && !each.parentPath.endsWith('.work'))
      .map((each) => path.relative(path.join(scratchFolder, 'uploads'), path.join(each.parentPath, each.name)));
    assert.deepEqual(stored.sort(), known.map((row) => row.path).sort());
    site.service.mediaWorkers.close();
    await database.close();
  } finally {
    old.server.closeAllConnections();
    old.server.close();
    await rm(scratchFolder, { recursive: true, force: true });
  }
});
