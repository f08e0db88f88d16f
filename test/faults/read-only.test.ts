// A database file that may be read and not written, at the start and all of a sudden (check 57).
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { chmodSync, chownSync, readdirSync } from 'node:fs';
import path from 'node:path';
import { describe, it } from 'node:test';
import { startLoad } from './load.ts';
import { newFolder, startService, until } from './service-process.ts';
import { assertNothingLost, assertSound, embedded } from './stored.ts';

/** An account that owns nothing, where we may act as another; file permissions do not bind root. */
const nobody = 65534;
const isRoot = process.getuid?.() === 0;

describe('a read-only database', () => {
  for (const part of ['file', 'folder'] as const) {
    it(`is told in one sentence to who starts on it: the ${part}`, { timeout: 30_000 }, async () => {
      const data = await newFolder();
      const service = await startService({ data });
      await service.end('SIGTERM');
      const under = isRoot ? ['setpriv', `--reuid=${nobody}`, `--regid=${nobody}`, '--clear-groups'] : [];
      const files = readdirSync(data).map((name) => path.join(data, name));
      if (isRoot) for (const each of [data, ...files]) chownSync(each, nobody, nobody);
      chmodSync(data, part === 'folder' ? 0o555 : 0o755);
      for (const file of files) chmodSync(file, part === 'file' ? 0o444 : 0o644);
      await assert.rejects(startService({ data, under }), ({ message }: Error) => {
        assert.match(
          message,
          part === 'file' ? /octavo\.sqlite\S* cannot be written to/ : /folder .* cannot be written to/,
        );
        assert.equal(message.trim().split('\n').length, 1, message);
        return true;
      });
      chmodSync(data, 0o755);
    });
  }

  it('is read on while writes are refused, and is written to as soon as it may be', { timeout: 60_000 }, async (t) => {
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
      await until(() => load.acknowledged.length > 5, 10_000, 'posts are made');
      lock('+');
      await until(() => load.refused.length > 20, 10_000, 'writes are refused');
      const reads = load.reads();
      await until(() => load.reads() > reads + 20, 10_000, 'reads go on');
    } finally {
      lock('-');
    }
    const acknowledged = load.acknowledged.length;
    await until(() => load.acknowledged.length > acknowledged + 5, 10_000, 'writes go on');
    await load.stop();
    assert.deepEqual([load.unread, load.unanswered], [[], []]);
    for (const { status, body } of load.refused) {
      assert.equal(status, 503);
      assert.match(body.code, /^rest_storage_(unavailable|unusable)$/);
    }
    const file = embedded(data);
    await assertNothingLost(file.query, load.acknowledged);
    await assertSound(file.query, 'sqlite');
    file.close();
    assert.equal((await service.end('SIGTERM')).how, 0);
  });
});
