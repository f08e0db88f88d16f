// Tests the routes of backups: creating, checking, comparing and deleting them.
import assert from 'node:assert/strict';
import { copyFile, readdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { it } from 'node:test';
import { backupRoutesSite, backups, password } from '../../../test/backup-routes-site.ts';
import { describeEachEngine } from '../../../test/engines.ts';
import { roles } from '../../../test/site.ts';
import { issueApplicationPassword } from '../../cms-v2/application-passwords/issue.ts';

describeEachEngine('backups over the API', (engine) => {
  const { opened, send, waitUntilFinished, retryWhileBusy, createBackup, later } = backupRoutesSite(engine);

  it('creates backups in the background, one at a time', async () => {
    const [one, two] = await Promise.all([send('POST', '', { name: ' Mine ' }), send('POST', '', {})]);
    const [created, rejected] = one.status === 202 ? [one, two] : [two, one];
    assert.deepEqual([created.status, rejected.status, rejected.body.code], [202, 409, 'rest_backup_busy']);
    assert.deepEqual(
      [created.body.state, created.body.created_by, created.body.contents, created.body.obstacle],
      ['creating', 'admin', null, null],
    );
    const backup = await waitUntilFinished(created.body.id);
    assert.deepEqual(
      [backup.state, backup.progress, backup.error, backup.automatic, backup.restore],
      ['ready', 1, null, false, null],
    );
    assert.deepEqual([backup.contents.files, backup.contents.users], [1, 6]);
    assert.equal(backup.size, (await readFile(path.join(opened.folder, 'all', `${backup.id}.tar`))).length);
    assert.deepEqual((await send('GET')).body, [backup]);
  });

  it('deletes backups', async () => {
    const { id } = await createBackup('Old');
    const { status, body } = await retryWhileBusy(() => send('DELETE', `/${id}`));
    assert.deepEqual([status, body.deleted, body.previous.name, body.previous.obstacle], [200, true, 'Old', null]);
    assert.deepEqual(
      (await readdir(path.join(opened.folder, 'all'))).filter((name) => name.startsWith(id)),
      [],
    );
    for (const [method, below, json] of [
      ['GET', '', undefined],
      ['DELETE', '', undefined],
      ['GET', '/comparison', undefined],
      ['POST', '/downloads', { password }],
      ['POST', '/restores', { password, name: 'Old' }],
    ] as const) {
      const gone = await retryWhileBusy(() => send(method, `/${id}${below}`, json));
      assert.deepEqual([gone.status, gone.body.code], [404, 'rest_backup_invalid_id'], method + below);
    }
  });

  it('never leaves the folder', async () => {
    await writeFile(path.join(opened.folder, 'outside.json'), '{}');
    await writeFile(path.join(opened.folder, 'outside.tar'), 'secret');
    for (const id of ['..%2Foutside', '%2e%2e%2Foutside', '..', '../outside', '..%5Coutside', 'a%00b', 'x'.repeat(90)])
      for (const [method, below, json] of [
        ['GET', '', undefined],
        ['DELETE', '', undefined],
        ['GET', '/comparison', undefined],
        ['POST', '/downloads', { password }],
        ['GET', '/archive?token=x', undefined],
      ] as const) {
        const { status } = await send(method, `/${id}${below}`, json);
        assert.ok(status === 404 || status === 400 || status === 403, `${method} ${id}${below}: ${status}`);
      }
    assert.deepEqual((await readdir(opened.folder)).sort(), ['all', 'outside.json', 'outside.tar']);
  });

  it('checks backups, also archives that were copied into the folder', async () => {
    const { id, check, contents } = await createBackup('To check');
    assert.equal(check, null);
    await copyFile(path.join(opened.folder, 'all', `${id}.tar`), path.join(opened.folder, 'all', 'copied.tar'));
    assert.equal((await send('GET', '/copied')).body.contents, null);
    for (const each of [id, 'copied']) {
      const started = await retryWhileBusy(() => send('POST', `/${each}/checks`));
      assert.deepEqual([started.status, started.body.check.state], [202, 'checking']);
      const checked = await waitUntilFinished(each);
      assert.deepEqual([checked.check.state, checked.check.error, checked.check.progress], ['done', null, 1]);
      assert.deepEqual(checked.contents, contents);
    }
    const file = path.join(opened.folder, 'all', 'copied.tar');
    const bytes = await readFile(file);
    await writeFile(file, bytes.subarray(0, bytes.length - 2048));
    await retryWhileBusy(() => send('POST', '/copied/checks'));
    const damaged = await waitUntilFinished('copied');
    assert.deepEqual([damaged.state, damaged.check.state], ['ready', 'failed']);
    assert.match(damaged.check.error, /^The backup cannot be used: .+\.$/);
    await retryWhileBusy(() => send('DELETE', '/copied'));
  });

  it('compares a backup with the current site', async () => {
    later(5000);
    const { id, contents } = await createBackup('To compare');
    later(5000);
    const fresh = (await send('GET', `/${id}/comparison`)).body;
    assert.deepEqual(fresh.newer, { entries: 0, comments: 0, users: 0 });
    assert.equal(fresh.site.contents.entries, contents.entries);
    const post = await opened.site.create('/cms/v2/posts', { title: 'Newer', status: 'publish' });
    await opened.site.create('/cms/v2/comments', { post: post.id, content: 'Newer.' });
    const { status, body } = await send('GET', `/${id}/comparison`);
    assert.equal(status, 200, JSON.stringify(body));
    assert.deepEqual(body.newer, { entries: 1, comments: 1, users: 0 });
    assert.equal(body.site.contents.entries, body.backup.contents.entries + 1);
    assert.deepEqual([body.backup.name, body.backup.home, body.obstacle], ['To compare', 'http://site.test', null]);
    assert.match(body.command, new RegExp(` backup restore ${id}$`));
  });

  it('are closed to other roles and to restricted application passwords', async () => {
    const { id } = await createBackup('Closed');
    const requests = [
      ['GET', '', undefined],
      ['POST', '', { name: 'x' }],
      ['GET', `/${id}`, undefined],
      ['DELETE', `/${id}`, undefined],
      ['GET', `/${id}/comparison`, undefined],
      ['POST', `/${id}/checks`, undefined],
      ['POST', `/${id}/downloads`, { password }],
      ['POST', `/${id}/restores`, { password, name: 'Closed' }],
    ] as const;
    for (const caller of ['anonymous', 'other', ...roles.filter((role) => role !== 'administrator')] as const)
      for (const [method, below, json] of requests) {
        const { status, body } = await send(method, below, json, caller);
        assert.deepEqual(
          [status, body.code],
          [caller === 'anonymous' ? 401 : 403, 'rest_cannot_manage_backups'],
          `${caller} ${method} ${below}`,
        );
      }
    const limited = async (limits: { readOnly?: boolean; namespaces?: string[] }) => {
      const { password: secret } = await issueApplicationPassword(
        { database: opened.site.database, ...opened.site.service },
        {
          ...{
            userId: opened.site.ids.administrator,
            name: 'limited',
            limits: { readOnly: false, namespaces: [], expires: null, ...limits },
          },
        },
      );
      return { authorization: `Basic ${Buffer.from(`admin:${secret}`).toString('base64')}` };
    };
    const scoped = await limited({ namespaces: ['octavo/v1'] });
    const codes = async (headers: Record<string, string>) =>
      Promise.all(
        requests
          .filter(([method, below]) => method !== 'DELETE' && below !== '' && !below.endsWith('/checks'))
          .map(async ([method, below, json]) => {
            const { status, body } = await opened.site.request('anonymous', method, backups + below, json, headers);
            return status < 300 ? status : body.code;
          }),
      );
    assert.deepEqual(await codes(scoped), [
      ...[200, 200],
      ...['rest_cannot_use_backup_secrets', 'rest_cannot_use_backup_secrets'],
    ]);
    assert.deepEqual(await codes(await limited({ readOnly: true })), [
      ...[200, 200],
      ...['rest_application_password_read_only', 'rest_application_password_read_only'],
    ]);
    assert.ok(
      (await codes(await limited({ namespaces: ['cms/v2'] }))).every(
        (code) => code === 'rest_application_password_out_of_scope',
      ),
    );
  });
});
