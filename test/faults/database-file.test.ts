// Tests a database file that another process locks for longer than the write timeout; that is readable but not writable, at startup
// and later; or that is deleted, replaced or damaged while it is in use: no write is acknowledged that would be lost after a restart,
// and the process neither exits nor reveals internal details.
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import {
  chmodSync,
  chownSync,
  closeSync,
  copyFileSync,
  cpSync,
  fstatSync,
  openSync,
  readdirSync,
  renameSync,
  rmSync,
  statSync,
  writeSync,
} from 'node:fs';
import path from 'node:path';
import { before, describe, it } from 'node:test';
import { setTimeout as pause } from 'node:timers/promises';
import { assertConsistent, assertNothingLost, openSqlite } from './consistency.ts';
import { startLoad } from './load.ts';
import { assertTryLater, newFolder, newSite, oneConnection, startService, waitUntil } from './service-process.ts';

/** ID of a user without any files. It is used if the test runs as root, because file permissions do not apply to root. */
const nobodyId = 65534;
const isRoot = process.getuid?.() === 0;

const changes: Readonly<Record<string, (file: string) => void>> = {
  deleted: (file) => {
    for (const each of [file, `${file}-wal`, `${file}-shm`]) rmSync(each);
  },
  'deleted alone': (file) => rmSync(file),
  replaced: (file) => {
    copyFileSync(file, `${file}.backup`);
    renameSync(`${file}.backup`, file);
  },
};

