// A database file that somebody deletes, replaces or damages while it is in use: nothing is acknowledged that a later
// start would not find, and the process neither ends nor says more than it should (check 57).
import assert from 'node:assert/strict';
import { closeSync, copyFileSync, fstatSync, openSync, renameSync, rmSync, writeSync } from 'node:fs';
import path from 'node:path';
import { describe, it } from 'node:test';
import { assertTryLater, newFolder, startService } from './service-process.ts';

const deeds: Readonly<Record<string, (file: string) => void>> = {
  deleted: (file) => {
    for (const each of [file, `${file}-wal`, `${file}-shm`]) rmSync(each);
  },
  'deleted alone': (file) => rmSync(file),
  replaced: (file) => {
    copyFileSync(file, `${file}.backup`);
    renameSync(`${file}.backup`, file);
  },
};

describe('a database file that is no longer what was opened', () => {
  for (const [what, deed] of Object.entries(deeds)) {
    it(`acknowledges nothing when it was ${what}`, { timeout: 30_000 }, async () => {
      const data = await newFolder();
      const service = await startService({ data });
      const made = await service.ask('POST', '/cms/v2/posts', { title: 'Before', status: 'publish' });
      assert.equal(made.status, 201);
      assert.equal(await service.probe('readyz'), 200);
      deed(path.join(data, 'octavo.sqlite'));
      for (let n = 0; n < 3; n += 1)
        assertTryLater(await service.ask('POST', '/cms/v2/posts', { title: 'After' }), /^rest_storage_unavailable$/);
      assert.equal((await service.read(`/cms/v2/posts/${made.body.id}`)).status, 200);
      assert.equal(await service.probe('readyz'), 503);
      assert.equal(await service.probe('healthz'), 200);
      assert.match(service.log(), /was deleted or replaced while in use/);
      assert.equal((await service.end('SIGTERM')).how, 0);
    });
  }

  it('answers without telling of its insides when it is damaged, and ends in good order', {
    timeout: 30_000,
  }, async () => {
    const data = await newFolder();
    const first = await startService({ data });
    for (let n = 0; n < 20; n += 1)
      await first.ask('POST', '/cms/v2/posts', { title: 'x'.repeat(3000), status: 'publish' });
    await first.end('SIGTERM');
    const service = await startService({ data });
    damage(path.join(data, 'octavo.sqlite'));
    const answers = [];
    for (let n = 1; n < 8; n += 1) answers.push(await service.read(`/cms/v2/posts?page=${n}&per_page=3`));
    answers.push(await service.ask('POST', '/cms/v2/posts', { title: 'After', status: 'publish' }));
    for (const { status, body } of answers) {
      assert.ok(status < 300 || status === 400 || status === 503, `${status}: ${JSON.stringify(body)}`);
      assert.doesNotMatch(JSON.stringify(body), /sqlite|malformed|\.ts/i);
    }
    assert.ok(answers.some(({ body }) => body.code === 'rest_storage_unusable'));
    assert.match(service.log(), /The database file is damaged/);
    assert.equal(await service.probe('readyz'), 503);
    assert.equal(await service.probe('healthz'), 200);
    assert.equal((await service.end('SIGTERM')).how, 0);
  });
});

/** Writes nonsense over everything but the first pages. */
function damage(file: string): void {
  const descriptor = openSync(file, 'r+');
  const { size } = fstatSync(descriptor);
  const begin = 5 * 4096;
  writeSync(descriptor, Buffer.alloc(size - begin, 0x5a), 0, size - begin, begin);
  closeSync(descriptor);
}
