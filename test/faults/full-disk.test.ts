// The disk has no room left, and then has again (check 57).
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { closeSync, openSync, rmSync, statSync, truncateSync, writeSync } from 'node:fs';
import path from 'node:path';
import { after, before, describe, it } from 'node:test';
import { startLoad } from './load.ts';
import { assertTryLater, newFolder, startService, until } from './service-process.ts';
import { assertNothingLost, assertSound, assertTotal, embedded } from './stored.ts';

/** Mounts a small disk in memory; says why where that cannot be done. */
function mount(folder: string): string | undefined {
  if (process.platform !== 'linux') return 'only Linux has a tmpfs';
  if (process.getuid?.() !== 0) return 'mounting a small disk takes root';
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=48m', 'tmpfs', folder], { stdio: 'pipe' });
    return undefined;
  } catch (error) {
    return `a small disk cannot be mounted: ${error}`;
  }
}

/** Takes all the room there is. */
function fill(file: string): void {
  const descriptor = openSync(file, 'w');
  for (const size of [65536, 4096]) {
    try {
      for (;;) writeSync(descriptor, Buffer.alloc(size, 1));
    } catch (error) {
      assert.equal((error as NodeJS.ErrnoException).code, 'ENOSPC');
    }
  }
  closeSync(descriptor);
}

describe('a full disk', () => {
  let data: string;
  let unmounted: string | undefined;
  before(async () => {
    data = await newFolder();
    unmounted = mount(data);
  });
  after(() => {
    if (unmounted === undefined) execFileSync('umount', ['--lazy', data]);
  });

  it('is told to who writes, is no matter to who reads, and is over when there is room', {
    timeout: 60_000,
  }, async (t) => {
    if (unmounted !== undefined) return t.skip(unmounted);
    const ballast = path.join(data, 'ballast');
    const service = await startService({ data });
    const file = embedded(data);
    for (let n = 0; n < 2; n += 1) {
      const load = startLoad(service);
      await until(() => load.acknowledged.length > 3, 10_000, 'posts are made');
      fill(ballast);
      await until(() => load.refused.length > 20, 10_000, 'writes are refused');
      await until(async () => (await service.probe('readyz')) === 503, 5000, 'it is not ready');
      const reads = load.reads();
      await until(() => load.reads() > reads + 20, 10_000, 'reads go on');
      const acknowledged = load.acknowledged.length;
      rmSync(ballast);
      await until(() => load.acknowledged.length > acknowledged + 3, 10_000, 'writes go on');
      await until(async () => (await service.probe('readyz')) === 200, 5000, 'it is ready again');
      await load.stop();
      for (const answer of load.refused) assertTryLater(answer, /^rest_storage_(full|unavailable)$/);
      assert.ok(load.refused.some(({ body }) => body.code === 'rest_storage_full'));
      assert.deepEqual([load.unread, load.unanswered], [[], []]);
      await assertNothingLost(file.query, load.acknowledged);
      await assertSound(file.query, 'sqlite');
      await assertTotal(file.query, await service.read('/cms/v2/posts'));
    }
    assert.equal((await service.end('SIGTERM')).how, 0);
    await assertSound(file.query, 'sqlite');
    file.close();
  });

  it('is told in one sentence to who starts on it', { timeout: 30_000 }, async (t) => {
    if (unmounted !== undefined) return t.skip(unmounted);
    for (const name of ['octavo.sqlite', 'octavo.sqlite-wal', 'octavo.sqlite-shm'])
      rmSync(path.join(data, name), { force: true });
    fill(path.join(data, 'ballast'));
    await assert.rejects(startService({ data }), ({ message }: Error) => {
      assert.equal(message, `The disk is full: there is no room for the database in ${data}.\n`);
      return true;
    });
  });

  it('makes the service not ready before anybody has written, and ready again when there is room', {
    timeout: 60_000,
  }, async (t) => {
    if (unmounted !== undefined) return t.skip(unmounted);
    const ballast = path.join(data, 'ballast');
    rmSync(ballast, { force: true });
    const service = await startService({ data });
    assert.equal(await service.probe('readyz'), 200);
    fill(ballast);
    await until(async () => (await service.probe('readyz')) === 503, 5000, 'it is not ready');
    assert.equal(await service.probe('healthz'), 200);
    assert.equal((await service.read('/cms/v2/posts')).status, 200);
    rmSync(ballast);
    await until(async () => (await service.probe('readyz')) === 200, 5000, 'it is ready again');
    assert.equal((await service.end('SIGTERM')).how, 0);
  });

  it('is told in one sentence where a site is there already, with however little room', {
    timeout: 60_000,
  }, async (t) => {
    if (unmounted !== undefined) return t.skip(unmounted);
    const ballast = path.join(data, 'ballast');
    for (const room of [0, 4096, 16_384, 65_536]) {
      fill(ballast);
      truncateSync(ballast, statSync(ballast).size - room);
      const started = await startService({ data }).then(
        async (service) => {
          assert.equal(await service.probe('readyz'), 503);
          await service.end('SIGTERM');
          return '';
        },
        ({ message }: Error) => message,
      );
      assert.match(started, /^(The disk is full: .*\n)?$/, `${room} bytes`);
      rmSync(ballast);
    }
  });
});
