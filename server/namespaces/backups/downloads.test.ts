// Tests the download of backups, and the password that it needs.
import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { it } from 'node:test';
import { backupRoutesSite, backups } from '../../../test/backup-routes-site.ts';
import { describeEachEngine } from '../../../test/engines.ts';
import { issueApplicationPassword } from '../../cms-v2/application-passwords/issue.ts';
import { makeRequest } from '../../http/request.ts';

describeEachEngine('downloads of backups', (engine) => {
  const { opened, loginDelays, send, recordOf, createBackup, tokenFor, archiveUrl, later } = backupRoutesSite(engine);

  it('sends archives in ranges, without a session, for fifteen minutes', async () => {
    const { id, size } = await createBackup('To download');
    const bytes = await readFile(path.join(opened.folder, 'all', `${id}.tar`));
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
    assert.deepEqual(
      [overridden.status, overridden.headers.get('content-length'), (await overridden.arrayBuffer()).byteLength],
      [206, '0', 0],
      'an overridden method has no body either',
    );
    later(15 * 60_000);
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
    const second = await opened.site.create(users, {
      ...{ username: 'second', email: 'second@site.test', password: 'long enough', roles: ['administrator'] },
    });
    const issued = await issueApplicationPassword(
      { database: opened.site.database, ...opened.site.service },
      {
        ...{ userId: second.id, name: 'second' },
      },
    );
    const authorization = `Basic ${Buffer.from(`second:${issued.password}`).toString('base64')}`;
    const tokenOfSecond = async (secret: string) => {
      const response = await opened.site.request(
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
    await opened.site.request('administrator', 'PUT', `${users}/${second.id}`, { password: 'another one' });
    assert.equal(await status(first), 403);
    const next = archiveUrl(id, await tokenOfSecond('another one'));
    assert.equal(await status(next), 200);
    await opened.site.request('administrator', 'PUT', `${users}/${second.id}`, { roles: ['editor'] });
    assert.equal(await status(next), 403);
    const downloads = (
      await opened.site.request('administrator', 'GET', '/octavo/v1/audit-log?action=backup-downloaded')
    ).body;
    assert.deepEqual([downloads[0].username, downloads[0].object_id], ['second', id]);
  });

  it('asks for the password again, and throttles wrong ones like sign-ins', async () => {
    const { id } = await createBackup('Protected');
    const attempt = (below: string, json: object, from: string) =>
      opened.site.service.dispatch(
        makeRequest('POST', `${backups}/${id}/${below}`, {
          ...{ json, from, headers: { authorization: opened.site.authorizationOf('administrator') ?? '' } },
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
    loginDelays.length = 0;
    for (let n = 0; n < 8; n += 1) await attempt('downloads', { password: `wrong ${n}` }, '192.0.2.2');
    assert.deepEqual(loginDelays, [100, 200], 'further attempts are delayed');
    await opened.site.service.failedLogins.write();
    const { body: failures } = await opened.site.request(
      'administrator',
      'GET',
      '/octavo/v1/audit-log?action=sign-in-failed',
    );
    type Failure = { ip: string; object_name: string; details: { failures: number; credential: string } };
    assert.deepEqual(
      failures.map(({ ip, object_name, details }: Failure) => [ip, object_name, details]),
      [
        ['192.0.2.2', 'admin', { failures: 8, credential: 'password' }],
        ['192.0.2.1', 'admin', { failures: 2, credential: 'password' }],
      ],
    );
    assert.equal((await recordOf(id)).restore, null, 'nothing was restored');
  });
});
