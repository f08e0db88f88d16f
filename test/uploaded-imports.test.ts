// Tests that export files can be uploaded in pieces, checked and imported through the API, as the command does it.
import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { after, before, test } from 'node:test';
import { setTimeout as pause } from 'node:timers/promises';
import { gzipSync } from 'node:zlib';
import { openDatabase } from '../server/database/open.ts';
import { runOctavo } from './commands/in-process.ts';
import { describeEachEngine } from './engines.ts';
import { dumpSite } from './import/dump-site.ts';
import { manyPosts } from './import/many-posts.ts';
import { exportOf, itemOf } from './import/records.ts';
import { continueUpload, reportOf, runToEnd, send, sendPiece, upload, waitForEnd } from './import/upload-export.ts';
import { skipWithoutRealSite } from './real-site.ts';
import { type InProcessService, startInProcess } from './service-in-process.ts';

// biome-ignore lint/suspicious/noExplicitAny: tests read bodies of any shape and assert what they find.
type Body = any;

const bytesOf = (text: string) => new Uint8Array(Buffer.from(text));
const small = path.resolve('test/fixtures/small-site.wxr.xml');
const real = path.resolve('../shared/data/real-site.wxr.xml');

describeEachEngine('imports of uploaded files', (engine) => {
  let service: InProcessService;
  let location: Parameters<typeof openDatabase>[0];
  before(async () => {
    location = await engine.location();
    // Pieces have 1 MiB.
    const env = { OCTAVO_MAX_UPLOAD: '1', ...(location.kind === 'postgres' && { OCTAVO_DATABASE: location.url }) };
    service = await startInProcess({ env });
    if (location.kind === 'sqlite') location = { kind: 'sqlite', file: path.join(service.data, 'octavo.sqlite') };
  });
  after(() => service.close());

  const request = (method: string, requestPath: string, json?: object) => send(service, method, requestPath, json);
  const remove = async (id: number) => assert.equal((await request('DELETE', `/${id}`)).status, 200);
  const pieceFolders = async () =>
    (await readdir(path.join(service.data, 'imports'))).filter((name) => !name.startsWith('.'));
  const dump = async () => {
    const database = await openDatabase(location);
    try {
      return await dumpSite(database.read);
    } finally {
      await database.close();
    }
  };

  test('accept files only in order, and continue after a lost connection', async () => {
    const bytes = manyPosts(1200);
    assert.ok(bytes.length > 2 * 1024 * 1024 && bytes.length < 3 * 1024 * 1024);
    const { body: created } = await request('POST', '', {
      ...{ file_name: 'a.xml', size: bytes.length, fingerprint: 'a 1' },
    });
    assert.deepEqual(
      [created.state, created.received, created.piece_size, created.fingerprint],
      ['uploading', 0, 1024 * 1024, 'a 1'],
    );
    const { id, piece_size } = created;
    assert.equal((await sendPiece(service, id, 0, bytes.slice(0, piece_size))).body.received, piece_size);
    // The connection is lost in the middle of the second piece.
    const cut = new AbortController();
    const half = new ReadableStream<Uint8Array>({
      async start(controller) {
        controller.enqueue(bytes.slice(piece_size, piece_size + 500_000));
        await pause(100);
        cut.abort();
      },
    });
    const options = { method: 'POST', body: half, duplex: 'half', signal: cut.signal };
    const headers = { authorization: service.authorization, 'content-type': 'application/octet-stream' };
    await assert.rejects(
      fetch(`${service.rest}/octavo/v1/imports/${id}/pieces?offset=${piece_size}`, {
        ...options,
        headers,
      } as RequestInit),
    );
    const { body: current } = await request('GET', `/${id}`);
    assert.deepEqual([current.received, current.state], [piece_size, 'uploading']);
    // A response was lost: the client sends the first piece again.
    const repeated = await sendPiece(service, id, 0, bytes.slice(0, piece_size));
    assert.deepEqual(
      [repeated.status, repeated.body.code, repeated.body.data.received],
      [409, 'rest_upload_wrong_offset', piece_size],
    );
    const early = await request('POST', `/${id}/run`, {});
    assert.deepEqual([early.status, early.body.code], [409, 'rest_import_incomplete']);
    const uploaded = await continueUpload(service, current, bytes);
    assert.deepEqual([uploaded.site_title, uploaded.site_url], ['Old site', 'https://old.example']);
    const [folder = ''] = await pieceFolders();
    const pieces = (await readdir(path.join(service.data, 'imports', folder))).sort(
      (one, other) => Number.parseInt(one, 10) - Number.parseInt(other, 10),
    );
    const stored = await Promise.all(pieces.map((name) => readFile(path.join(service.data, 'imports', folder, name))));
    assert.ok(Buffer.concat(stored).equals(bytes));
    assert.equal((await sendPiece(service, id, bytes.length, new Uint8Array(1))).body.code, 'rest_upload_wrong_offset');
    await remove(id);
    assert.deepEqual(await pieceFolders(), []);
    assert.equal((await request('GET', `/${id}`)).status, 404);
  });

  test('accept one of two concurrent pieces at the same position', async () => {
    const bytes = manyPosts(600);
    const { body: created } = await request('POST', '', { file_name: 'a.xml', size: bytes.length });
    const piece = bytes.slice(0, created.piece_size);
    const responses = await Promise.all([0, 1, 2].map(() => sendPiece(service, created.id, 0, piece)));
    assert.deepEqual(responses.map(({ status }) => status).sort(), [200, 409, 409]);
    await continueUpload(service, responses.find(({ status }) => status === 200)?.body, bytes);
    const [folder = ''] = await pieceFolders();
    assert.equal((await readdir(path.join(service.data, 'imports', folder))).length, 2, 'the other pieces are deleted');
    await remove(created.id);
  });

  test('reject files that are no exports, at their first piece', async () => {
    const bomb = `<?xml version="1.0"?><!DOCTYPE rss [<!ENTITY a "aaaaaaaaaa"><!ENTITY b "&a;&a;&a;&a;&a;&a;&a;">]><rss>&b;</rss>`;
    const files: [string, Uint8Array<ArrayBuffer>, RegExp][] = [
      ['a page', bytesOf('<!doctype html><html><body>Hello</body></html>'), /not XML/],
      ['entities', bytesOf(bomb), /DOCTYPE/],
      ['a feed', bytesOf('<rss version="2.0"><channel><title>Feed</title><item/></channel></rss>'), /RSS feed/],
      ['a compressed export', new Uint8Array(gzipSync(manyPosts(5))), /not .*(UTF-8|XML)/],
      ['an image', new Uint8Array(Buffer.from('89504e470d0a1a0a0000000d49484452', 'hex')), /not .*(UTF-8|XML)/],
      ['JSON', bytesOf('{"a":1}'), /not XML/],
      ['deep nesting', bytesOf(`<rss><channel>${'<a>'.repeat(100_000)}`), /./],
      ['null characters', new Uint8Array(1000), /./],
    ];
    for (const [name, bytes, message] of files) {
      const { body: created } = await request('POST', '', { file_name: name, size: bytes.length });
      const { status, body } = await sendPiece(service, created.id, 0, bytes);
      assert.deepEqual([status, body.code], [400, 'rest_import_invalid_file'], name);
      assert.match(body.message, message, name);
      assert.equal((await request('GET', `/${created.id}`)).status, 404, name);
    }
    assert.deepEqual(await pieceFolders(), []);
  });

  test('reject invalid sizes, names, pieces and options', async () => {
    const sizes: [object, number, string][] = [
      [{ file_name: 'a', size: 0 }, 400, 'rest_invalid_param'],
      [{ file_name: 'a', size: -1 }, 400, 'rest_invalid_param'],
      [{ file_name: 'a', size: 1e15 }, 400, 'rest_invalid_param'],
      [{ file_name: '', size: 5 }, 400, 'rest_invalid_param'],
      [{ file_name: 'a'.repeat(300), size: 5 }, 400, 'rest_invalid_param'],
      [{ size: 5 }, 400, 'rest_missing_callback_param'],
      [{ file_name: 'a' }, 400, 'rest_missing_callback_param'],
    ];
    for (const [json, status, code] of sizes) {
      const response = await request('POST', '', json);
      assert.deepEqual([response.status, response.body.code], [status, code], JSON.stringify(json));
    }
    const bytes = manyPosts(3);
    const { body: created } = await request('POST', '', { file_name: '../../etc/passwd', size: bytes.length });
    const wrong = async (code: string, offset: number, piece: Uint8Array<ArrayBuffer>, headers = {}) => {
      const { status, body } = await sendPiece(service, created.id, offset, piece, headers);
      assert.equal(body.code, code);
      assert.ok(status >= 400 && status < 500);
    };
    await wrong('rest_upload_invalid_piece', 0, bytes.slice(1));
    await wrong('rest_upload_invalid_piece', 0, new Uint8Array(bytes.length + 1));
    await wrong('rest_upload_wrong_offset', 5, bytes);
    await wrong('rest_invalid_param', -5, bytes);
    await wrong('rest_upload_no_data', 0, new Uint8Array(0));
    await wrong('rest_upload_hash_mismatch', 0, bytes, { 'content-md5': '0'.repeat(32) });
    const md5 = createHash('md5').update(bytes).digest('hex');
    assert.equal((await sendPiece(service, created.id, 0, bytes, { 'content-md5': md5 })).body.state, 'uploaded');
    const { status, body } = await request('POST', `/${created.id}/run`, { authors: { ida: 'unknown' } });
    assert.deepEqual([status, body.code], [400, 'rest_invalid_param']);
    assert.match(body.message, /No user has the username "unknown"/);
    for (const each of ['/999999', '/0', '/99999999999999999999'])
      for (const [method, end] of [
        ['GET', ''],
        ['GET', '/report'],
        ['POST', '/run'],
        ['POST', '/stop'],
        ['DELETE', ''],
      ])
        assert.equal(
          (await request(method ?? '', each + end)).body.code,
          'rest_import_invalid_id',
          `${method} ${each}${end}`,
        );
    assert.equal((await request('GET', `/${created.id}/report`)).body.code, 'rest_import_no_report');
    assert.equal((await request('POST', `/${created.id}/stop`)).body.code, 'rest_import_not_running');
    await remove(created.id);
  });

  test('limit the number of unfinished uploads', async () => {
    const ids: number[] = [];
    for (let n = 0; n < 5; n += 1) ids.push((await request('POST', '', { file_name: `${n}`, size: 100 })).body.id);
    const { status, body } = await request('POST', '', { file_name: 'more', size: 100 });
    assert.deepEqual([status, body.code], [409, 'rest_too_many_imports']);
    const listed = (await request('GET', '')).body.map((each: { id: number }) => each.id);
    assert.deepEqual(listed, [...ids].reverse());
    for (const id of ids) await remove(id);
  });

  test('change nothing in a dry run, whose report is that of the import', async () => {
    const { id } = await upload(service, new Uint8Array(await readFile(small)));
    const before = await dump();
    const dryRun = await runToEnd(service, id, { dry_run: true });
    assert.deepEqual([dryRun.state, dryRun.error, dryRun.started_by], ['done', null, 'admin']);
    assert.deepEqual(await dump(), before);
    const leftFiles = await readdir(path.join(service.data, 'imports', '.work'));
    assert.deepEqual(leftFiles, [], 'the copy of the site is deleted');
    const run = await runToEnd(service, id);
    assert.deepEqual([run.state, run.error], ['done', null]);
    assert.deepEqual(await reportOf(service, id), await reportOf(service, id, 'dry_run'));
    assert.notDeepEqual(await dump(), before);
    // Another dry run finds the imported content.
    await runToEnd(service, id, { dry_run: true });
    const { records } = await reportOf(service, id, 'dry_run');
    const posts = records.find(({ kind }: { kind: string }) => kind === 'posts');
    assert.deepEqual(posts, { kind: 'posts', imported: 0, existing: 11, skipped: 0 });
    const { body: events } = await service.request('GET', '/octavo/v1/audit-log?action=import-started');
    assert.deepEqual(
      events.map((each: { object_id: string; object_name: string }) => [each.object_id, each.object_name]),
      [[String(id), 'export.xml']],
      'dry runs are not recorded',
    );
    await remove(id);
  });

  test('run one at a time, stop on request, and continue', { timeout: 120_000 }, async () => {
    const total = async () => Number((await service.read('/cms/v2/posts?per_page=1')).headers.get('X-CMS-Total'));
    const before = await total();
    // A request to stop is noticed within a second, in which a fast machine imports 2,000 posts.
    const count = 6000;
    const { id } = await upload(service, manyPosts(count, 10_000));
    const other = await upload(service, new Uint8Array(await readFile(small)));
    assert.equal((await request('POST', `/${id}/run`)).status, 202);
    for (const options of [{}, { dry_run: true }]) {
      const busy = await request('POST', `/${other.id}/run`, options);
      assert.deepEqual([busy.status, busy.body.code], [409, 'rest_import_busy']);
    }
    const again = await request('POST', `/${id}/run`);
    assert.deepEqual([again.status, again.body.code], [409, 'rest_import_busy']);
    const removed = await request('DELETE', `/${id}`);
    assert.deepEqual([removed.status, removed.body.code], [409, 'rest_import_running']);
    while ((await total()) === before) await pause(20);
    assert.equal((await request('POST', `/${id}/stop`)).status, 200);
    const stopped = await waitForEnd(service, id, 'run');
    assert.deepEqual([stopped.state, stopped.error], ['interrupted', 'Stopped by a user.']);
    const imported = (await total()) - before;
    assert.ok(imported > 0 && imported < count, `${imported} posts`);
    const continued = await runToEnd(service, id);
    assert.deepEqual([continued.state, (await total()) - before], ['done', count]);
    const { records } = await reportOf(service, id);
    const posts = records.find(({ kind }: { kind: string }) => kind === 'posts');
    assert.deepEqual(posts, { kind: 'posts', imported: count - imported, existing: imported, skipped: 0 });
    for (const each of [id, other.id]) await remove(each);
  });

  test('report how far a damaged file could be imported', async () => {
    const whole = exportOf(itemOf(90_001, { title: 'Whole' }), itemOf(90_002, { title: 'Cut off' }));
    const { id } = await upload(service, bytesOf(whole.slice(0, whole.indexOf('Cut off'))));
    for (const kind of ['dry_run', 'run'] as const) {
      const run = await runToEnd(service, id, { dry_run: kind === 'dry_run' });
      assert.equal(run.state, 'failed');
      assert.match(run.error, /^The export is truncated: it ends at line 1, inside the element .+\.$/);
      const { records } = await reportOf(service, id, kind);
      assert.deepEqual(records, [{ kind: 'posts', imported: 1, existing: 0, skipped: 0 }]);
    }
    await remove(id);
  });

  test('assign authors to users, and download no files from private addresses', async () => {
    const file = { post_type: 'attachment', status: 'inherit', attachment_url: 'http://127.0.0.1:9/a.png' };
    const { id } = await upload(
      service,
      bytesOf(
        exportOf(itemOf(91_001, { title: 'By Ida', creator: 'ida-x' }), itemOf(91_002, { title: 'File', ...file })),
      ),
    );
    const options = { fetch_attachments: true, authors: { 'ida-x': 'admin' } };
    const run = await runToEnd(service, id, options);
    assert.deepEqual([run.state, run.authors, run.fetch_attachments], ['done', { 'ida-x': 'admin' }, true]);
    const report = await reportOf(service, id);
    assert.deepEqual(
      report.authors.find(({ author }: { author: string }) => author === 'ida-x'),
      { author: 'ida-x', match: 'admin (set with --author)' },
    );
    assert.equal(report.failure_count, 1);
    assert.equal(report.failures[0].url, 'http://127.0.0.1:9/a.png');
    await remove(id);
  });

  for (const [name, file, skip] of [
    ['a small export', small, false],
    ['a real export', real, skipWithoutRealSite],
  ] as const)
    test(`have the report of the command for ${name}`, { skip }, async () => {
      const start = async () => {
        const target = await engine.location();
        return startInProcess({ env: target.kind === 'postgres' ? { OCTAVO_DATABASE: target.url } : {} });
      };
      const target = await engine.location();
      const database = target.kind === 'postgres' ? { OCTAVO_DATABASE: target.url } : undefined;
      const forCommand = await startInProcess({ env: database ?? {} });
      const args = ['--json', 'import', file, '--data', forCommand.data, '--home', forCommand.origin];
      const command = await runOctavo([...args, ...(database ? ['--database', database.OCTAVO_DATABASE] : [])]);
      await forCommand.close();
      const { administrator: _administrator, ...printed } = JSON.parse(command.stdout.trim().split('\n').at(-1) ?? '');
      const forUpload = await start();
      try {
        const { id } = await upload(forUpload, new Uint8Array(await readFile(file)));
        for (const kind of ['dry_run', 'run'] as const) {
          assert.equal((await runToEnd(forUpload, id, { dry_run: kind === 'dry_run' })).state, 'done');
          assert.deepEqual(asPrinted(await reportOf(forUpload, id, kind)), printed, kind);
        }
      } finally {
        await forUpload.close();
      }
    });
});

/** Returns a report in the form that the command prints with `--json`. */
// biome-ignore lint/suspicious/noExplicitAny: the report is a response body.
function asPrinted({ records, authors, skipped_meta_fields, site, notes, failures }: any) {
  const counts = (outcome: string) =>
    Object.fromEntries(
      records.filter((each: Body) => each[outcome] > 0).map((each: Body) => [each.kind, each[outcome]]),
    );
  const keyed = (list: readonly Body[], key: string, value: string) =>
    Object.fromEntries(list.map((each) => [each[key], each[value]]));
  return {
    imported: counts('imported'),
    existing: counts('existing'),
    skipped: counts('skipped'),
    authors: keyed(authors, 'author', 'match'),
    skippedMetaFields: keyed(skipped_meta_fields, 'key', 'count'),
    site,
    notes: keyed(notes, 'text', 'count'),
    failures,
  };
}
