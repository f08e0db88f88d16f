// Runs each site health test on a healthy instance and on instances with the problems that it must detect.
import assert from 'node:assert/strict';
import { chmod, mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, before, describe, it } from 'node:test';
import type { Database } from '../server/database/handle.ts';
import { openDiskStore } from '../server/files/disk-store.ts';
import { type FileStore, StoreUnavailableError } from '../server/files/store.ts';
import { folderSize } from '../server/namespaces/site-health/directory-sizes.ts';
import { siteHealthEndpoints } from '../server/namespaces/site-health/endpoints.ts';
import { type HealthDeps, healthTest } from '../server/namespaces/site-health/finding.ts';
import { makeSite } from '../server/site.ts';
import { defaultThemeFolder, readTheme } from '../server/theme/read-theme.ts';
import type { Clock } from '../server/time/zone.ts';
import { describeEachEngine } from './engines.ts';
import { openTestSite, type TestSite } from './site.ts';

const directories: string[] = [];
const servers: Server[] = [];
after(async () => {
  for (const directory of directories) await rm(directory, { recursive: true, force: true });
  for (const server of servers) server.close();
});

async function makeDirectory(): Promise<string> {
  const directory = await mkdtemp(path.join(tmpdir(), 'octavo-health-'));
  directories.push(directory);
  return directory;
}

interface TestResult {
  readonly status: string;
  readonly label: string;
  readonly description: string;
}

/** Returns a proxy of an object in which some properties are replaced. */
const withReplaced = <T extends object>(original: T, properties: Readonly<Record<string, unknown>>): T =>
  new Proxy(original, {
    get(target, name) {
      if (typeof name === 'string' && Object.hasOwn(properties, name)) return properties[name];
      const value = Reflect.get(target, name, target);
      return typeof value === 'function' ? value.bind(target) : value;
    },
  });

/** Returns the site at a URL, with the default theme. */
const siteAt = (url: string, clock: Clock = Date.now): HealthDeps['site'] => ({
  ...{ urls: makeSite(url), theme: readTheme(defaultThemeFolder), clock },
});

/** Returns the result of one health test with the given dependencies. */
async function runHealthTest(makeDeps: HealthDeps, test: string): Promise<TestResult> {
  const outcome = await siteHealthEndpoints(makeDeps).operations[test]?.run({} as never, undefined);
  assert.ok(outcome?.kind === 'record' && 'row' in outcome);
  return outcome.row as TestResult;
}

