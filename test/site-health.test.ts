// What the instance tells of its own state is found by trying: each test is made to find what is wrong as well.
import assert from 'node:assert/strict';
import { chmod, mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, before, describe, it } from 'node:test';
import type { Database } from '../server/database/handle.ts';
import { openDiskStore } from '../server/files/disk-store.ts';
import { type FileStore, StoreUnavailable } from '../server/files/store.ts';
import { healthTest } from '../server/namespaces/site-health/finding.ts';
import { folderSize } from '../server/namespaces/site-health/folder-size.ts';
import type { HealthParts } from '../server/namespaces/site-health/parts.ts';
import { siteHealthRoom } from '../server/namespaces/site-health/room.ts';
import { makeSite } from '../server/site.ts';
import { describeEachEngine } from './engines.ts';
import { openTestSite, type TestSite } from './site.ts';

const folders: string[] = [];
const servers: Server[] = [];
after(async () => {
  for (const folder of folders) await rm(folder, { recursive: true, force: true });
  for (const server of servers) server.close();
});

async function newFolder(): Promise<string> {
  const folder = await mkdtemp(path.join(tmpdir(), 'octavo-health-'));
  folders.push(folder);
  return folder;
}

interface Found {
  readonly status: string;
  readonly label: string;
  readonly description: string;
}

/** The same with other members; what is not changed is done by the thing itself. */
const changed = <T extends object>(whole: T, members: Readonly<Record<string, unknown>>): T =>
  new Proxy(whole, {
    get(target, name) {
      if (typeof name === 'string' && Object.hasOwn(members, name)) return members[name];
      const own = Reflect.get(target, name, target);
      return typeof own === 'function' ? own.bind(target) : own;
    },
  });

/** What a test finds in the given circumstances. */
async function finds(parts: HealthParts, test: string): Promise<Found> {
  const outcome = await siteHealthRoom(parts).operations[test]?.run({} as never, undefined);
  assert.ok(outcome?.kind === 'record' && 'row' in outcome);
  return outcome.row as Found;
}

