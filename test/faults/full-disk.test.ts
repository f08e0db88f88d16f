// Tests a disk that is full and then has space again.
import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { readdirSync, rmSync, statSync, truncateSync } from 'node:fs';
import path from 'node:path';
import { after, before, describe, it } from 'node:test';
import { setTimeout as pause } from 'node:timers/promises';
import { assertConsistent, assertNothingLost, assertTotal, openSqlite } from './consistency.ts';
import { startLoad } from './load.ts';
import { assertTryLater, newFolder, type Service, startService, waitUntil } from './service-process.ts';
import { fillDisk, mountSmallDisk, unmountSmallDisk } from './small-disk.ts';

describe('a full disk', () => {
  let data: string;
  /** A service that the first tests share; the last of them stops it. */
  let service: Service;
  let skipReason: string | undefined;
  before(async () => {
    data = await newFolder();
    skipReason = mountSmallDisk(data);
    if (skipReason === undefined) service = await startService({ data });
  });
  after(() => {
    if (skipReason === undefined) unmountSmallDisk(data);
  });

  it('makes the service unready even without writes, and ready again when there is space', {
    timeout: 300_000,
  }, async (t) => {
    if (skipReason !== undefined) return t.skip(skipReason);
    const ballast = path.join(data, 'ballast');
    assert.equal(await service.probe('readyz'), 200);
    fillDisk(ballast);
    await waitUntil(async () => (await service.probe('readyz')) === 503, 20_000, 'it is not ready');
    assert.equal(await service.probe('healthz'), 200);
    assert.equal((await service.read('/cms/v2/posts')).status, 200);
    rmSync(ballast);
    await waitUntil(async () => (await service.probe('readyz')) === 200, 20_000, 'it is ready again');
  });

  it('makes restores fail without changing the site, and they succeed when there is space', {
    timeout: 300_000,
  }, async (t) => {
    if (skipReason !== undefined) return t.skip(skipReason);
    const ballast = path.join(data, 'ballast');
    const backups = '/octavo/v1/backups';
    const password = 'correct horse';
    assert.equal((await service.request('PUT', '/cms/v2/users/1', { password })).status, 200);
    const { body: backup } = await service.request('POST', backups, { name: 'Small' });
    const stateOf = async () => (await service.request('GET', `${backups}/${backup.id}`)).body;
    await waitUntil(async () => (await stateOf()).state === 'ready', 60_000, 'the backup is complete');
    const created: number[] = [];
    for (let n = 0; n < 20; n += 1) {
      // Text that can hardly be compressed, so that the backup of the current data needs space.
      const content = randomBytes(12_000).toString('base64');
      const { body } = await service.request('POST', '/cms/v2/posts', { title: 'Newer', status: 'publish', content });
      created.push(body.id);
    }
    const restore = async () => {
      for (;;) {
        const response = await service.request('POST', `${backups}/${backup.id}/restores`, { password, name: 'Small' });
        // A lease that could not be released, because the disk was full, expires after twenty seconds.
        if (response.body?.code !== 'rest_backup_busy') return response;
        await pause(500);
      }
    };
    const failures: string[] = [];
    for (const freeBytes of [0, 32_768, 65_536, 131_072]) {
      fillDisk(ballast);
      truncateSync(ballast, statSync(ballast).size - freeBytes);
      const { status, body } = await restore();
      if (status === 202) {
        assert.equal(body.restore.state, 'restoring');
        await waitUntil(async () => (await stateOf()).restore?.state === 'failed', 60_000, 'the restore has failed');
        failures.push((await stateOf()).restore.error);
      } else failures.push(body.code);
      for (const id of created) assert.equal((await service.read(`/cms/v2/posts/${id}`)).status, 200);
      rmSync(ballast);
      const left = readdirSync(path.join(data, 'backups')).filter((name) => !name.startsWith(backup.id));
      assert.deepEqual(left, [], `${freeBytes} bytes: no part of the backup of the current data is left`);
      await waitUntil(async () => (await service.probe('readyz')) === 200, 20_000, 'it is ready again');
    }
    for (const failure of failures) assert.match(failure, /^(The disk or the file store is full\.|rest_storage_full)$/);
    assert.ok(
      failures.some((failure) => failure.startsWith('The disk')),
      failures.join(', '),
    );
    await waitUntil(async () => (await restore()).status === 202, 60_000, 'the restore starts');
    await waitUntil(
      async () => (await service.read(`/cms/v2/posts/${created[0]}`)).status === 404,
      60_000,
      'the site is restored',
    );
  });

  it('makes writes fail with an API error until there is space again, and does not affect reads', {
    timeout: 300_000,
  }, async (t) => {
    if (skipReason !== undefined) return t.skip(skipReason);
    const ballast = path.join(data, 'ballast');
    const file = openSqlite(data);
    for (let n = 0; n < 2; n += 1) {
      const load = startLoad(service);
      await waitUntil(() => load.acknowledged.length > 3, 60_000, 'posts are created');
      fillDisk(ballast);
      await waitUntil(() => load.rejected.length > 20, 60_000, 'writes are rejected');
      await waitUntil(async () => (await service.probe('readyz')) === 503, 20_000, 'it is not ready');
      const reads = load.reads();
      await waitUntil(() => load.reads() > reads + 20, 60_000, 'reads continue');
      const acknowledged = load.acknowledged.length;
      rmSync(ballast);
      await waitUntil(() => load.acknowledged.length > acknowledged + 3, 60_000, 'writes continue');
      await waitUntil(async () => (await service.probe('readyz')) === 200, 20_000, 'it is ready again');
      await load.stop();
      for (const response of load.rejected) assertTryLater(response, /^rest_storage_(full|unavailable)$/);
      assert.ok(load.rejected.some(({ body }) => body.code === 'rest_storage_full'));
      assert.deepEqual([load.failedReads, load.failedRequests], [[], []]);
      await assertNothingLost(file.query, load.acknowledged);
      await assertConsistent(file.query, 'sqlite');
      await assertTotal(file.query, await service.read('/cms/v2/posts'));
    }
    assert.equal((await service.end('SIGTERM')).exit, 0);
    await assertConsistent(file.query, 'sqlite');
    file.close();
  });

  it('is reported in one line, or as unready, when an existing site starts with little space', {
    timeout: 300_000,
  }, async (t) => {
    if (skipReason !== undefined) return t.skip(skipReason);
    const ballast = path.join(data, 'ballast');
    for (const freeBytes of [0, 4096, 16_384, 65_536]) {
      fillDisk(ballast);
      truncateSync(ballast, statSync(ballast).size - freeBytes);
      const started = await startService({ data }).then(
        async (service) => {
          assert.equal(await service.probe('readyz'), 503);
          await service.end('SIGTERM');
          return '';
        },
        ({ message }: Error) => message,
      );
      assert.match(started, /^(The disk is full: .*\n)?$/, `${freeBytes} bytes`);
      rmSync(ballast);
    }
  });

  it('is reported in one line when the first start fails', { timeout: 300_000 }, async (t) => {
    if (skipReason !== undefined) return t.skip(skipReason);
    for (const name of ['octavo.sqlite', 'octavo.sqlite-wal', 'octavo.sqlite-shm'])
      rmSync(path.join(data, name), { force: true });
    fillDisk(path.join(data, 'ballast'));
    await assert.rejects(startService({ data }), ({ message }: Error) => {
      assert.equal(message, `The disk is full: there is no space for the database in ${data}.\n`);
      return true;
    });
  });
});