describeEachEngine('site health', (engine) => {
  let database: Database;
  let site: TestSite;
  let healthyDeps: HealthDeps;
  let directory: string;
  before(async () => {
    directory = await makeDirectory();
    database = await engine.open();
    const files = await openDiskStore(path.join(directory, 'uploads'));
    site = await openTestSite({ database, files });
    healthyDeps = {
      ...{ database, files, site: siteAt('https://site.test') },
      ...{
        dataFolder: directory,
        jobs: () => [],
        testMail: async () => ({ isConfigured: false }),
      },
    };
  });

  it('has the response format of the contract, and leaves no files', async () => {
    const { routes } = (await site.request('administrator', 'GET', '/cms-site-health/v1')).body;
    const tests = Object.keys(routes).filter((each) => each.includes('/tests/'));
    assert.equal(tests.length, 9);
    for (const route of tests) {
      const { status, body } = await site.request('administrator', 'GET', route);
      assert.equal(status, 200, route);
      assert.deepEqual(Object.keys(body), ['test', 'label', 'status', 'badge', 'description', 'actions']);
      assert.equal(body.test, path.basename(route));
      assert.match(body.description, /^<p>[^<]+<\/p>$/);
      assert.ok(!JSON.stringify(body).includes(directory), 'the response contains no file system paths');
    }
    assert.deepEqual(await readdir(path.join(directory, 'uploads')), ['.work']);
    assert.deepEqual(await readdir(path.join(directory, 'uploads/.work')), []);
    assert.deepEqual(site.errors, []);
  });

  it('detects a data directory that other operating-system users can access, without exposing its path', {
    skip: process.platform === 'win32',
  }, async () => {
    const dataFolder = path.join(await makeDirectory(), 'data');
    await mkdir(dataFolder, { mode: 0o755 });
    assert.equal(
      (await runHealthTest({ ...healthyDeps, dataFolder }, 'storage')).status,
      'good',
      'other users cannot access the parent directory',
    );
    await chmod(path.dirname(dataFolder), 0o755);
    const result = await runHealthTest({ ...healthyDeps, dataFolder }, 'storage');
    assert.deepEqual(
      [result.status, result.label],
      ['recommended', 'Other operating-system users can access the data'],
    );
    assert.ok(!JSON.stringify(result).includes(dataFolder));
    await chmod(dataFolder, 0o700);
    assert.equal((await runHealthTest({ ...healthyDeps, dataFolder }, 'storage')).status, 'good');
  });

  it('reports a healthy instance as good', async () => {
    for (const test of ['storage', 'clock', 'file-store', 'https-status', 'background-jobs', 'page-cache'])
      assert.equal((await runHealthTest(healthyDeps, test)).status, 'good', test);
    const withMail = { ...healthyDeps, testMail: async () => ({ isConfigured: true }) };
    assert.equal((await runHealthTest(withMail, 'mail')).status, 'good');
  });

  it('detects clocks that differ', async () => {
    const withClock = (clock: Clock) => ({ ...healthyDeps, site: siteAt('https://site.test', clock) });
    const testBehind = () =>
      runHealthTest(
        withClock(() => Date.now() - 60_000),
        'clock',
      );
    let behind = await testBehind();
    // A busy machine may delay the comparison.
    for (let n = 0; n < 5 && !/60 seconds apart/.test(behind.description); n += 1) behind = await testBehind();
    assert.deepEqual([behind.status, /60 seconds apart/.test(behind.description)], ['critical', true]);
    const ahead = await runHealthTest(
      withClock(() => Date.now() + 60_000),
      'clock',
    );
    assert.equal(ahead.status, 'critical');
  });

  it('detects a database that does not store data, and one that rejects connections', async () => {
    const broken = withReplaced(database, { isBroken: true });
    assert.equal((await runHealthTest({ ...healthyDeps, database: broken }, 'storage')).status, 'critical');
    const { DatabaseUnavailable } = await import('../server/database/errors.ts');
    const unreachable = withReplaced(database, {
      transaction: async () => {
        throw new DatabaseUnavailable('the password of octavo@10.0.0.7 is not secret1');
      },
    });
    const result = await runHealthTest({ ...healthyDeps, database: unreachable }, 'storage');
    assert.equal(result.status, 'critical');
    assert.doesNotMatch(JSON.stringify(result), /secret1|10\.0/, 'messages of drivers are not exposed');
  });

  it('detects a cache that is not invalidated', async () => {
    const withChangedTables = (haveTablesChangedSince: () => boolean) =>
      withReplaced(database, { changes: withReplaced(database.changes, { haveTablesChangedSince }) });
    const notInvalidated = withChangedTables(() => false);
    assert.equal((await runHealthTest({ ...healthyDeps, database: notInvalidated }, 'page-cache')).status, 'critical');
    const disconnected = withChangedTables(() => true);
    assert.equal((await runHealthTest({ ...healthyDeps, database: disconnected }, 'page-cache')).status, 'recommended');
  });

  it('detects overdue scheduled entries and jobs', async () => {
    const inOneHour = new Date(Date.now() + 3_600_000).toISOString().slice(0, 19);
    const { id } = await site.create('/cms/v2/posts', { title: 'Later', status: 'future', date_gmt: inOneHour });
    const onNextDay = { ...healthyDeps, site: siteAt('https://site.test', () => Date.now() + 86_400_000) };
    const result = await runHealthTest(onNextDay, 'background-jobs');
    assert.deepEqual([result.status, /scheduled entries/.test(result.description)], ['critical', true]);
    await site.request('administrator', 'DELETE', `/cms/v2/posts/${id}?force=true`);
    assert.equal((await runHealthTest(onNextDay, 'background-jobs')).status, 'good');
    const { makeRunJobs } = await import('../server/extensions/run-jobs.ts');
    const job = { name: 'forget', every: 60, run: async () => {} };
    await makeRunJobs(database, new Map([['shop:forget', job]]), Date.now)((error) => assert.fail(String(error)));
    const jobs = () => ['shop:forget'];
    assert.equal((await runHealthTest({ ...healthyDeps, jobs }, 'background-jobs')).status, 'good');
    assert.match((await runHealthTest({ ...onNextDay, jobs }, 'background-jobs')).description, /the job shop:forget/);
    assert.equal(
      (await runHealthTest(onNextDay, 'background-jobs')).status,
      'good',
      'jobs of extensions that are no longer installed do not count',
    );
  });

  it('reports directory and database sizes', async () => {
    await mkdir(path.join(directory, 'uploads/2026'), { recursive: true });
    await writeFile(path.join(directory, 'uploads/2026/a.txt'), 'x'.repeat(5000));
    await writeFile(path.join(directory, 'octavo.config.ts'), 'y'.repeat(300));
    const outcome = await siteHealthEndpoints(healthyDeps).operations['get-directory-sizes']?.run(
      {} as never,
      undefined,
    );
    assert.ok(outcome?.kind === 'record' && 'row' in outcome);
    const sizes = outcome.row as Record<string, { raw: number; size: string; debug: string }>;
    assert.equal(sizes.uploads_size?.raw, 5000);
    assert.equal(sizes.uploads_size?.size, '4.9 KB');
    assert.equal(sizes.data_size?.raw, 300, 'without the uploads');
    assert.ok((sizes.database_size?.raw ?? 0) > 50_000);
    assert.ok((sizes.theme_size?.raw ?? 0) > 0);
    assert.equal(sizes.total_size?.raw, 5300 + (sizes.database_size?.raw ?? 0) + (sizes.theme_size?.raw ?? 0));
  });
});

