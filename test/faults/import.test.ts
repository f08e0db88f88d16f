// Tests that an import of an uploaded file survives killed processes and a full disk, and does not delay other requests.
import assert from 'node:assert/strict';
import { readdirSync, readFileSync, rmSync } from 'node:fs';
import path from 'node:path';
import { describe, it } from 'node:test';
import { setTimeout as pause } from 'node:timers/promises';
import { manyPosts } from '../import/many-posts.ts';
import { continueUpload, reportOf, runToEnd, send, sendPiece, upload, waitForEnd } from '../import/upload-export.ts';
import { assertConsistent, openPostgres, openSqlite, type Query } from './consistency.ts';
import { describeOnPostgres } from './postgres-server.ts';
import { newFolder, newSite, type Service, type ServiceOptions, startService, waitUntil } from './service-process.ts';
import { fillDisk, mountSmallDisk, unmountSmallDisk } from './small-disk.ts';

const posts = 1500;

/** Number of posts of an import that is killed before it ends. */
const manyMorePosts = 6000;

const apiOf = ({ origin, authorization }: Service) => ({ rest: `${origin}/rest`, authorization });

/** Returns the number of published posts, without the example post. */
const countPosts = async (service: Service): Promise<number> => {
  const { headers } = await service.read('/cms/v2/posts?per_page=1&exclude=1&_fields=id');
  return Number(headers['x-cms-total']);
};

/** Returns the IDs of the processes that a process has started to import files. */
const importProcesses = (parent: number): number[] =>
  readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .flatMap((name) => {
      try {
        const isChild = new RegExp(`^PPid:\\s+${parent}$`, 'm').test(readFileSync(`/proc/${name}/status`, 'utf8'));
        return isChild && readFileSync(`/proc/${name}/cmdline`, 'utf8').includes('import-worker') ? [Number(name)] : [];
      } catch {
        // The process has ended.
        return [];
      }
    });

describe('an import of an uploaded file', { skip: process.platform !== 'linux' && 'needs /proc' }, () => {
  describe('on SQLite', () => {
    testProcesses(async () => {
      const data = await newSite();
      return {
        options: { data },
        check: async (query) => {
          const file = openSqlite(data);
          await query(file.query, 'sqlite');
          file.close();
        },
      };
    });
  });

  describeOnPostgres((database) => {
    testProcesses(async () => ({
      options: { data: await newFolder(), database: database.url },
      check: async (query) => {
        const client = await openPostgres(database.url);
        await query(client.query, 'postgres');
        await client.close();
      },
    }));
  });

  it('fails on a full disk with a clear message, and continues when there is space', {
    timeout: 300_000,
  }, async (t) => {
    const data = await newFolder();
    const skipReason = mountSmallDisk(data);
    if (skipReason !== undefined) return t.skip(skipReason);
    try {
      const service = await startService({ data });
      const api = apiOf(service);
      const tooLarge = await send(api, 'POST', '', { file_name: 'a.xml', size: 100_000_000 });
      assert.deepEqual([tooLarge.status, tooLarge.body.code], [413, 'rest_upload_no_space']);
      const ballast = path.join(data, 'ballast');
      const bytes = manyPosts(posts);
      const { body: created } = await send(api, 'POST', '', { file_name: 'a.xml', size: bytes.length });
      fillDisk(ballast);
      const full = await sendPiece(api, created.id, 0, bytes);
      assert.deepEqual([full.status, full.body.code], [503, 'rest_storage_full']);
      rmSync(ballast);
      assert.equal((await continueUpload(api, created, bytes)).received, bytes.length);
      assert.equal((await send(api, 'POST', `/${created.id}/run`)).status, 202);
      await waitUntil(async () => (await countPosts(service)) > 0, 60_000, 'posts are imported');
      fillDisk(ballast);
      // The import fails at its next write; storing its state is repeated for a few seconds.
      await pause(3000);
      rmSync(ballast);
      const failed = await waitForEnd(api, created.id, 'run');
      assert.deepEqual(
        [failed.state, failed.error],
        ['failed', 'The disk or the file store is full. Free some space, and start again to continue.'],
      );
      const done = await runToEnd(api, created.id);
      assert.deepEqual([done.state, await countPosts(service)], ['done', posts]);
      assert.equal((await service.end('SIGTERM')).exit, 0);
    } finally {
      unmountSmallDisk(data);
    }
  });
});

type Check = (query: Query, engine: 'sqlite' | 'postgres') => Promise<void>;

