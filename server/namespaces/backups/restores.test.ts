// Tests the restore of backups over the API.
import assert from 'node:assert/strict';
import { copyFile, readFile, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { it } from 'node:test';
import { setTimeout as pause } from 'node:timers/promises';
import { backupRoutesSite, backups, password } from '../../../test/backup-routes-site.ts';
import { describeEachEngine } from '../../../test/engines.ts';
import { openMediaSite } from '../../../test/media-site.ts';
import { acquireLease, importLease } from '../../database/lease.ts';

describeEachEngine('restores over the API', (engine) => {
  const { recordOf, opened, send, waitUntilFinished, retryWhileBusy, acquireFreeLease, createBackup, titles } =
    backupRoutesSite(engine);

  it('restores a backup after a backup of the current data, which can be restored, too', async () => {
    await opened.site.create('/cms/v2/posts', { title: 'Then', status: 'publish' });
    const { id } = await createBackup('Before it');
    await opened.site.create('/cms/v2/posts', { title: 'Since', status: 'publish' });
    const lease = await acquireFreeLease();
    for (const [method, below, json] of [
      ['POST', `/${id}/restores`, { password, name: 'Before it' }],
      ['POST', '', {}],
      ['DELETE', `/${id}`, undefined],
    ] as const) {
      const { status, body } = await send(method, below, json);
      assert.deepEqual([status, body.code], [409, 'rest_backup_busy'], `${method} ${below}`);
    }
    await lease.release();
    const wrongName = await send('POST', `/${id}/restores`, { password, name: 'before it' });
    assert.deepEqual([wrongName.status, wrongName.body.code], [400, 'rest_invalid_param']);
    const restore = await retryWhileBusy(() => send('POST', `/${id}/restores`, { password, name: 'Before it' }));
    assert.deepEqual(
      [restore.status, restore.body.restore.state, restore.body.restore.started_by],
      [...[202, 'restoring', 'admin']],
    );
    const done = await waitUntilFinished(id);
    assert.deepEqual([done.restore.state, done.restore.error, done.restore.progress], ['done', null, 1]);
    assert.deepEqual([(await titles()).includes('Then'), (await titles()).includes('Since')], [true, false]);
    const copy = (await send('GET', `/${done.restore.copy}`)).body;
    assert.deepEqual(
      [copy.state, copy.automatic, copy.name, copy.created_by, copy.obstacle],
      ['ready', true, 'Before the restore of Before it', 'admin', null],
    );
    const back = await retryWhileBusy(() => send('POST', `/${copy.id}/restores`, { password, name: copy.name }));
    assert.equal(back.status, 202);
    assert.equal((await waitUntilFinished(copy.id)).restore.state, 'done');
    assert.equal((await titles()).includes('Since'), true);
    const created = (await opened.site.request('administrator', 'GET', '/octavo/v1/audit-log?action=backup-created'))
      .body;
    assert.ok(created.some((event: { object_id: string }) => event.object_id === copy.id));
  });

  it('waits until an import has ended, which would continue in the restored site', async () => {
    const { id } = await createBackup('During an import');
    const lease = await acquireLease(opened.site.database, Date.now, importLease);
    const restore = () => send('POST', `/${id}/restores`, { password, name: 'During an import' });
    const { status, body } = await restore();
    assert.deepEqual([status, body.code], [409, 'rest_backup_busy']);
    assert.match(body.message, /imported/);
    assert.equal((await recordOf(id)).restore, null);
    await lease?.release();
    assert.equal((await retryWhileBusy(restore)).status, 202);
    assert.equal((await waitUntilFinished(id)).restore.state, 'done');
  });

  it('loses no acknowledged change: what the restore replaces is in the backup of the current data', async () => {
    const { id } = await createBackup('Under load');
    const acknowledged: string[] = [];
    let writing = true;
    const write = async (writer: number) => {
      for (let n = 0; writing; n += 1) {
        const title = `Written ${writer}-${n}`;
        const { status, headers } = await opened.site.request('administrator', 'POST', '/cms/v2/posts', {
          ...{ title, status: 'publish' },
        });
        if (status === 201) acknowledged.push(title);
        else assert.deepEqual([status, headers['Retry-After'] !== undefined], [503, true]);
        await pause(1);
      }
    };
    const writers = [write(1), write(2), write(3)];
    while (acknowledged.length < 20) await pause(5);
    const restore = await retryWhileBusy(() => send('POST', `/${id}/restores`, { password, name: 'Under load' }));
    assert.equal(restore.status, 202, JSON.stringify(restore.body));
    const done = await waitUntilFinished(id);
    writing = false;
    await Promise.all(writers);
    assert.equal(done.restore.state, 'done', done.restore.error);
    const after = new Set<string>();
    const read = async () => {
      for (let page = 1; ; page += 1) {
        const { status, body } = await opened.site.request(
          ...(['administrator', 'GET', `/cms/v2/posts?_fields=title&per_page=100&page=${page}`] as const),
        );
        if (status !== 200 || body.length === 0) return;
        for (const { title } of body) after.add(title.rendered);
      }
    };
    await read();
    const { restore: last } = done;
    const back = await retryWhileBusy(() =>
      send('POST', `/${last.copy}/restores`, { password, name: 'Before the restore of Under load' }),
    );
    assert.equal(back.status, 202, JSON.stringify(back.body));
    assert.equal((await waitUntilFinished(last.copy)).restore.state, 'done');
    await read();
    const lost = acknowledged.filter((title) => !after.has(title));
    assert.deepEqual(lost, [], `${lost.length} of ${acknowledged.length} changes are in neither`);
  });

  it('rejects backups of another site, and changes nothing', async () => {
    const other = await openMediaSite({ backups: path.join(opened.folder, 'other') });
    const { body } = await other.request('administrator', 'POST', backups, { name: 'Foreign' });
    while ((await other.request('administrator', 'GET', `${backups}/${body.id}`)).body.state === 'creating')
      await pause(10);
    await copyFile(path.join(opened.folder, 'other', `${body.id}.tar`), path.join(opened.folder, 'all', 'foreign.tar'));
    await other.service.close();
    await other.close();
    const { obstacle, contents } = (await send('GET', '/foreign')).body;
    assert.deepEqual([obstacle.reason, contents], ['foreign', null]);
    const comparison = (await send('GET', '/foreign/comparison')).body;
    assert.match(comparison.command, / backup restore foreign --foreign$/);
    const rejected = await retryWhileBusy(() => send('POST', '/foreign/restores', { password, name: 'Foreign' }));
    assert.deepEqual([rejected.status, rejected.body.code], [409, 'rest_backup_incompatible']);
    await writeFile(path.join(opened.folder, 'all', 'broken.tar'), Buffer.alloc(2048, 'x'));
    assert.equal((await send('GET', '/broken')).status, 404);
    await rm(path.join(opened.folder, 'all', 'broken.tar'));
  });

  it('changes nothing, and leaves no backup of the current data, if the restored one is corrupt', async () => {
    const { id } = await createBackup('Corrupt');
    const file = path.join(opened.folder, 'all', `${id}.tar`);
    const bytes = await readFile(file);
    const at = bytes.indexOf('rows/users/') + 700;
    bytes[at] = (bytes[at] ?? 0) ^ 1;
    await writeFile(file, bytes);
    const before = [await titles(), (await send('GET')).body.length];
    const restore = await retryWhileBusy(() => send('POST', `/${id}/restores`, { password, name: 'Corrupt' }));
    assert.equal(restore.status, 202);
    const failed = await waitUntilFinished(id);
    assert.equal(failed.restore.state, 'failed');
    assert.match(failed.restore.error, /^The backup cannot be used: .+\.$/);
    assert.deepEqual([await titles(), (await send('GET')).body.length], before);
  });
});