// The writes to a locked database wait for ten seconds, so the other tests run meanwhile.
describe('a database file', { concurrency: 2 }, () => {
  describe('a database that another process has locked', () => {
    it('is still read, rejects writes with Retry-After, and accepts writes when the lock is released', {
      timeout: 300_000,
    }, async () => {
      const data = await newSite();
      const service = await startService({ data });
      const file = openSqlite(data);
      file.driver.exec('begin immediate');
      const began = performance.now();
      let areWritesPending = true;
      const writes = Promise.all(
        [1, 2, 3].map((n) => service.request('POST', '/cms/v2/posts', { title: `Locked ${n}`, status: 'publish' })),
      ).finally(() => {
        areWritesPending = false;
      });
      const agent = oneConnection();
      let reads = 0;
      let slowest = 0;
      while (areWritesPending) {
        const startedAt = performance.now();
        const responses = [
          await service.read(`/cms/v2/posts?n=${reads}`, agent),
          await service.request('GET', '/cms/v2/posts?context=edit', undefined, agent),
        ];
        for (const { status } of responses) assert.equal(status, 200);
        slowest = Math.max(slowest, performance.now() - startedAt);
        reads += 1;
        // The service rejects the writes after ten seconds, in which this sends enough reads.
        await pause(10);
      }
      assert.ok(performance.now() - began < 15_000, 'the writes were rejected in time');
      for (const response of await writes) assertTryLater(response, /^rest_storage_busy$/);
      assert.ok(reads > 100, `${reads} reads succeeded in the meantime`);
      assert.ok(slowest < 1000, `no read waited for the lock: ${Math.round(slowest)} ms`);
      assert.equal(await service.probe('readyz'), 200);
      file.driver.exec('rollback');
      const made = await service.request('POST', '/cms/v2/posts', { title: 'Free', status: 'publish' }, agent);
      assert.equal(made.status, 201);
      await assertNothingLost(file.query, [made.body.id]);
      await assertConsistent(file.query, 'sqlite');
      file.close();
      agent.destroy();
      assert.equal((await service.end('SIGTERM')).exit, 0);
    });
  });

  describe('a read-only database', () => {
    /** Data folder of a service that has stopped. */
    let stopped: string;
    before(async () => {
      stopped = await newSite();
      assert.equal((await (await startService({ data: stopped })).end('SIGTERM')).exit, 0);
    });

    for (const target of ['file', 'folder'] as const) {
      it(`is reported in one line at startup: the ${target}`, { timeout: 300_000 }, async () => {
        const data = await newFolder();
        cpSync(stopped, data, { recursive: true });
        const wrapperCommand = isRoot
          ? ['setpriv', `--reuid=${nobodyId}`, `--regid=${nobodyId}`, '--clear-groups']
          : [];
        const entries = readdirSync(data).map((name) => path.join(data, name));
        const files = entries.filter((entry) => statSync(entry).isFile());
        if (isRoot) for (const each of [data, ...entries]) chownSync(each, nobodyId, nobodyId);
        chmodSync(data, target === 'folder' ? 0o555 : 0o755);
        for (const file of files) chmodSync(file, target === 'file' ? 0o444 : 0o644);
        await assert.rejects(startService({ data, wrapperCommand }), ({ message }: Error) => {
          assert.match(message, target === 'file' ? /octavo\.sqlite\S* is not writable/ : /folder .* is not writable/);
          assert.equal(message.trim().split('\n').length, 1, message);
          return true;
        });
        chmodSync(data, 0o755);
      });
    }

    it('serves reads, rejects writes, and accepts writes when it becomes writable', { timeout: 300_000 }, async (t) => {
      const data = await newSite();
      const service = await startService({ data });
      const files = () => ['octavo.sqlite', 'octavo.sqlite-wal'].map((name) => path.join(data, name));
      const lock = (sign: '+' | '-') => execFileSync('chattr', [`${sign}i`, ...files()], { stdio: 'pipe' });
      try {
        lock('+');
      } catch (error) {
        return t.skip(`files cannot be made immutable here: ${(error as Error).message.split('\n')[0]}`);
      }
      lock('-');
      const load = startLoad(service);
      try {
        await waitUntil(() => load.acknowledged.length > 5, 60_000, 'posts are created');
        lock('+');
        await waitUntil(() => load.rejected.length > 20, 60_000, 'writes are rejected');
        const reads = load.reads();
        await waitUntil(() => load.reads() > reads + 20, 60_000, 'reads continue');
      } finally {
        lock('-');
      }
      const acknowledged = load.acknowledged.length;
      await waitUntil(() => load.acknowledged.length > acknowledged + 5, 60_000, 'writes continue');
      await load.stop();
      assert.deepEqual([load.failedReads, load.failedRequests], [[], []]);
      for (const { status, body } of load.rejected) {
        assert.equal(status, 503);
        assert.match(body.code, /^rest_storage_(unavailable|unusable)$/);
      }
      const file = openSqlite(data);
      await assertNothingLost(file.query, load.acknowledged);
      await assertConsistent(file.query, 'sqlite');
      file.close();
      assert.equal((await service.end('SIGTERM')).exit, 0);
    });
  });

  describe('a database file that another process has changed', () => {
    for (const [description, change] of Object.entries(changes)) {
      it(`acknowledges no writes if it was ${description}`, { timeout: 300_000 }, async () => {
        const data = await newSite();
        const service = await startService({ data });
        const made = await service.request('POST', '/cms/v2/posts', { title: 'Before', status: 'publish' });
        assert.equal(made.status, 201);
        assert.equal(await service.probe('readyz'), 200);
        change(path.join(data, 'octavo.sqlite'));
        for (let n = 0; n < 3; n += 1)
          assertTryLater(
            await service.request('POST', '/cms/v2/posts', { title: 'After' }),
            /^rest_storage_unavailable$/,
          );
        assert.equal((await service.read(`/cms/v2/posts/${made.body.id}`)).status, 200);
        assert.equal(await service.probe('readyz'), 503);
        assert.equal(await service.probe('healthz'), 200);
        assert.match(service.log(), /was deleted or replaced while in use/);
        assert.equal((await service.end('SIGTERM')).exit, 0);
      });
    }

    it('causes errors without internal details if it is damaged, and does not prevent a clean stop', {
      timeout: 300_000,
    }, async () => {
      const data = await newSite();
      const first = await startService({ data });
      for (let n = 0; n < 20; n += 1)
        await first.request('POST', '/cms/v2/posts', { title: 'x'.repeat(3000), status: 'publish' });
      await first.end('SIGTERM');
      const service = await startService({ data });
      damage(path.join(data, 'octavo.sqlite'));
      const responses = [];
      for (let n = 1; n < 8; n += 1) responses.push(await service.read(`/cms/v2/posts?page=${n}&per_page=3`));
      responses.push(await service.request('POST', '/cms/v2/posts', { title: 'After', status: 'publish' }));
      for (const { status, body } of responses) {
        assert.ok(status < 300 || status === 400 || status === 503, `${status}: ${JSON.stringify(body)}`);
        assert.doesNotMatch(JSON.stringify(body), /sqlite|malformed|\.ts/i);
      }
      assert.ok(responses.some(({ body }) => body.code === 'rest_storage_unusable'));
      assert.match(service.log(), /The database file is damaged/);
      assert.equal(await service.probe('readyz'), 503);
      assert.equal(await service.probe('healthz'), 200);
      assert.equal((await service.end('SIGTERM')).exit, 0);
    });
  });
});

/** Overwrites all pages of a database file except the first ones. */
function damage(file: string): void {
  const descriptor = openSync(file, 'r+');
  const { size } = fstatSync(descriptor);
  const begin = 5 * 4096;
  writeSync(descriptor, Buffer.alloc(size - begin, 0x5a), 0, size - begin, begin);
  closeSync(descriptor);
}