/** Declares the tests of killed processes and of other requests for a database. */
function testProcesses(
  open: () => Promise<{ readonly options: ServiceOptions; readonly check: (check: Check) => Promise<void> }>,
): void {
  it('continues after its process or the service was killed, without duplicates', { timeout: 300_000 }, async () => {
    const { options, check } = await open();
    let service = await startService(options);
    const { id } = await upload(apiOf(service), manyPosts(manyMorePosts));
    const startAndWait = async (count: number) => {
      assert.equal((await send(apiOf(service), 'POST', `/${id}/run`)).status, 202);
      await waitUntil(async () => (await countPosts(service)) > count, 60_000, 'posts are imported');
    };

    await startAndWait(0);
    for (const child of importProcesses(service.child.pid ?? 0)) process.kill(child, 'SIGKILL');
    const crashed = await waitForEnd(apiOf(service), id, 'run');
    assert.deepEqual(
      [crashed.state, crashed.error],
      ['interrupted', 'The process of the import has ended unexpectedly.'],
    );
    const afterCrash = await countPosts(service);
    assert.ok(afterCrash < manyMorePosts, `${afterCrash} posts`);

    await startAndWait(afterCrash);
    const children = importProcesses(service.child.pid ?? 0);
    await service.end('SIGKILL');
    await waitUntil(
      async () => !children.some((each) => readdirSync('/proc').includes(String(each))),
      20_000,
      'the process of the import has ended, too',
    );
    service = await startService(options);
    // Another process may still be importing, until the lease has expired.
    await waitUntil(
      async () => (await send(apiOf(service), 'GET', `/${id}`)).body.run.state === 'interrupted',
      60_000,
      'the import is interrupted',
    );
    const beforeEnd = await countPosts(service);
    assert.ok(beforeEnd < manyMorePosts, `${beforeEnd} posts`);
    const done = await runToEnd(apiOf(service), id);
    assert.deepEqual([done.state, done.error, await countPosts(service)], ['done', null, manyMorePosts]);
    const { records } = await reportOf(apiOf(service), id);
    assert.deepEqual(records[0], {
      kind: 'posts',
      imported: manyMorePosts - beforeEnd,
      existing: beforeEnd,
      skipped: 0,
    });
    assert.equal((await service.end('SIGTERM')).exit, 0);
    await check(assertConsistent);
  });

  it('delays no other requests, and is interrupted when the service stops', { timeout: 300_000 }, async (t) => {
    const { options } = await open();
    const service = await startService({ ...options, data: options.data });
    const { id } = await upload(apiOf(service), manyPosts(posts, 100_000));
    const cpuTicks = () => {
      const fields = readFileSync(`/proc/${service.child.pid}/stat`, 'utf8').split(') ')[1]?.split(' ') ?? [];
      return Number(fields[11]) + Number(fields[12]);
    };
    const before = cpuTicks();
    const startedAt = performance.now();
    assert.equal((await send(apiOf(service), 'POST', `/${id}/run`)).status, 202);
    const delays: number[] = [];
    for (;;) {
      const askedAt = performance.now();
      assert.equal(await service.probe('healthz'), 200);
      delays.push(performance.now() - askedAt);
      const { body } = await send(apiOf(service), 'GET', `/${id}`);
      if (body.run.state !== 'running') break;
      await pause(20);
    }
    const cpuMs = (cpuTicks() - before) * 10;
    const elapsedMs = performance.now() - startedAt;
    delays.sort((one, other) => one - other);
    const median = delays[Math.floor(delays.length / 2)] ?? 0;
    t.diagnostic(
      `${posts} posts in ${Math.round(elapsedMs)} ms; the service used ${cpuMs} ms of CPU time; ` +
        `response times: median ${median.toFixed(1)} ms, maximum ${delays.at(-1)?.toFixed(1)} ms, ${delays.length} requests`,
    );
    // An import in the process of the service would use nearly all of its time.
    assert.ok(cpuMs < elapsedMs / 2, `${cpuMs} of ${elapsedMs} ms`);
    assert.ok(median < 100, `${median} ms`);

    const again = await upload(apiOf(service), manyPosts(posts, 200_000), 'again.xml');
    assert.equal((await send(apiOf(service), 'POST', `/${again.id}/run`)).status, 202);
    await pause(300);
    const { exit, durationMs } = await service.end('SIGTERM');
    assert.equal(exit, 0);
    assert.ok(durationMs < 15_000, `${durationMs} ms`);
    const restarted = await startService(options);
    const { body } = await send(apiOf(restarted), 'GET', `/${again.id}`);
    assert.deepEqual([body.run.state, body.run.error], ['interrupted', 'The service has ended during the import.']);
    assert.equal((await runToEnd(apiOf(restarted), again.id)).state, 'done');
    assert.equal((await restarted.end('SIGTERM')).exit, 0);
  });
}