describe('site health problems outside the database', () => {
  const makeDeps = (more: Partial<HealthDeps>): HealthDeps => ({
    ...({ database: undefined, site: siteAt('http://site.test') } as unknown as HealthDeps),
    ...{
      files: undefined,
      dataFolder: undefined,
      jobs: () => [],
      testMail: async () => ({ isConfigured: false }),
    },
    ...more,
  });

  it('detects a URL without HTTPS, a missing file store and missing mail', async () => {
    assert.equal((await runHealthTest(makeDeps({}), 'https-status')).status, 'recommended');
    assert.equal((await runHealthTest(makeDeps({}), 'file-store')).status, 'critical');
    assert.equal((await runHealthTest(makeDeps({}), 'mail')).status, 'recommended');
    const result = await runHealthTest(
      makeDeps({ testMail: async () => ({ isConfigured: true, problem: 'The server <b>hangs up</b>.' }) }),
      'mail',
    );
    assert.deepEqual(
      [result.status, result.description],
      ['critical', '<p>The server &lt;b&gt;hangs up&lt;/b&gt;.</p>'],
    );
  });

  it('detects files that are rejected, changed, or not deleted', async () => {
    const store = await openDiskStore(await makeDirectory());
    const brokenStores: readonly (readonly [Partial<FileStore>, RegExp])[] = [
      [
        {
          put: async () => {
            throw new StoreUnavailableError('bucket key AKIA123 was refused');
          },
        },
        /file store is unavailable/,
      ],
      [{ put: async () => false }, /already taken/],
      [{ put: async () => true }, /was not found/],
      [{ delete: async () => {} }, /still existed/],
    ];
    for (const [change, expected] of brokenStores) {
      const result = await runHealthTest(makeDeps({ files: { ...store, ...change } }), 'file-store');
      assert.equal(result.status, 'critical');
      assert.match(result.description, expected);
      assert.doesNotMatch(result.description, /AKIA/);
    }
    const other = {
      ...store,
      put: async (name: string, from: string) => {
        await writeFile(from, 'something else entirely');
        return store.put(name, from, 'text/plain');
      },
    };
    assert.match((await runHealthTest(makeDeps({ files: other }), 'file-store')).description, /different content/);
  });

  it('detects a home URL that leads to another service', async () => {
    const responses: Record<string, [number, string]> = {
      '/self': [200, ''],
      '/other': [200, '{"url":"https://else.test"}'],
      '/page': [200, '<html>'],
      '/moved': [301, ''],
      '/endless': [200, 'x'.repeat(1_000_000)],
    };
    const server = createServer((request, response) => {
      const [name = ''] = /^\/\w+/.exec(request.url ?? '') ?? [];
      const [status, body] = responses[name] ?? [404, ''];
      const self = JSON.stringify({ url: `http://127.0.0.1:${port}/self` });
      response.writeHead(status, { location: '/self' }).end(name === '/self' ? self : body);
    }).listen(0, '127.0.0.1');
    servers.push(server);
    await new Promise((listening) => server.once('listening', listening));
    const { port } = server.address() as AddressInfo;
    const runAgainst = (name: string) =>
      runHealthTest(makeDeps({ site: siteAt(`http://127.0.0.1:${port}${name}`) }), 'loopback-requests');
    assert.equal((await runAgainst('/self')).status, 'good');
    assert.match((await runAgainst('/other')).description, /another service/);
    assert.match((await runAgainst('/page')).description, /another service/);
    assert.match((await runAgainst('/endless')).description, /another service/);
    assert.match((await runAgainst('/moved')).description, /status 301/);
    server.closeAllConnections();
    server.close();
    assert.match((await runAgainst('/self')).description, /failed to connect/);
  });

  it('a test that does not finish is aborted after its timeout and reported as critical', async () => {
    let receivedSignal: AbortSignal | undefined;
    const waiting = healthTest(
      'storage',
      'Storage',
      (signal) => {
        receivedSignal = signal;
        return new Promise(() => {});
      },
      50,
    );
    const outcome = await waiting.run({} as never, undefined);
    assert.ok(outcome.kind === 'record' && 'row' in outcome);
    assert.equal((outcome.row as TestResult).status, 'critical');
    assert.equal(receivedSignal?.aborted, true);
  });

  it('a directory that cannot be measured in time has no size', async () => {
    assert.equal(await folderSize(await makeDirectory(), AbortSignal.abort()), undefined);
    assert.equal(await folderSize('/nowhere/at/all', new AbortController().signal), 0);
  });
});
