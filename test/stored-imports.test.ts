// Tests how long uploaded export files are stored, where, and who may access them.
import assert from 'node:assert/strict';
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, before, test } from 'node:test';
import { setTimeout as pause } from 'node:timers/promises';
import { openDiskStore } from '../server/files/disk-store.ts';
import { describeEachEngine } from './engines.ts';
import { manyPosts } from './import/many-posts.ts';
import { reportOf, runToEnd, send, upload } from './import/upload-export.ts';
import { keys, startS3ForTests } from './s3.ts';
import { startInProcess } from './service-in-process.ts';
import { openTestSite, type TestSite } from './site.ts';

const imports = '/octavo/v1/imports';
const hourMs = 3600_000;
const small = await readFile('test/fixtures/small-site.wxr.xml');

describeEachEngine('stored export files', (engine) => {
  let site: TestSite;
  let folder: string;
  let now = Date.parse('2026-05-01T12:00:00Z');
  before(async () => {
    folder = await mkdtemp(path.join(tmpdir(), 'octavo-stored-imports-'));
    const files = await openDiskStore(folder);
    site = await openTestSite({ database: await engine.open(), clock: () => now, files, pause: async () => {} });
  });
  after(async () => {
    await site.service.close();
    await rm(folder, { recursive: true });
    assert.deepEqual(site.errors, []);
  });

  const storedFolders = async () =>
    (await readdir(path.join(folder, '.imports'))).filter((name) => !name.startsWith('.'));
  const get = async (id: number) => (await site.request('administrator', 'GET', `${imports}/${id}`)).body;
  const headers = { 'content-type': 'application/octet-stream' };
  const uploadSmall = async () => {
    const { id } = await site.create(imports, { file_name: 'small.xml', size: small.length });
    const pieces = `${imports}/${id}/pieces?offset=0`;
    assert.equal((await site.sendBody('administrator', 'POST', pieces, small, headers)).status, 200);
    return id;
  };
  const run = async (id: number, json: object) => {
    assert.equal((await site.request('administrator', 'POST', `${imports}/${id}/run`, json)).status, 202);
    for (;;) {
      const { run, dry_run } = await get(id);
      if (run?.state !== 'running' && dry_run?.state !== 'running') return;
      await pause(20);
    }
  };

  test('are deleted after a day if the upload is not complete, and after a week without use', async () => {
    const { id: unfinished } = await site.create(imports, { file_name: 'unfinished.xml', size: 1000 });
    const unused = await uploadSmall();
    const used = await uploadSmall();
    await run(used, { dry_run: true });
    assert.equal((await storedFolders()).length, 2);
    assert.equal((await get(unfinished)).expires, '2026-05-02T12:00:00');
    now += 25 * hourMs;
    await site.service.imports.prune();
    assert.equal((await get(unfinished)).code, 'rest_import_invalid_id');
    assert.equal((await get(unused)).state, 'uploaded');
    now += 7 * 24 * hourMs;
    await site.service.imports.prune();
    assert.equal((await get(unused)).code, 'rest_import_invalid_id', 'it has no report');
    const { state, expires, dry_run } = await get(used);
    assert.deepEqual([state, expires, dry_run.state], ['file-deleted', null, 'done']);
    assert.deepEqual(await storedFolders(), []);
    const report = await site.request('administrator', 'GET', `${imports}/${used}/report?dry_run=true`);
    assert.equal(report.status, 200);
    const { status, body } = await site.request('administrator', 'POST', `${imports}/${used}/run`);
    assert.deepEqual([status, body.code], [409, 'rest_import_incomplete']);
    assert.equal((await site.request('administrator', 'DELETE', `${imports}/${used}`)).status, 200);
  });

  test('cannot be uploaded or imported with limited application passwords', async () => {
    const id = await uploadSmall();
    const requestWith = async (limits: object) => {
      const path = '/cms/v2/users/me/application-passwords';
      const { password } = await site.create(path, { name: 'limited', ...limits });
      const authorization = `Basic ${Buffer.from(`admin:${password}`).toString('base64')}`;
      return async (method: string, path: string, json?: object) => {
        const { status, body } = await site.request('anonymous', method, path, json, { authorization });
        return [status, body.code];
      };
    };
    const file = { file_name: 'a.xml', size: 5 };
    const expiring = await requestWith({ expires: new Date(now + hourMs).toISOString().slice(0, 19) });
    assert.deepEqual(await expiring('GET', `${imports}/${id}`), [200, undefined]);
    assert.deepEqual(await expiring('POST', imports, file), [403, 'rest_cannot_import']);
    assert.deepEqual(await expiring('POST', `${imports}/${id}/run`, { dry_run: true }), [403, 'rest_cannot_import']);
    assert.deepEqual(await expiring('POST', `${imports}/${id}/pieces?offset=0`, {}), [403, 'rest_cannot_import']);
    const readOnly = await requestWith({ read_only: true });
    assert.deepEqual(await readOnly('GET', imports), [200, undefined]);
    assert.deepEqual(await readOnly('DELETE', `${imports}/${id}`), [403, 'rest_application_password_read_only']);
    const elsewhere = await requestWith({ namespaces: ['cms/v2'] });
    assert.deepEqual(await elsewhere('GET', imports), [403, 'rest_application_password_out_of_scope']);
    assert.equal((await site.request('administrator', 'DELETE', `${imports}/${id}`)).status, 200);
  });

  test('are stored in the bucket, but not below the URL of uploads', async (t) => {
    const bucket = await startS3ForTests();
    t.after(() => bucket.close());
    process.env.AWS_ACCESS_KEY_ID = keys.accessKeyId;
    process.env.AWS_SECRET_ACCESS_KEY = keys.secretAccessKey;
    t.after(() => {
      delete process.env.AWS_ACCESS_KEY_ID;
      delete process.env.AWS_SECRET_ACCESS_KEY;
    });
    const location = await engine.location();
    const service = await startInProcess({
      env: {
        OCTAVO_FILES: `s3://files/site?endpoint=${bucket.endpoint}&region=here`,
        OCTAVO_MAX_UPLOAD: '1',
        ...(location.kind === 'postgres' && { OCTAVO_DATABASE: location.url }),
      },
    });
    t.after(() => service.close());
    const bytes = manyPosts(600);
    const { id } = await upload(service, bytes);
    const names = [...bucket.objects.keys()].sort();
    assert.equal(names.length, 2);
    for (const name of names) {
      assert.match(name, /^\/files\/site\/\.imports\/[\w-]+\/\d+-[\w-]+$/);
      const url = `${service.origin}/uploads/${name.slice('/files/site/'.length)}`;
      assert.equal((await fetch(url)).status, 404);
    }
    assert.equal((await runToEnd(service, id, { dry_run: true })).state, 'done');
    assert.deepEqual((await reportOf(service, id, 'dry_run')).records[0], {
      ...{ kind: 'posts', imported: 600, existing: 0, skipped: 0 },
    });
    assert.equal((await send(service, 'DELETE', `/${id}`)).status, 200);
    assert.deepEqual([...bucket.objects.keys()], []);
  });

  test('are stored in a shared folder for files, so that another node can import them', async (t) => {
    const shared = await mkdtemp(path.join(tmpdir(), 'octavo-shared-files-'));
    t.after(() => rm(shared, { recursive: true }));
    const location = await engine.location();
    const env = { OCTAVO_FILES: shared, ...(location.kind === 'postgres' && { OCTAVO_DATABASE: location.url }) };
    const first = await startInProcess({ env });
    t.after(() => first.close());
    let second = first;
    if (location.kind === 'postgres') {
      second = await startInProcess({ env });
      t.after(() => second.close());
    }
    const { id } = await upload(first, manyPosts(10));
    const [name = ''] = (await readdir(path.join(shared, '.imports'))).filter((each) => !each.startsWith('.'));
    const [piece = ''] = await readdir(path.join(shared, '.imports', name));
    assert.equal((await fetch(`${first.origin}/uploads/.imports/${name}/${piece}`)).status, 404);
    assert.equal((await runToEnd(second, id, { dry_run: true })).state, 'done');
    assert.equal((await runToEnd(second, id, {})).state, 'done');
    assert.equal((await send(second, 'DELETE', `/${id}`)).status, 200);
    const names = await readdir(path.join(shared, '.imports'));
    assert.deepEqual(
      names.filter((each) => !each.startsWith('.')),
      [],
    );
    assert.deepEqual(await readdir(path.join(second.data, 'uploads-work')), [], 'the copy of the site is deleted');
  });
});
