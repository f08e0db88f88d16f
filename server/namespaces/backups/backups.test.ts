// Tests the routes of backups: creating, comparing, downloading, restoring and deleting them.
import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { copyFile, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, before, it } from 'node:test';
import { setTimeout as pause } from 'node:timers/promises';
import { edgeDeps, mountsFor } from '../../../test/edge.ts';
import { describeEachEngine } from '../../../test/engines.ts';
import { createImage, type MediaSite, openMediaSite } from '../../../test/media-site.ts';
import { type Caller, roles } from '../../../test/site.ts';
import { acquireLease } from '../../backup/lease.ts';
import { issueApplicationPassword } from '../../cms-v2/application-passwords/issue.ts';
import { makeEdge } from '../../edge/edge.ts';
import { ResponseCache } from '../../edge/response-cache.ts';
import { makeRequest } from '../../http/request.ts';

const backups = '/octavo/v1/backups';
const password = 'correct horse';

describeEachEngine('backups over the API', (engine) => {
  let site: MediaSite;
  let folder: string;
  let origin: string;
  let closeEdge: () => Promise<unknown>;
  let now = Date.now();

  before(async () => {
    folder = await mkdtemp(path.join(tmpdir(), 'octavo-backups-api-'));
    // A clock of its own lets tokens expire.
    site = await openMediaSite({ database: await engine.open(), backups: path.join(folder, 'all'), clock: () => now });
    await site.upload('administrator', 'a.png', await createImage(30, 30));
    const cache = new ResponseCache(site.database.changes, () => {}, 1_000_000);
    const app = makeEdge(edgeDeps(mountsFor(site.service.dispatch), { api: { cache } }));
    await app.listen({ host: '127.0.0.1', port: 0 });
    origin = `http://127.0.0.1:${(app.server.address() as AddressInfo).port}`;
    closeEdge = () => app.close();
  });
  after(async () => {
    await closeEdge();
    await site.service.close();
    await site.close();
    await rm(folder, { recursive: true, force: true });
    assert.deepEqual(site.errors, []);
  });

  const send = (method: string, below = '', json?: object, caller: Caller = 'administrator') =>
    site.request(caller, method, backups + below, json);
  const recordOf = async (id: string) => JSON.parse(await readFile(path.join(folder, 'all', `${id}.json`), 'utf8'));
  /** Waits until the creation or restore of a backup has finished, and returns the backup. */
  const waitUntilFinished = async (id: string) => {
    for (let n = 0; n < 6000; n += 1) {
      const { state, restore, check } = await recordOf(id);
      if (state !== 'making' && restore?.state !== 'restoring' && check?.state !== 'checking')
        return (await send('GET', `/${id}`)).body;
      await pause(10);
    }
    throw new Error('the backup did not finish');
  };
  /** Retries while the lease is held. It is released shortly after the final state is reported. */
  const retryWhileBusy = async (work: () => ReturnType<typeof send>) => {
    for (let n = 0; ; n += 1) {
      const response = await work();
      if (response.body?.code !== 'rest_backup_busy' || n > 6000) return response;
      await pause(10);
    }
  };
  /** Acquires the lease, as another process does that creates or restores a backup. */
  const acquireFreeLease = async () => {
    for (let n = 0; ; n += 1) {
      const lease = await acquireLease(site.database, () => now).catch(() => undefined);
      if (lease || n > 6000) return lease ?? assert.fail('the lease is never released');
      await pause(10);
    }
  };
  const createBackup = async (name = 'A name') => {
    const { status, body } = await retryWhileBusy(() => send('POST', '', { name }));
    assert.equal(status, 202, JSON.stringify(body));
    return waitUntilFinished(body.id);
  };
  const titles = async () =>
    (await site.request('administrator', 'GET', '/cms/v2/posts?_fields=title&per_page=100')).body.map(
      ({ title }: { title: { rendered: string } }) => title.rendered,
    );
  const tokenFor = async (id: string) => {
    const { status, body } = await send('POST', `/${id}/downloads`, { password });
    assert.equal(status, 201, JSON.stringify(body));
    return body.token as string;
  };
  const archiveUrl = (id: string, token: string) => `${origin}/rest${backups}/${id}/archive?token=${token}`;

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
    assert.equal(backup.size, (await readFile(path.join(folder, 'all', `${backup.id}.tar`))).length);
    assert.deepEqual((await send('GET')).body, [backup]);
  });

  it('deletes backups', async () => {
    const { id } = await createBackup('Old');
    const { status, body } = await retryWhileBusy(() => send('DELETE', `/${id}`));
    assert.deepEqual([status, body.deleted, body.previous.name, body.previous.obstacle], [200, true, 'Old', null]);
    assert.deepEqual(
      (await readdir(path.join(folder, 'all'))).filter((name) => name.startsWith(id)),
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
    await writeFile(path.join(folder, 'outside.json'), '{}');
    await writeFile(path.join(folder, 'outside.tar'), 'secret');
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
    assert.deepEqual((await readdir(folder)).sort(), ['all', 'outside.json', 'outside.tar']);
  });

  it('checks backups, also archives that were copied into the folder', async () => {
    const { id, check, contents } = await createBackup('To check');
    assert.equal(check, null);
    await copyFile(path.join(folder, 'all', `${id}.tar`), path.join(folder, 'all', 'copied.tar'));
    assert.equal((await send('GET', '/copied')).body.contents, null);
    for (const each of [id, 'copied']) {
      const started = await retryWhileBusy(() => send('POST', `/${each}/checks`));
      assert.deepEqual([started.status, started.body.check.state], [202, 'checking']);
      const checked = await waitUntilFinished(each);
      assert.deepEqual([checked.check.state, checked.check.error, checked.check.progress], ['done', null, 1]);
      assert.deepEqual(checked.contents, contents);
    }
    const file = path.join(folder, 'all', 'copied.tar');
    const bytes = await readFile(file);
    await writeFile(file, bytes.subarray(0, bytes.length - 2048));
    await retryWhileBusy(() => send('POST', '/copied/checks'));
    const damaged = await waitUntilFinished('copied');
    assert.deepEqual([damaged.state, damaged.check.state], ['ready', 'failed']);
    assert.match(damaged.check.error, /^The backup cannot be used: .+\.$/);
    await retryWhileBusy(() => send('DELETE', '/copied'));
  });

  it('compares a backup with the current site', async () => {
    now += 5000;
    const { id, contents } = await createBackup('To compare');
    now += 5000;
    const fresh = (await send('GET', `/${id}/comparison`)).body;
    assert.deepEqual(fresh.newer, { entries: 0, comments: 0, users: 0 });
    assert.equal(fresh.site.contents.entries, contents.entries);
    const post = await site.create('/cms/v2/posts', { title: 'Newer', status: 'publish' });
    await site.create('/cms/v2/comments', { post: post.id, content: 'Newer.' });
    const { status, body } = await send('GET', `/${id}/comparison`);
    assert.equal(status, 200, JSON.stringify(body));
    assert.deepEqual(body.newer, { entries: 1, comments: 1, users: 0 });
    assert.equal(body.site.contents.entries, body.backup.contents.entries + 1);
    assert.deepEqual([body.backup.name, body.backup.home, body.obstacle], ['To compare', 'http://site.test', null]);
    assert.match(body.command, new RegExp(` backup restore ${id}$`));
  });

  it('sends archives in ranges, without a session, for fifteen minutes', async () => {
    const { id, size } = await createBackup('To download');
    const bytes = await readFile(path.join(folder, 'all', `${id}.tar`));
    const url = archiveUrl(id, await tokenFor(id));
    const whole = await fetch(url);
    assert.deepEqual(
      [whole.status, whole.headers.get('content-length'), whole.headers.get('content-type')],
      [200, String(size), 'application/x-tar'],
    );
    assert.equal(whole.headers.get('content-disposition'), `attachment; filename="site.test-${id}.tar"`);
    assert.match(whole.headers.get('cache-control') ?? '', /no-store/);
    const hashOf = (content: Uint8Array) => createHash('sha256').update(content).digest('hex');
    assert.equal(hashOf(new Uint8Array(await whole.arrayBuffer())), hashOf(bytes));
    const etag = whole.headers.get('etag') ?? '';
    // Concurrent requests for the same URL with different ranges must not share a response.
    const ranges = await Promise.all(
      [
        ['bytes=0-99', 206, bytes.subarray(0, 100), {}],
        ['bytes=1000-', 206, bytes.subarray(1000), {}],
        ['bytes=-10', 206, bytes.subarray(-10), {}],
        ['bytes=0-9', 206, bytes.subarray(0, 10), { 'if-range': etag }],
        ['bytes=0-9', 200, bytes, { 'if-range': '"other"' }],
        [`bytes=${size}-`, 416, undefined, {}],
      ].map(async ([range, status, expected, more]) => {
        const response = await fetch(url, { headers: { range: range as string, ...(more as object) } });
        return { range, status, expected, response, body: Buffer.from(await response.arrayBuffer()) };
      }),
    );
    for (const { range, status, expected, response, body } of ranges) {
      assert.equal(response.status, status, String(range));
      if (expected) assert.ok(body.equals(expected as Buffer), String(range));
      else assert.equal(response.headers.get('content-range'), `bytes */${size}`);
    }
    const head = await fetch(url, { method: 'HEAD' });
    assert.deepEqual([head.status, head.headers.get('content-length')], [200, String(size)]);
    const overridden = await fetch(`${url}&_method=HEAD`, { headers: { range: 'bytes=0-9' } });
    assert.deepEqual([overridden.status, (await overridden.arrayBuffer()).byteLength < 100], [overridden.status, true]);
    now += 15 * 60_000;
    assert.equal((await fetch(url)).status, 403);
  });

  it('accepts download tokens only for their backup, and not after a change of the password or the role', async () => {
    const [{ id }, other] = [await createBackup('One'), await createBackup('Two')];
    const token = await tokenFor(id);
    const status = async (url: string) => (await fetch(url, { method: 'HEAD' })).status;
    assert.equal(await status(archiveUrl(id, token)), 200);
    assert.equal(await status(archiveUrl(other.id, token)), 403);
    for (const wrong of ['', 'x', `${token}0`, `${token.slice(0, -1)}!`, token.replace('.', '..'), 'x'.repeat(1001)])
      assert.ok([400, 403].includes(await status(archiveUrl(id, wrong))), wrong);
    const { body } = await send('GET', `/${id}/archive?token=${token.replace('.', '')}`);
    assert.equal(body.code, 'rest_cannot_download_backup', 'a session does not replace a token');
    const users = '/cms/v2/users';
    const second = await site.create(users, {
      ...{ username: 'second', email: 'second@site.test', password: 'long enough', roles: ['administrator'] },
    });
    const issued = await issueApplicationPassword(
      { database: site.database, ...site.service },
      {
        ...{ userId: second.id, name: 'second' },
      },
    );
    const authorization = `Basic ${Buffer.from(`second:${issued.password}`).toString('base64')}`;
    const tokenOfSecond = async (secret: string) => {
      const response = await site.request(
        'anonymous',
        'POST',
        `${backups}/${id}/downloads`,
        { password: secret },
        {
          authorization,
        },
      );
      assert.equal(response.status, 201, JSON.stringify(response.body));
      return response.body.token as string;
    };
    const first = archiveUrl(id, await tokenOfSecond('long enough'));
    assert.equal(await status(first), 200);
    await site.request('administrator', 'PUT', `${users}/${second.id}`, { password: 'another one' });
    assert.equal(await status(first), 403);
    const next = archiveUrl(id, await tokenOfSecond('another one'));
    assert.equal(await status(next), 200);
    await site.request('administrator', 'PUT', `${users}/${second.id}`, { roles: ['editor'] });
    assert.equal(await status(next), 403);
    const downloads = (await site.request('administrator', 'GET', '/octavo/v1/audit-log?action=backup-downloaded'))
      .body;
    assert.deepEqual([downloads[0].username, downloads[0].object_id], ['second', id]);
  });

  it('asks for the password again, and throttles wrong ones like sign-ins', async () => {
    const { id } = await createBackup('Protected');
    const attempt = (below: string, json: object, from: string) =>
      site.service.dispatch(
        makeRequest('POST', `${backups}/${id}/${below}`, {
          ...{ json, from, headers: { authorization: site.authorizationOf('administrator') ?? '' } },
        }),
      );
    for (const [below, more] of [
      ['downloads', {}],
      ['restores', { name: 'Protected' }],
    ] as const) {
      const wrong = await attempt(below, { ...more, password: 'wrong' }, '192.0.2.1');
      assert.deepEqual([wrong.status, JSON.parse(String(wrong.body)).code], [403, 'rest_incorrect_password']);
      assert.equal(wrong.headers['X-CMS-Credential'], undefined, 'the credentials of the request were accepted');
      for (const missing of [{}, { password: '' }, { password: ['x'] }])
        assert.equal((await attempt(below, { ...more, ...missing }, '192.0.2.1')).status, 400);
    }
    const startedAt = performance.now();
    for (let n = 0; n < 7; n += 1) await attempt('downloads', { password: `wrong ${n}` }, '192.0.2.2');
    assert.ok(performance.now() - startedAt > 250, 'further attempts are delayed');
    const { body: failures } = await site.request('administrator', 'GET', '/octavo/v1/audit-log?action=sign-in-failed');
    assert.ok(Array.isArray(failures));
    assert.equal((await recordOf(id)).restore, null, 'nothing was restored');
  });

  it('restores a backup after a backup of the current data, which can be restored, too', async () => {
    await site.create('/cms/v2/posts', { title: 'Then', status: 'publish' });
    const { id } = await createBackup('Before it');
    await site.create('/cms/v2/posts', { title: 'Since', status: 'publish' });
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
    const created = (await site.request('administrator', 'GET', '/octavo/v1/audit-log?action=backup-created')).body;
    assert.ok(created.some((event: { object_id: string }) => event.object_id === copy.id));
  });

  it('loses no acknowledged change: what the restore replaces is in the backup of the current data', async () => {
    const { id } = await createBackup('Under load');
    const acknowledged: string[] = [];
    let writing = true;
    const write = async (writer: number) => {
      for (let n = 0; writing; n += 1) {
        const title = `Written ${writer}-${n}`;
        const { status, headers } = await site.request('administrator', 'POST', '/cms/v2/posts', {
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
        const { status, body } = await site.request(
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
    const other = await openMediaSite({ backups: path.join(folder, 'other') });
    const { body } = await other.request('administrator', 'POST', backups, { name: 'Foreign' });
    while ((await other.request('administrator', 'GET', `${backups}/${body.id}`)).body.state === 'creating')
      await pause(10);
    await copyFile(path.join(folder, 'other', `${body.id}.tar`), path.join(folder, 'all', 'foreign.tar'));
    await other.service.close();
    await other.close();
    const { obstacle, contents } = (await send('GET', '/foreign')).body;
    assert.deepEqual([obstacle.reason, contents], ['foreign', null]);
    const comparison = (await send('GET', '/foreign/comparison')).body;
    assert.match(comparison.command, / backup restore foreign --foreign$/);
    const rejected = await retryWhileBusy(() => send('POST', '/foreign/restores', { password, name: 'Foreign' }));
    assert.deepEqual([rejected.status, rejected.body.code], [409, 'rest_backup_incompatible']);
    await writeFile(path.join(folder, 'all', 'broken.tar'), Buffer.alloc(2048, 'x'));
    assert.equal((await send('GET', '/broken')).status, 404);
    await rm(path.join(folder, 'all', 'broken.tar'));
  });

  it('changes nothing, and leaves no backup of the current data, if the restored one is corrupt', async () => {
    const { id } = await createBackup('Corrupt');
    const file = path.join(folder, 'all', `${id}.tar`);
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
        { database: site.database, ...site.service },
        {
          ...{
            userId: site.ids.administrator,
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
            const { status, body } = await site.request('anonymous', method, backups + below, json, headers);
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
