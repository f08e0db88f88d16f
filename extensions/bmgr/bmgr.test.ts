import assert from 'node:assert/strict';
import { copyFile, mkdir, mkdtemp, readdir, readFile, rm, stat, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, before, it } from 'node:test';
import { setTimeout as pause } from 'node:timers/promises';
import type { Limits } from '../../server/access/actor.ts';
import { openBackupFolder } from '../../server/backup/backup-folder.ts';
import type { BackupRecord } from '../../server/backup/record.ts';
import { issueApplicationPassword } from '../../server/cms-v2/application-passwords/issue.ts';
import { describeEachEngine } from '../../test/engines.ts';
import { createImage, type MediaSite, openMediaSite } from '../../test/media-site.ts';
import { roles } from '../../test/site.ts';

const router = '/bmgr-api/v1/router';
const password = 'correct horse';

describeEachEngine('bmgr-api/v1', (engine) => {
  let site: MediaSite;
  let folder: string;

  before(async () => {
    folder = await mkdtemp(path.join(tmpdir(), 'octavo-bmgr-'));
    site = await openMediaSite({
      database: await engine.open(),
      extensions: ['union'],
      backups: path.join(folder, 'all'),
    });
    await site.upload('administrator', 'a.png', await createImage(30, 30));
  });
  after(async () => {
    await site.service.close();
    await site.close();
    await rm(folder, { recursive: true, force: true });
    assert.deepEqual(site.errors, []);
  });

  const send = (method: string, json?: object, query = '') =>
    site.request('administrator', method, router + query, json);
  const get = async (id: string) => (await send('GET', undefined, `?id=${id}`)).body;
  /** Waits until the creation or restore of a backup has finished, and returns the backup. */
  const waitUntilFinished = async (id: string) => {
    for (let n = 0; n < 6000; n += 1) {
      // The state is read from the record file, because users cannot sign in while an in-memory database is being restored.
      const found = JSON.parse(await readFile(path.join(folder, 'all', `${id}.json`), 'utf8'));
      if (found.state !== 'making' && found.restore?.state !== 'restoring') return get(id);
      await pause(10);
    }
    throw new Error('the backup did not finish');
  };
  /** Retries while the backup lock is held. It is released shortly after the final state is reported. */
  const retryWhileBusy = async (work: () => ReturnType<typeof send>) => {
    for (let n = 0; ; n += 1) {
      const response = await work();
      if (response.body?.code !== 'bmgr_busy' || n > 6000) return response;
      await pause(10);
    }
  };
  const createBackup = async (name = 'A name') => {
    const { status, body } = await retryWhileBusy(() => send('POST', { name }));
    assert.equal(status, 202, JSON.stringify(body));
    return waitUntilFinished(body.id);
  };

  it('creates a backup, reports its progress, and lists it', async () => {
    const { status, body } = await send('POST', { name: ' Before the move ' });
    assert.equal(status, 202);
    assert.deepEqual(
      [body.name, body.state, body.made_by, body.contents, body.restore],
      ['Before the move', 'making', 'admin', null, null],
    );
    const made = await waitUntilFinished(body.id);
    assert.deepEqual([made.state, made.progress, made.error], ['ready', 1, null]);
    assert.deepEqual([made.contents.files, made.contents.users, made.contents.missing_files], [1, 6, 0]);
    assert.equal(made.size, (await stat(path.join(folder, 'all', `${made.id}.tar`))).size);
    const { backups } = (await send('GET')).body;
    assert.deepEqual(backups, [made]);
    const [auditEvent] = (await site.request('administrator', 'GET', '/octavo/v1/audit-log?action=backup-created'))
      .body;
    assert.deepEqual([auditEvent.object_id, auditEvent.username], [made.id, 'admin']);
  });

  it('stores backups with private file modes, and exposes no secrets', async () => {
    const { id } = await createBackup();
    assert.equal((await stat(path.join(folder, 'all'))).mode & 0o777, 0o700);
    for (const name of await readdir(path.join(folder, 'all')))
      assert.equal((await stat(path.join(folder, 'all', name))).mode & 0o777, 0o600, name);
    const exposedText =
      JSON.stringify((await send('GET')).body) + (await readFile(path.join(folder, 'all', `${id}.json`), 'utf8'));
    assert.doesNotMatch(exposedText, /argon2|secret|password/);
    assert.ok(!exposedText.includes(site.service.key));
    const head = (await readFile(path.join(folder, 'all', `${id}.tar`))).toString('latin1', 0, 20_000);
    assert.ok(!head.includes(site.service.key));
  });

  it('renames and deletes backups', async () => {
    const { id } = await createBackup();
    for (const method of ['PUT', 'PATCH']) {
      const { status, body } = await retryWhileBusy(() => send(method, { id, name: `By ${method}` }));
      assert.deepEqual([status, body.name], [200, `By ${method}`]);
      assert.equal((await get(id)).name, `By ${method}`);
    }
    const gone = await send('DELETE', undefined, `?id=${id}`);
    assert.deepEqual([gone.status, gone.body.deleted, gone.body.previous.id], [200, true, id]);
    assert.deepEqual(
      (await readdir(path.join(folder, 'all'))).filter((name) => name.includes(id)),
      [],
    );
    for (const method of ['GET', 'DELETE']) {
      const { status, body } = await send(method, undefined, `?id=${id}`);
      assert.deepEqual([status, body.code], [404, 'bmgr_unknown'], method);
    }
  });

  it('restores the content of the backup', async () => {
    const post = await site.create('/cms/v2/posts', { title: 'Then', status: 'publish' });
    const { id } = await createBackup();
    await site.create('/cms/v2/posts', { title: 'Since', status: 'publish' });
    await site.request('administrator', 'PUT', `/cms/v2/posts/${post.id}`, { title: 'Changed' });
    await site.request('administrator', 'POST', '/cms/v2/settings', { title: 'Changed' });
    const titles = async () =>
      (await site.request('anonymous', 'GET', '/cms/v2/posts?_fields=title')).body.map(
        ({ title }: { title: { rendered: string } }) => title.rendered,
      );
    assert.deepEqual((await titles()).slice(0, 2).sort(), ['Changed', 'Since']);
    const { status, body } = await retryWhileBusy(() => send('PATCH', { id, action: 'restore', password }));
    assert.deepEqual([status, body.restore.state, body.restore.started_by], [202, 'restoring', 'admin']);
    const done = await waitUntilFinished(id);
    assert.deepEqual([done.restore.state, done.restore.error, done.restore.progress], ['done', null, 1]);
    assert.equal((await titles())[0], 'Then');
    assert.notEqual((await site.request('administrator', 'GET', '/cms/v2/settings')).body.title, 'Changed');
    assert.equal((await site.create('/cms/v2/posts', { title: 'And on' })).title.raw, 'And on');
  });

  it('requires the account password for a restore, and creates a backup of the current site first', async () => {
    const { id } = await createBackup('Guarded');
    const restore = (submitted: object, headers: Readonly<Record<string, string>> = {}) =>
      site.request('administrator', 'PATCH', router, { id, action: 'restore', ...submitted }, headers);
    for (const [submitted, status, code] of [
      [{}, 400, 'rest_missing_callback_param'],
      [{ password: '' }, 400, 'rest_invalid_param'],
      [{ password: ['correct horse'] }, 400, 'rest_invalid_param'],
      [{ password: 'x'.repeat(4097) }, 400, 'rest_invalid_param'],
      [{ password: 'wrong' }, 403, 'rest_incorrect_password'],
    ] as const) {
      const { body, ...response } = await restore(submitted);
      assert.deepEqual([response.status, body.code], [status, code], JSON.stringify(submitted).slice(0, 50));
    }
    const unlimited = { readOnly: false, namespaces: [], expires: null };
    const restricted: readonly (readonly [Partial<Limits>, string])[] = [
      [
        { expires: new Date(Date.now() + 3_600_000).toISOString().slice(0, 19) },
        'rest_application_password_restricted',
      ],
      [{ namespaces: ['bmgr-api/v1'] }, 'rest_application_password_restricted'],
      [{ readOnly: true }, 'rest_application_password_read_only'],
      [{ namespaces: ['cms/v2'] }, 'rest_application_password_out_of_scope'],
    ];
    for (const [limits, code] of restricted) {
      const { password: secret } = await issueApplicationPassword(
        { database: site.database, ...site.service },
        { userId: site.ids.administrator, name: 'limited', limits: { ...unlimited, ...limits } },
      );
      const authorization = `Basic ${Buffer.from(`admin:${secret}`).toString('base64')}`;
      const { status, body } = await restore({ password }, { authorization });
      assert.deepEqual([status, body.code], [403, code], JSON.stringify(limits));
    }
    const { restore: untouched } = await get(id);
    assert.equal(untouched, null);
    assert.equal((await retryWhileBusy(() => restore({ password }))).status, 202);
    const { restore: restored } = await waitUntilFinished(id);
    const copy = await get(restored.copy);
    assert.deepEqual([copy.state, copy.automatic, copy.name], ['ready', true, 'Before the restore of Guarded']);
    assert.doesNotMatch(JSON.stringify([restored, copy]), /correct horse/);
  });

  it('runs one backup or restore at a time', async () => {
    const [one, two] = await Promise.all([send('POST', {}), send('POST', {})]);
    const [made, refused] = one.status === 202 ? [one, two] : [two, one];
    assert.deepEqual([made.status, refused.status, refused.body.code], [202, 409, 'bmgr_busy']);
    const { id } = await waitUntilFinished(made.body.id);
    assert.equal((await get(id)).state, 'ready');
  });

  it('fails to restore a corrupt backup, and changes nothing', async () => {
    const { id } = await createBackup();
    const archivePath = path.join(folder, 'all', `${id}.tar`);
    const bytes = await readFile(archivePath);
    const at = bytes.indexOf('rows/users/') + 700;
    bytes[at] = (bytes[at] ?? 0) ^ 1;
    await writeFile(archivePath, bytes);
    const before = (await site.request('administrator', 'GET', '/cms/v2/posts?context=edit')).body;
    assert.equal((await retryWhileBusy(() => send('PUT', { id, action: 'restore', password }))).status, 202);
    const failed = await waitUntilFinished(id);
    assert.equal(failed.restore.state, 'failed');
    assert.match(failed.restore.error, /^The backup cannot be used: .+\.$/);
    assert.deepEqual((await site.request('administrator', 'GET', '/cms/v2/posts?context=edit')).body, before);
    await writeFile(archivePath, 'nothing of the kind');
    const refused = await retryWhileBusy(() => send('PUT', { id, action: 'restore', password }));
    assert.deepEqual([refused.status, refused.body.code], [400, 'bmgr_broken']);
  });

  it('rejects a backup of another site, and accepts a copy of a backup of this site', async () => {
    const other = await openMediaSite({ extensions: ['union'], backups: path.join(folder, 'other') });
    const { body } = await other.request('administrator', 'POST', router, { name: 'Foreign' });
    while ((await other.request('administrator', 'GET', `${router}?id=${body.id}`)).body.state === 'making')
      await pause(10);
    await copyFile(path.join(folder, 'other', `${body.id}.tar`), path.join(folder, 'all', 'foreign.tar'));
    await other.service.close();
    await other.close();
    const { id } = await createBackup('Own');
    await copyFile(path.join(folder, 'all', `${id}.tar`), path.join(folder, 'all', 'copied.tar'));
    const listed = (await send('GET')).body.backups.map((each: { id: string }) => each.id);
    assert.ok(listed.includes('foreign') && listed.includes('copied'));
    assert.deepEqual([(await get('foreign')).name, (await get('copied')).state], ['Foreign', 'ready']);
    const refused = await retryWhileBusy(() => send('PUT', { id: 'foreign', action: 'restore', password }));
    assert.deepEqual([refused.status, refused.body.code, refused.body.data.reason], [409, 'bmgr_unfit', 'foreign']);
    assert.equal((await retryWhileBusy(() => send('PUT', { id: 'copied', action: 'restore', password }))).status, 202);
    assert.equal((await waitUntilFinished('copied')).restore.state, 'done');
  });

  it('reports interrupted backups as failed', async () => {
    const { id } = await createBackup();
    const recordPath = path.join(folder, 'all', `${id}.json`);
    const record = JSON.parse(await readFile(recordPath, 'utf8'));
    await retryWhileBusy(async () => send('PUT', { id, name: 'Once more' }));
    await writeFile(recordPath, JSON.stringify({ ...record, state: 'making', contents: null }));
    assert.equal((await get(id)).state, 'making', 'another process may be working on it');
    await utimes(recordPath, 0, 0);
    const broken = await get(id);
    assert.equal(broken.state, 'failed');
    assert.match(broken.error, /Interrupted/);
    const refused = await retryWhileBusy(() => send('PUT', { id, action: 'restore', password }));
    assert.deepEqual([refused.status, refused.body.code], [409, 'bmgr_not_ready']);
    await createBackup();
    assert.equal(JSON.parse(await readFile(recordPath, 'utf8')).state, 'failed', 'the next backup stores the state');
  });

  it('rejects invalid parameters', async () => {
    const { id } = await createBackup();
    const wrong: [string, object, number, string][] = [
      ['POST', { id, name: 'x' }, 400, 'rest_invalid_param'],
      ['POST', { name: '' }, 400, 'rest_invalid_param'],
      ['POST', { name: ['x'] }, 400, 'rest_invalid_param'],
      ['POST', { name: 'x'.repeat(201) }, 400, 'rest_invalid_param'],
      ['POST', { name: 'a\u0000b' }, 400, 'rest_invalid_param'],
      ['PATCH', { id, name: 'a\ud800b' }, 400, 'rest_invalid_param'],
      ['PUT', {}, 400, 'rest_missing_callback_param'],
      ['PUT', { id }, 400, 'rest_invalid_param'],
      ['PUT', { id, action: 'burn' }, 400, 'rest_invalid_param'],
      ['PUT', { id, action: 'restore', password, name: 'x' }, 400, 'rest_invalid_param'],
      ['PUT', { id: 'none', action: 'restore', password }, 404, 'bmgr_unknown'],
      ['PUT', { id: '../all/x', name: 'x' }, 404, 'bmgr_unknown'],
      ['PATCH', { id: { a: 1 }, name: 'x' }, 400, 'rest_invalid_param'],
      ['DELETE', {}, 400, 'rest_missing_callback_param'],
    ];
    for (const [method, json, status, code] of wrong) {
      const response = await retryWhileBusy(() => send(method, json));
      assert.deepEqual([response.status, response.body.code], [status, code], `${method} ${JSON.stringify(json)}`);
    }
    for (const query of ['?id=../../etc/passwd', '?id=.', '?id=%00', `?id=${'x'.repeat(80)}`])
      assert.equal((await send('GET', undefined, query)).status, 404, query);
  });

  it('leaves no temporary files when a record cannot be written', async () => {
    const { id } = await createBackup();
    const recordPath = path.join(folder, 'all', `${id}.json`);
    await rm(recordPath);
    await mkdir(recordPath);
    await assert.rejects(openBackupFolder(path.join(folder, 'all')).write({ id } as BackupRecord));
    assert.deepEqual(
      (await readdir(path.join(folder, 'all'))).filter((name) => name.startsWith('.')),
      [],
    );
    await rm(recordPath, { recursive: true });
  });

  it('can be managed only by administrators', async () => {
    const { id } = await createBackup();
    for (const caller of ['anonymous', 'other', ...roles.filter((role) => role !== 'administrator')] as const)
      for (const method of ['GET', 'POST', 'PUT', 'PATCH', 'DELETE']) {
        const { status, body } = await site.request(
          caller,
          method,
          `${router}?id=${id}`,
          method === 'GET' ? undefined : { name: 'x' },
        );
        assert.deepEqual(
          [status, body.code],
          [caller === 'anonymous' ? 401 : 403, 'bmgr_cannot_manage'],
          `${caller} ${method}`,
        );
      }
    assert.equal((await get(id)).name, 'A name');
  });

  it('interrupts a running backup when the service stops', async () => {
    const { body } = await retryWhileBusy(() => send('POST', {}));
    await site.service.close();
    const { state, error } = await get(body.id);
    assert.deepEqual([state, /Interrupted/.test(error)], ['failed', true]);
    assert.deepEqual(
      (await readdir(path.join(folder, 'all'))).filter((name) => name.includes('part')),
      [],
    );
  });
});
