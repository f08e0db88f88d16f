// Tests of the file stores.
import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { mkdtemp, readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { buffer } from 'node:stream/consumers';
import { after, before, describe, it } from 'node:test';
import { setTimeout as pause } from 'node:timers/promises';
import { keys, type SimulatedFailure, startS3ForTests } from '../../test/s3.ts';
import { startStopwatch } from '../../test/stopwatch.ts';
import { openDiskStore } from './disk-store.ts';
import { openStore } from './open-store.ts';
import { openS3Store } from './s3-store.ts';
import { workFilePath } from './spool.ts';
import { type FileStore, isStorePath, type StoredFile, StoreUnavailableError } from './store.ts';

type Opened = { readonly store: FileStore; close?(): void };

const stores: readonly (readonly [name: string, open: (folder: string) => Promise<Opened>])[] = [
  ['a folder', async (folder) => ({ store: await openDiskStore(folder) })],
  [
    'a bucket',
    async (folder) => {
      const { endpoint, close } = await startS3ForTests();
      const workFile = { ...keys, endpoint, region: 'here', bucket: 'files', prefix: 'site/one/' };
      return { store: await openS3Store(workFile, path.join(folder, 'work')), close };
    },
  ],
];

for (const [name, open] of stores) {
  describe(`a file store in ${name}`, () => {
    let folder: string;
    let store: FileStore;
    let opened: Opened;
    before(async () => {
      folder = await mkdtemp(path.join(tmpdir(), 'octavo-store-'));
      opened = await open(folder);
      store = opened.store;
    });
    after(async () => {
      opened.close?.();
      await rm(folder, { recursive: true, force: true });
    });

    const createWorkFile = async (content: string) => {
      const workFile = workFilePath(store.workFolder);
      await writeFile(workFile, content);
      return workFile;
    };
    const readAll = async (file: StoredFile) => (await buffer(await file.read(0, file.size - 1))).toString();

    it('returns stored files', async () => {
      const from = await createWorkFile('hello');
      assert.equal(await store.put('2026/11/a.txt', from, 'text/plain'), true);
      const file = await store.open('2026/11/a.txt');
      assert.ok(file);
      assert.equal(file.size, 5);
      assert.ok(Math.abs(file.modified - Date.now()) < 60_000);
      assert.equal(await readAll(file), 'hello');
      const again = await store.open('2026/11/a.txt');
      assert.ok(again);
      assert.equal((await buffer(await again.read(1, 3))).toString(), 'ell');
      const local = await store.openLocal('2026/11/a.txt');
      assert.equal(await readFile(local?.path ?? '', 'utf8'), 'hello');
      await local?.release();
    });

    it('never overwrites a file', async () => {
      await store.put('b.txt', await createWorkFile('first'), 'text/plain');
      const second = await createWorkFile('second');
      assert.equal(await store.put('b.txt', second, 'text/plain'), false);
      assert.ok(existsSync(second), 'the source file is retained');
      const file = await store.open('b.txt');
      assert.ok(file);
      assert.equal(await readAll(file), 'first');
    });

    it('lets exactly one of many concurrent writers of a path succeed', async () => {
      const files = await Promise.all(Array.from({ length: 10 }, (_, n) => createWorkFile(`${n}`)));
      const got = await Promise.all(files.map((from) => store.put('one.txt', from, 'text/plain')));
      assert.equal(got.filter(Boolean).length, 1);
    });

    it('returns undefined for unknown paths and paths outside the store', async () => {
      for (const unknownPath of [
        'none.txt',
        '../a.txt',
        '.work/x',
        '/etc/passwd',
        'a//b',
        'a/../b',
        '',
        'a\0b',
        'a\\b',
      ])
        assert.equal(await store.open(unknownPath), undefined, unknownPath);
      assert.equal(await store.openLocal('none.txt'), undefined);
    });

    it('moves a file over another one, which a reader can still read to its end', async () => {
      await store.put('2026/11/target.txt', await createWorkFile('the old version'), 'text/plain');
      await store.put('parts/1/2026/11/target.txt', await createWorkFile('new'), 'text/plain');
      const before = await store.open('2026/11/target.txt');
      assert.ok(before);
      assert.equal(await store.move('parts/1/2026/11/target.txt', '2026/11/target.txt'), true);
      const moved = await store.open('2026/11/target.txt');
      assert.ok(moved);
      assert.equal(await readAll(moved), 'new');
      assert.equal(await store.open('parts/1/2026/11/target.txt'), undefined);
      assert.notDeepEqual([moved.size, moved.version], [before.size, before.version]);
      // A folder still has the old version for the open file; a bucket must not mix the versions.
      await readAll(before).then(
        (text) => assert.equal(text, 'the old version'),
        (error) => assert.ok(error instanceof StoreUnavailableError, String(error)),
      );
      if (store.folder !== undefined) assert.deepEqual(await readdir(path.join(store.folder, 'parts')), []);
    });

    it('moves a file to a new path, and reports a missing one', async () => {
      await store.put('d/1.txt', await createWorkFile('one'), 'text/plain');
      assert.equal(await store.move('d/1.txt', 'e/2.txt'), true);
      assert.equal(await store.move('d/1.txt', 'e/2.txt'), false, 'the file is not there any more');
      const file = await store.open('e/2.txt');
      assert.ok(file);
      assert.equal(await readAll(file), 'one');
    });

    it('deletes files and ignores files that do not exist', async () => {
      await store.put('c.txt', await createWorkFile('x'), 'text/plain');
      await store.delete('c.txt');
      await store.delete('c.txt');
      assert.equal(await store.open('c.txt'), undefined);
    });
  });
}

describe('a file store in a folder', () => {
  it('throws StoreUnavailableError when the folder no longer exists or a file is unreadable', async () => {
    const folder = await mkdtemp(path.join(tmpdir(), 'octavo-store-'));
    const store = await openDiskStore(folder);
    assert.equal(await store.open('none.txt'), undefined);
    await symlink('loop.txt', path.join(folder, 'loop.txt'));
    await assert.rejects(store.open('loop.txt'), StoreUnavailableError);
    await assert.rejects(store.openLocal('loop.txt'), StoreUnavailableError);
    await rm(folder, { recursive: true });
    await assert.rejects(store.open('none.txt'), StoreUnavailableError);
    await assert.rejects(store.openLocal('none.txt'), StoreUnavailableError);
  });
});

it('isStorePath rejects empty, hidden, absolute and relative segments', () => {
  for (const good of ['a', 'a.txt', '2026/11/a b.txt', 'é.png']) assert.ok(isStorePath(good), good);
  for (const bad of ['', '/', 'a/', '/a', '..', '.', 'a/./b', '.hidden', 'x/.hidden', 'a\0', `${'x'.repeat(256)}`])
    assert.ok(!isStorePath(bad), bad);
});

describe('a file store in a bucket', () => {
  it('throws StoreUnavailableError and retains the source file when the bucket fails', async () => {
    const folder = await mkdtemp(path.join(tmpdir(), 'octavo-store-'));
    let status: number | undefined;
    const { endpoint, close } = await startS3ForTests(() => status);
    const workFile = { ...keys, endpoint, region: 'here', bucket: 'files', prefix: '' };
    const store = await openS3Store(workFile, folder);
    const from = workFilePath(folder);
    await writeFile(from, 'text');
    status = 503;
    await assert.rejects(store.put('a.txt', from, 'text/plain'), StoreUnavailableError);
    await assert.rejects(store.open('a.txt'), StoreUnavailableError);
    await assert.rejects(store.delete('a.txt'), StoreUnavailableError);
    status = undefined;
    assert.ok(existsSync(from));
    assert.equal(await store.put('a.txt', from, 'text/plain'), true);
    const otherStore = await openS3Store({ ...workFile, secretAccessKey: 'another' }, folder);
    await assert.rejects(otherStore.open('a.txt'), StoreUnavailableError);
    close();
    await assert.rejects(store.open('a.txt'), StoreUnavailableError);
    await rm(folder, { recursive: true });
  });

  it('completes a move that was interrupted', async () => {
    const folder = await mkdtemp(path.join(tmpdir(), 'octavo-store-'));
    let disturb: SimulatedFailure = () => undefined;
    const { endpoint, objects, close } = await startS3ForTests((request) => disturb(request));
    const workFile = { ...keys, endpoint, region: 'here', bucket: 'files', prefix: 'a site/' };
    const store = await openS3Store(workFile, folder);
    const from = workFilePath(folder);
    for (const [method, failure] of [
      ['PUT', 'error in body'],
      ['PUT', 503],
      ['PUT', 'cut after'],
      ['DELETE', 503],
    ] as const) {
      await writeFile(from, `${method} ${failure}`);
      assert.equal(await store.put('new é.txt', from, 'text/plain'), true);
      disturb = (request) => (request.method === method ? failure : undefined);
      await assert.rejects(store.move('new é.txt', 'a.txt'), StoreUnavailableError);
      disturb = () => undefined;
      assert.equal(await store.move('new é.txt', 'a.txt'), true);
      assert.deepEqual(
        [...objects].map(([key, { bytes, type }]) => [key, bytes.toString(), type]),
        [['/files/a%20site/a.txt', `${method} ${failure}`, 'text/plain']],
      );
    }
    close();
    await rm(folder, { recursive: true });
  });

  it('times out, and discards a partial download', async () => {
    const folder = await mkdtemp(path.join(tmpdir(), 'octavo-store-'));
    let disturbed: ReturnType<SimulatedFailure>;
    const { endpoint, close } = await startS3ForTests(() => disturbed);
    const workFile = { ...keys, endpoint, region: 'here', bucket: 'files', prefix: '' };
    const timeouts = { responseMs: 200, uploadMs: 200 };
    const store = await openS3Store(workFile, folder, timeouts);
    const from = workFilePath(folder);
    await writeFile(from, 'x'.repeat(100_000));
    disturbed = 'hang';
    const stopwatch = startStopwatch();
    await assert.rejects(store.put('a.txt', from, 'text/plain'), StoreUnavailableError);
    await assert.rejects(store.open('a.txt'), StoreUnavailableError);
    await assert.rejects(store.openLocal('a.txt'), StoreUnavailableError);
    assert.ok(stopwatch.stop() < 5000);
    disturbed = undefined;
    // A busy machine may need more than 200 ms for the following requests, which do not time out.
    Object.assign(timeouts, { responseMs: 30_000, uploadMs: 30_000 });
    assert.equal(await store.put('a.txt', from, 'text/plain'), true);
    const file = await store.open('a.txt');
    disturbed = 'cut';
    await assert.rejects(store.openLocal('a.txt'), StoreUnavailableError);
    assert.deepEqual(await readdir(folder), [], 'the partial file is deleted');
    assert.ok(file);
    await assert.rejects(async () => buffer(await file.read(0, 99_999)));
    close();
    await rm(folder, { recursive: true });
  });

  it('treats AccessDenied, which S3 sends to accounts that may not list the bucket, as a missing file', async () => {
    const folder = await mkdtemp(path.join(tmpdir(), 'octavo-store-'));
    const { endpoint, close } = await startS3ForTests(() => 'unlisted');
    const workFile = { ...keys, endpoint, region: 'here', bucket: 'files', prefix: '' };
    const store = await openS3Store(workFile, folder);
    assert.equal(await store.open('none.txt'), undefined);
    assert.equal(await store.openLocal('none.txt'), undefined);
    const from = workFilePath(folder);
    await writeFile(from, 'text');
    assert.equal(await store.put('a.txt', from, 'text/plain'), true);
    assert.equal((await store.open('a.txt'))?.size, 4);
    const otherStore = await openS3Store({ ...workFile, accessKeyId: 'another' }, folder);
    for (const name of ['a.txt', 'none.txt']) {
      await assert.rejects(otherStore.open(name), StoreUnavailableError);
      await assert.rejects(otherStore.openLocal(name), StoreUnavailableError);
    }
    close();
    await rm(folder, { recursive: true });
  });

  it('does not time out while the bucket makes progress or the reader is slow', async () => {
    const folder = await mkdtemp(path.join(tmpdir(), 'octavo-store-'));
    let disturbed: ReturnType<SimulatedFailure>;
    const { endpoint, close } = await startS3ForTests(() => disturbed);
    const workFile = { ...keys, endpoint, region: 'here', bucket: 'files', prefix: '' };
    const timeouts = { responseMs: 3000, uploadMs: 60_000 };
    const store = await openS3Store(workFile, folder, timeouts);
    const from = workFilePath(folder);
    await writeFile(from, 'x'.repeat(5_000_000));
    await store.put('a.txt', from, 'text/plain');
    const file = await store.open('a.txt');
    assert.ok(file);
    let length = 0;
    for await (const chunk of await file.read(0, file.size - 1)) {
      if (length === 0) await pause(timeouts.responseMs + 400);
      length += chunk.length;
    }
    assert.equal(length, 5_000_000);
    disturbed = 'stall';
    timeouts.responseMs = 300;
    await assert.rejects(async () => buffer(await file.read(0, file.size - 1)), StoreUnavailableError);
    close();
    await rm(folder, { recursive: true });
  });

  it('requires credentials and a bucket name', async () => {
    await assert.rejects(openStore('s3://files', '/nowhere', {}), StoreUnavailableError);
    await assert.rejects(
      openStore('s3://', '/nowhere', { AWS_ACCESS_KEY_ID: 'a', AWS_SECRET_ACCESS_KEY: 'b' }),
      StoreUnavailableError,
    );
  });
});
