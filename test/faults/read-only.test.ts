// Tests a database file that is readable but not writable, at startup and later.
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { chmodSync, chownSync, readdirSync } from 'node:fs';
import path from 'node:path';
import { describe, it } from 'node:test';
import { assertConsistent, assertNothingLost, openSqlite } from './consistency.ts';
import { startLoad } from './load.ts';
import { newFolder, startService, waitUntil } from './service-process.ts';

/** ID of a user without any files. It is used if the test runs as root, because file permissions do not apply to root. */
const nobodyId = 65534;
const isRoot = process.getuid?.() === 0;

describe('a read-only database', () => {
  for (const target of ['file', 'folder'] as const) {
    it(`is reported in one line at startup: the ${target}`, { timeout: 30_000 }, async () => {
      const data = await newFolder();
      const service = await startService({ data });
      await service.end('SIGTERM');
      const wrapperCommand = isRoot ? ['setpriv', `--reuid=${nobodyId}`, `--regid=${nobodyId}`, '--clear-groups'] : [];
      const files = readdirSync(data).map((name) => path.join(data, name));
      if (isRoot) for (const each of [data, ...files]) chownSync(each, nobodyId, nobodyId);
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

  it('serves reads, rejects writes, and accepts writes when it becomes writable', { timeout: 60_000 }, async (t) => {
    const data = await newFolder();
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
      await waitUntil(() => load.acknowledged.length > 5, 10_000, 'posts are created');
      lock('+');
      await waitUntil(() => load.rejected.length > 20, 10_000, 'writes are rejected');
      const reads = load.reads();
      await waitUntil(() => load.reads() > reads + 20, 10_000, 'reads continue');
    } finally {
      lock('-');
    }
    const acknowledged = load.acknowledged.length;
    await waitUntil(() => load.acknowledged.length > acknowledged + 5, 10_000, 'writes continue');
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
