// What every store of files promises.
import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { mkdtemp, readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { buffer } from 'node:stream/consumers';
import { after, before, describe, it } from 'node:test';
import { setTimeout as pause } from 'node:timers/promises';
import { openDiskStore } from './disk-store.ts';
import { openStore } from './open-store.ts';
import { type Disturbance, keys, openS3ForTests } from './s3-for-tests.ts';
import { openS3Store } from './s3-store.ts';
import { workName } from './spool.ts';
import { type FileStore, isStorePath, type StoredFile, StoreUnavailable } from './store.ts';

type Opened = { readonly store: FileStore; close?(): void };

const stores: readonly (readonly [name: string, open: (folder: string) => Promise<Opened>])[] = [
  ['a folder', async (folder) => ({ store: await openDiskStore(folder) })],
  [
    'a bucket',
    async (folder) => {
      const { endpoint, close } = await openS3ForTests();
      const place = { ...keys, endpoint, region: 'here', bucket: 'files', prefix: 'site/one/' };
      return { store: await openS3Store(place, path.join(folder, 'work')), close };
    },
  ],
];

for (const [name, open] of stores) {
  describe(`a store of files in ${name}`, () => {
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

    const made = async (content: string) => {
      const place = workName(store.workplace);
      await writeFile(place, content);
      return place;
    };
    const whole = async (file: StoredFile) => (await buffer(await file.read(0, file.size - 1))).toString();

    it('gives what was put', async () => {
      const from = await made('hello');
      assert.equal(await store.put('2026/11/a.txt', from, 'text/plain'), true);
      const file = await store.open('2026/11/a.txt');
      assert.ok(file);
      assert.equal(file.size, 5);
      assert.ok(Math.abs(file.modified - Date.now()) < 60_000);
      assert.equal(await whole(file), 'hello');
      const again = await store.open('2026/11/a.txt');
      assert.ok(again);
      assert.equal((await buffer(await again.read(1, 3))).toString(), 'ell');
      const local = await store.local('2026/11/a.txt');
      assert.equal(await readFile(local?.path ?? '', 'utf8'), 'hello');
      await local?.release();
    });

    it('never writes over a file', async () => {
      await store.put('b.txt', await made('first'), 'text/plain');
      const second = await made('second');
      assert.equal(await store.put('b.txt', second, 'text/plain'), false);
      assert.ok(existsSync(second), 'what was not stored stays');
      const file = await store.open('b.txt');
      assert.ok(file);
      assert.equal(await whole(file), 'first');
    });

    it('of many who want one path, one gets it', async () => {
      const files = await Promise.all(Array.from({ length: 10 }, (_, n) => made(`${n}`)));
      const got = await Promise.all(files.map((from) => store.put('one.txt', from, 'text/plain')));
      assert.equal(got.filter(Boolean).length, 1);
    });

    it('has nothing where nothing was put, and outside itself', async () => {
      for (const nowhere of ['none.txt', '../a.txt', '.work/x', '/etc/passwd', 'a//b', 'a/../b', '', 'a\0b', 'a\\b'])
        assert.equal(await store.open(nowhere), undefined, nowhere);
      assert.equal(await store.local('none.txt'), undefined);
    });

    it('removes, also what is not there', async () => {
      await store.put('c.txt', await made('x'), 'text/plain');
      await store.remove('c.txt');
      await store.remove('c.txt');
      assert.equal(await store.open('c.txt'), undefined);
    });
  });
}

describe('a folder that is not there any more', () => {
  it('is told to be unavailable, and so is a file that may not be read', async () => {
    const folder = await mkdtemp(path.join(tmpdir(), 'octavo-store-'));
    const store = await openDiskStore(folder);
    assert.equal(await store.open('none.txt'), undefined);
    await symlink('loop.txt', path.join(folder, 'loop.txt'));
    await assert.rejects(store.open('loop.txt'), StoreUnavailable);
    await assert.rejects(store.local('loop.txt'), StoreUnavailable);
    await rm(folder, { recursive: true });
    await assert.rejects(store.open('none.txt'), StoreUnavailable);
    await assert.rejects(store.local('none.txt'), StoreUnavailable);
  });
});

it('a path of a store has plain names alone', () => {
  for (const good of ['a', 'a.txt', '2026/11/a b.txt', 'é.png']) assert.ok(isStorePath(good), good);
  for (const bad of ['', '/', 'a/', '/a', '..', '.', 'a/./b', '.hidden', 'x/.hidden', 'a\0', `${'x'.repeat(256)}`])
    assert.ok(!isStorePath(bad), bad);
});

describe('a bucket that does not do what it should (check 44)', () => {
  it('is told to be unavailable, and the file to be stored stays', async () => {
    const folder = await mkdtemp(path.join(tmpdir(), 'octavo-store-'));
    let status: number | undefined;
    const { endpoint, close } = await openS3ForTests(() => status);
    const place = { ...keys, endpoint, region: 'here', bucket: 'files', prefix: '' };
    const store = await openS3Store(place, folder);
    const from = workName(folder);
    await writeFile(from, 'text');
    status = 503;
    await assert.rejects(store.put('a.txt', from, 'text/plain'), StoreUnavailable);
    await assert.rejects(store.open('a.txt'), StoreUnavailable);
    await assert.rejects(store.remove('a.txt'), StoreUnavailable);
    status = undefined;
    assert.ok(existsSync(from));
    assert.equal(await store.put('a.txt', from, 'text/plain'), true);
    const stranger = await openS3Store({ ...place, secretAccessKey: 'another' }, folder);
    await assert.rejects(stranger.open('a.txt'), StoreUnavailable);
    close();
    await assert.rejects(store.open('a.txt'), StoreUnavailable);
    await rm(folder, { recursive: true });
  });

  it('is not waited for without end, and a file that breaks off is none', async () => {
    const folder = await mkdtemp(path.join(tmpdir(), 'octavo-store-'));
    let disturbed: ReturnType<Disturbance>;
    const { endpoint, close } = await openS3ForTests(() => disturbed);
    const place = { ...keys, endpoint, region: 'here', bucket: 'files', prefix: '' };
    const store = await openS3Store(place, folder, { responseMs: 200, uploadMs: 200 });
    const from = workName(folder);
    await writeFile(from, 'x'.repeat(100_000));
    disturbed = 'hang';
    const began = performance.now();
    await assert.rejects(store.put('a.txt', from, 'text/plain'), StoreUnavailable);
    await assert.rejects(store.open('a.txt'), StoreUnavailable);
    await assert.rejects(store.local('a.txt'), StoreUnavailable);
    assert.ok(performance.now() - began < 5000);
    disturbed = undefined;
    assert.equal(await store.put('a.txt', from, 'text/plain'), true);
    const file = await store.open('a.txt');
    disturbed = 'cut';
    await assert.rejects(store.local('a.txt'), StoreUnavailable);
    assert.deepEqual(await readdir(folder), [], 'nothing stays of what was brought halfway');
    assert.ok(file);
    await assert.rejects(async () => buffer(await file.read(0, 99_999)));
    close();
    await rm(folder, { recursive: true });
  });

  it('has no file where it denies access to one, as it does to who may not list files, and only there', async () => {
    const folder = await mkdtemp(path.join(tmpdir(), 'octavo-store-'));
    const { endpoint, close } = await openS3ForTests(() => 'unlisted');
    const place = { ...keys, endpoint, region: 'here', bucket: 'files', prefix: '' };
    const store = await openS3Store(place, folder);
    assert.equal(await store.open('none.txt'), undefined);
    assert.equal(await store.local('none.txt'), undefined);
    const from = workName(folder);
    await writeFile(from, 'text');
    assert.equal(await store.put('a.txt', from, 'text/plain'), true);
    assert.equal((await store.open('a.txt'))?.size, 4);
    const stranger = await openS3Store({ ...place, accessKeyId: 'another' }, folder);
    for (const name of ['a.txt', 'none.txt']) {
      await assert.rejects(stranger.open(name), StoreUnavailable);
      await assert.rejects(stranger.local(name), StoreUnavailable);
    }
    close();
    await rm(folder, { recursive: true });
  });

  it('may take long over a file as long as it goes on, and so may its reader', async () => {
    const folder = await mkdtemp(path.join(tmpdir(), 'octavo-store-'));
    let disturbed: ReturnType<Disturbance>;
    const { endpoint, close } = await openS3ForTests(() => disturbed);
    const place = { ...keys, endpoint, region: 'here', bucket: 'files', prefix: '' };
    const store = await openS3Store(place, folder, { responseMs: 300, uploadMs: 5000 });
    const from = workName(folder);
    await writeFile(from, 'x'.repeat(5_000_000));
    await store.put('a.txt', from, 'text/plain');
    const file = await store.open('a.txt');
    assert.ok(file);
    let length = 0;
    for await (const chunk of await file.read(0, file.size - 1)) {
      if (length === 0) await pause(700);
      length += chunk.length;
    }
    assert.equal(length, 5_000_000);
    disturbed = 'stall';
    await assert.rejects(async () => buffer(await file.read(0, file.size - 1)), StoreUnavailable);
    close();
    await rm(folder, { recursive: true });
  });

  it('needs keys and a name', async () => {
    await assert.rejects(openStore('s3://files', '/nowhere', {}), StoreUnavailable);
    await assert.rejects(
      openStore('s3://', '/nowhere', { AWS_ACCESS_KEY_ID: 'a', AWS_SECRET_ACCESS_KEY: 'b' }),
      StoreUnavailable,
    );
  });
});
