// Tests a database file that is deleted, replaced or damaged while it is in use: no write is acknowledged that would be lost
// after a restart, and the process neither exits nor reveals internal details.
import assert from 'node:assert/strict';
import { closeSync, copyFileSync, fstatSync, openSync, renameSync, rmSync, writeSync } from 'node:fs';
import path from 'node:path';
import { describe, it } from 'node:test';
import { assertTryLater, newSite, startService } from './service-process.ts';

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

describe('a database file that another process has changed', () => {
  for (const [description, change] of Object.entries(changes)) {
    it(`acknowledges no writes if it was ${description}`, { timeout: 30_000 }, async () => {
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
    timeout: 30_000,
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

/** Overwrites all pages of a database file except the first ones. */
function damage(file: string): void {
  const descriptor = openSync(file, 'r+');
  const { size } = fstatSync(descriptor);
  const begin = 5 * 4096;
  writeSync(descriptor, Buffer.alloc(size - begin, 0x5a), 0, size - begin, begin);
  closeSync(descriptor);
}