describeEachEngine('the state of the instance', (engine) => {
  let database: Database;
  let site: TestSite;
  let usual: HealthParts;
  let folder: string;
  before(async () => {
    folder = await newFolder();
    database = await engine.open();
    const files = await openDiskStore(path.join(folder, 'uploads'));
    site = await openTestSite({ database, files });
    usual = {
      ...{ database, files, clock: Date.now, site: makeSite('https://site.test') },
      ...{ dataFolder: folder, themeFolder: undefined, jobs: () => [], tryMail: async () => ({ isSet: false }) },
    };
  });

  it('is told by the service in the shape of the contract, and leaves nothing behind', async () => {
    const { routes } = (await site.ask('administrator', 'GET', '/cms-site-health/v1')).body;
    const tests = Object.keys(routes).filter((each) => each.includes('/tests/'));
    assert.equal(tests.length, 9);
    for (const address of tests) {
      const { status, body } = await site.ask('administrator', 'GET', address);
      assert.equal(status, 200, address);
      assert.deepEqual(Object.keys(body), ['test', 'label', 'status', 'badge', 'description', 'actions']);
      assert.equal(body.test, path.basename(address));
      assert.match(body.description, /^<p>[^<]+<\/p>$/);
      assert.ok(!JSON.stringify(body).includes(folder), 'no place on the disk is told');
    }
    assert.deepEqual(await readdir(path.join(folder, 'uploads')), ['.work']);
    assert.deepEqual(await readdir(path.join(folder, 'uploads/.work')), []);
    assert.deepEqual(site.faults, []);
  });

  it('finds data that other accounts can use, and names no place', { skip: process.platform === 'win32' }, async () => {
    const dataFolder = path.join(await newFolder(), 'data');
    await mkdir(dataFolder, { mode: 0o755 });
    assert.equal(
      (await finds({ ...usual, dataFolder }, 'storage')).status,
      'good',
      'nobody gets through the folder above',
    );
    await chmod(path.dirname(dataFolder), 0o755);
    const found = await finds({ ...usual, dataFolder }, 'storage');
    assert.deepEqual([found.status, found.label], ['recommended', 'Other accounts of the machine can use the data']);
    assert.ok(!JSON.stringify(found).includes(dataFolder));
    await chmod(dataFolder, 0o700);
    assert.equal((await finds({ ...usual, dataFolder }, 'storage')).status, 'good');
  });

  it('finds that things are well', async () => {
    for (const test of ['storage', 'clock', 'file-store', 'https-status', 'background-jobs', 'page-cache'])
      assert.equal((await finds(usual, test)).status, 'good', test);
    const sent = { ...usual, tryMail: async () => ({ isSet: true }) };
    assert.equal((await finds(sent, 'mail')).status, 'good');
  });

  it('finds clocks that disagree', async () => {
    const late = await finds({ ...usual, clock: () => Date.now() - 60_000 }, 'clock');
    assert.deepEqual([late.status, /60 seconds apart/.test(late.description)], ['critical', true]);
    const early = await finds({ ...usual, clock: () => Date.now() + 60_000 }, 'clock');
    assert.equal(early.status, 'critical');
  });

  it('finds a database that keeps nothing, and one that refuses', async () => {
    const broken = changed(database, { broken: true });
    assert.equal((await finds({ ...usual, database: broken }, 'storage')).status, 'critical');
    const { DatabaseUnavailable } = await import('../server/database/errors.ts');
    const refusing = changed(database, {
      transaction: async () => {
        throw new DatabaseUnavailable('the password of octavo@10.0.0.7 is not secret1');
      },
    });
    const found = await finds({ ...usual, database: refusing }, 'storage');
    assert.equal(found.status, 'critical');
    assert.doesNotMatch(JSON.stringify(found), /secret1|10\.0/, 'what drivers say is not repeated');
  });

  it('finds kept answers that are not dropped', async () => {
    const hearing = (changedSince: () => boolean) =>
      changed(database, { changes: changed(database.changes, { changedSince }) });
    const deaf = hearing(() => false);
    assert.equal((await finds({ ...usual, database: deaf }, 'page-cache')).status, 'critical');
    const blind = hearing(() => true);
    assert.equal((await finds({ ...usual, database: blind }, 'page-cache')).status, 'recommended');
  });

  it('finds scheduled entries and jobs that wait', async () => {
    const soon = new Date(Date.now() + 3_600_000).toISOString().slice(0, 19);
    const { id } = await site.make('/cms/v2/posts', { title: 'Later', status: 'future', date_gmt: soon });
    const tomorrow = { ...usual, clock: () => Date.now() + 86_400_000 };
    const found = await finds(tomorrow, 'background-jobs');
    assert.deepEqual([found.status, /scheduled entries/.test(found.description)], ['critical', true]);
    await site.ask('administrator', 'DELETE', `/cms/v2/posts/${id}?force=true`);
    assert.equal((await finds(tomorrow, 'background-jobs')).status, 'good');
    const { makeRunJobs } = await import('../server/extensions/run-jobs.ts');
    const job = { name: 'forget', every: 60, run: async () => {} };
    await makeRunJobs(database, new Map([['shop:forget', job]]), Date.now)((error) => assert.fail(String(error)));
    const jobs = () => ['shop:forget'];
    assert.equal((await finds({ ...usual, jobs }, 'background-jobs')).status, 'good');
    assert.match((await finds({ ...tomorrow, jobs }, 'background-jobs')).description, /the job shop:forget/);
    assert.equal((await finds(tomorrow, 'background-jobs')).status, 'good', 'work of what is installed no longer');
  });

  it('tells how much room things take', async () => {
    await mkdir(path.join(folder, 'uploads/2026'), { recursive: true });
    await writeFile(path.join(folder, 'uploads/2026/a.txt'), 'x'.repeat(5000));
    await writeFile(path.join(folder, 'octavo.config.ts'), 'y'.repeat(300));
    const outcome = await siteHealthRoom(usual).operations['get-directory-sizes']?.run({} as never, undefined);
    assert.ok(outcome?.kind === 'record' && 'row' in outcome);
    const sizes = outcome.row as Record<string, { raw: number; size: string; debug: string }>;
    assert.equal(sizes.uploads_size?.raw, 5000);
    assert.equal(sizes.uploads_size?.size, '4.9 KB');
    assert.equal(sizes.data_size?.raw, 300, 'without the uploads');
    assert.ok((sizes.database_size?.raw ?? 0) > 50_000);
    assert.equal(sizes.theme_size?.debug, 'not available');
    assert.equal(sizes.total_size?.raw, 5300 + (sizes.database_size?.raw ?? 0));
  });
});

