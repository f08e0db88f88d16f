// The disk has no room left, and then has again (check 57).
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { closeSync, openSync, rmSync, writeSync } from 'node:fs';
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
      const reads = load.reads();
      await until(() => load.reads() > reads + 20, 10_000, 'reads go on');
      const acknowledged = load.acknowledged.length;
      rmSync(ballast);
      await until(() => load.acknowledged.length > acknowledged + 3, 10_000, 'writes go on');
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
      assert.match(message, /disk is full|could not be read or written/);
      assert.equal(message.trim().split('\n').length, 1, message);
      return true;
    });
  });
});