describe('what can be wrong around the instance', () => {
  const parts = (more: Partial<HealthParts>): HealthParts => ({
    ...({ database: undefined, clock: Date.now, site: makeSite('http://site.test') } as unknown as HealthParts),
    ...{
      files: undefined,
      dataFolder: undefined,
      themeFolder: undefined,
      jobs: () => [],
      tryMail: async () => ({ isSet: false }),
    },
    ...more,
  });

  it('an address without HTTPS, no place for files, no mail', async () => {
    assert.equal((await finds(parts({}), 'https-status')).status, 'recommended');
    assert.equal((await finds(parts({}), 'file-store')).status, 'critical');
    assert.equal((await finds(parts({}), 'mail')).status, 'recommended');
    const told = await finds(
      parts({ tryMail: async () => ({ isSet: true, problem: 'The server <b>hangs up</b>.' }) }),
      'mail',
    );
    assert.deepEqual([told.status, told.description], ['critical', '<p>The server &lt;b&gt;hangs up&lt;/b&gt;.</p>']);
  });

  it('files that are refused, changed, or stay when they are removed', async () => {
    const store = await openDiskStore(await newFolder());
    const wrong: readonly (readonly [Partial<FileStore>, RegExp])[] = [
      [
        {
          put: async () => {
            throw new StoreUnavailable('bucket key AKIA123 was refused');
          },
        },
        /place for files cannot be used/,
      ],
      [{ put: async () => false }, /taken already/],
      [{ put: async () => true }, /was not there/],
      [{ remove: async () => {} }, /still there/],
    ];
    for (const [change, told] of wrong) {
      const found = await finds(parts({ files: { ...store, ...change } }), 'file-store');
      assert.equal(found.status, 'critical');
      assert.match(found.description, told);
      assert.doesNotMatch(found.description, /AKIA/);
    }
    const other = {
      ...store,
      put: async (name: string, from: string) => {
        await writeFile(from, 'something else entirely');
        return store.put(name, from, 'text/plain');
      },
    };
    assert.match((await finds(parts({ files: other }), 'file-store')).description, /not the same/);
  });

  it('an address that leads elsewhere', async () => {
    const answers: Record<string, [number, string]> = {
      '/self': [200, ''],
      '/other': [200, '{"url":"https://else.test"}'],
      '/page': [200, '<html>'],
      '/moved': [301, ''],
      '/endless': [200, 'x'.repeat(1_000_000)],
    };
    const server = createServer((request, response) => {
      const [name = ''] = /^\/\w+/.exec(request.url ?? '') ?? [];
      const [status, body] = answers[name] ?? [404, ''];
      const self = JSON.stringify({ url: `http://127.0.0.1:${port}/self` });
      response.writeHead(status, { location: '/self' }).end(name === '/self' ? self : body);
    }).listen(0, '127.0.0.1');
    servers.push(server);
    await new Promise((listening) => server.once('listening', listening));
    const { port } = server.address() as AddressInfo;
    const at = (name: string) =>
      finds(parts({ site: makeSite(`http://127.0.0.1:${port}${name}`) }), 'loopback-requests');
    assert.equal((await at('/self')).status, 'good');
    assert.match((await at('/other')).description, /something else/);
    assert.match((await at('/page')).description, /something else/);
    assert.match((await at('/endless')).description, /something else/);
    assert.match((await at('/moved')).description, /status 301/);
    server.closeAllConnections();
    server.close();
    assert.match((await at('/self')).description, /could not be sent/);
  });

  it('a test that waits for ever is told in time, and what it waits for is given up', async () => {
    let given: AbortSignal | undefined;
    const waiting = healthTest(
      'storage',
      'Storage',
      (signal) => {
        given = signal;
        return new Promise(() => {});
      },
      50,
    );
    const outcome = await waiting.run({} as never, undefined);
    assert.ok(outcome.kind === 'record' && 'row' in outcome);
    assert.equal((outcome.row as Found).status, 'critical');
    assert.equal(given?.aborted, true);
  });

  it('folders that are too large to be walked through in time', async () => {
    assert.equal(await folderSize(await newFolder(), AbortSignal.abort()), undefined);
    assert.equal(await folderSize('/nowhere/at/all', new AbortController().signal), 0);
  });
});
