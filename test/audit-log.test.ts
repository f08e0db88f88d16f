// Tests the audit log: recorded events, excluded data, and access.
import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, before, test } from 'node:test';
import { pruneAuditLog } from '../server/audit/store.ts';
import { openDiskStore } from '../server/files/disk-store.ts';
import { makeRequest } from '../server/http/request.ts';
import { describeEachEngine } from './engines.ts';
import { type Caller, openTestSite, roles, type TestSite } from './site.ts';

interface AuditRecord {
  readonly action: string;
  readonly username: string;
  readonly object_type: string;
  readonly object_id: string;
  readonly object_name: string;
  readonly details: Readonly<Record<string, unknown>>;
}

describeEachEngine('the audit log', (engine) => {
  let site: TestSite;
  let folder: string;
  let now = Date.parse('2026-05-01T12:00:00Z');
  before(async () => {
    folder = await mkdtemp(path.join(tmpdir(), 'octavo-audit-'));
    const files = await openDiskStore(folder);
    site = await openTestSite({ database: await engine.open(), clock: () => now, files, pause: async () => {} });
    for (const caller of [...roles, 'other'] as const) await site.request(caller, 'GET', '/cms/v2/users/me');
  });
  after(async () => {
    await rm(folder, { recursive: true });
    assert.deepEqual(site.errors, []);
  });

  const log = async (query = '') => {
    const { status, body } = await site.request('administrator', 'GET', `/octavo/v1/audit-log?per_page=100${query}`);
    assert.equal(status, 200, JSON.stringify(body));
    return body as AuditRecord[];
  };
  /** Calls `work` and returns the audit events that it has caused, oldest first. */
  const recordedDuring = async (work: () => Promise<unknown>): Promise<AuditRecord[]> => {
    now += 1000;
    await work();
    const since = `&after=${new Date(now - 1).toISOString().slice(0, 19)}`;
    return [...(await log(since)), ...(await log(`${since}&page=2`))].reverse();
  };
  const brief = (records: readonly AuditRecord[]) =>
    records.map(({ action, username, object_type, object_name }) => [action, username, object_type, object_name]);
  const request = async (caller: Caller, method: string, path: string, json?: unknown, status = 200) => {
    const response = await site.request(caller, method, path, json);
    assert.equal(response.status, status, JSON.stringify(response.body));
    return response.body;
  };

  test('records the creation and deletion of users, and changes to their roles, email addresses and passwords', async () => {
    let id = 0;
    const records = await recordedDuring(async () => {
      const user = { username: 'new', email: 'new@site.test', password: 'hidden-1', roles: ['author', 'editor'] };
      ({ id } = await request('administrator', 'POST', '/cms/v2/users', user, 201));
      await request('administrator', 'POST', `/cms/v2/users/${id}`, {
        roles: ['editor'],
        email: 'other@new.test',
        password: 'hidden-2',
      });
      // Unchanged values are not recorded.
      await request('administrator', 'POST', `/cms/v2/users/${id}`, {
        roles: ['editor'],
        email: 'other@new.test',
        name: 'New',
      });
      await request('administrator', 'DELETE', `/cms/v2/users/${id}?force=true&reassign=${site.ids.editor}`);
    });
    assert.deepEqual(
      records.map(({ action, object_id, object_name, details }) => [action, object_id, object_name, details]),
      [
        ['user-created', String(id), 'new', { roles: ['author', 'editor'] }],
        ['user-roles-changed', String(id), 'new', { from: ['author', 'editor'], to: ['editor'] }],
        ['user-email-changed', String(id), 'new', {}],
        ['user-password-changed', String(id), 'new', {}],
        ['user-deleted', String(id), 'new', { roles: ['editor'], reassigned_to: site.ids.editor }],
      ],
    );
  });

  test('records the creation, the first use and the revocation of application passwords', async () => {
    const base = '/cms/v2/users/me/application-passwords';
    const records = await recordedDuring(async () => {
      const made = await request('author', 'POST', base, { name: 'one', read_only: true }, 201);
      const authorization = `Basic ${Buffer.from(`author:${made.password}`).toString('base64')}`;
      for (const _ of [1, 2]) {
        const request = makeRequest('GET', '/cms/v2/posts', { headers: { authorization }, from: '192.0.2.1' });
        assert.equal((await site.service.dispatch(request)).status, 200);
      }
      await request('author', 'DELETE', `${base}/${made.uuid}`);
      await request('author', 'DELETE', base);
      await site.restore('author');
      await request('author', 'GET', '/cms/v2/users/me');
    });
    assert.deepEqual(brief(records.slice(0, 4)), [
      ['application-password-created', 'author', 'application-password', 'one'],
      ['application-password-used', 'author', 'application-password', 'one'],
      ['application-password-revoked', 'author', 'application-password', 'one'],
      ['application-password-revoked', 'author', 'application-password', ''],
    ]);
    assert.deepEqual(records[0]?.details.limits, { readOnly: true, namespaces: [], expires: null });
  });

  test('records permanent deletions, but not moves to the trash', async () => {
    const make = async (path: string, json: object) => (await site.create(path, json)).id as number;
    const records = await recordedDuring(async () => {
      const post = await make('/cms/v2/posts', { title: 'A post', content: 'Kept to itself', status: 'publish' });
      const comment = await make('/cms/v2/comments', { post, content: 'Said in confidence' });
      await request('editor', 'DELETE', `/cms/v2/comments/${comment}`);
      await request('editor', 'DELETE', `/cms/v2/comments/${comment}?force=true`);
      await request('editor', 'POST', `/cms/v2/posts/${post}`, { title: 'Two' });
      const [revision] = await request('editor', 'GET', `/cms/v2/posts/${post}/revisions`);
      await request('editor', 'DELETE', `/cms/v2/posts/${post}/revisions/${revision.id}?force=true`);
      await request('editor', 'DELETE', `/cms/v2/posts/${post}`);
      await request('editor', 'DELETE', `/cms/v2/posts/${post}?force=true`);
      const tag = await make('/cms/v2/tags', { name: 'A tag' });
      await request('editor', 'DELETE', `/cms/v2/tags/${tag}?force=true`);
      const menu = await make('/cms/v2/menus', { name: 'A menu' });
      const item = { title: 'An item', url: 'https://site.test/', menus: menu };
      await request(
        'administrator',
        'DELETE',
        `/cms/v2/menu-items/${await make('/cms/v2/menu-items', item)}?force=true`,
      );
      await request('administrator', 'DELETE', `/cms/v2/menus/${menu}?force=true`);
      const headers = { 'content-type': 'text/plain', 'content-disposition': 'attachment; filename=file.txt' };
      const { body: file } = await site.sendBody(
        'administrator',
        'POST',
        '/cms/v2/media',
        Buffer.from('text'),
        headers,
      );
      await request('administrator', 'DELETE', `/cms/v2/media/${file.id}?force=true`);
      const template = await site.create('/cms/v2/templates', { slug: 'own', title: 'Own', content: 'x' });
      await request('administrator', 'DELETE', `/cms/v2/templates/${template.id}?force=true`);
    });
    assert.deepEqual(brief(records), [
      ['comment-deleted', 'editor', 'comment', ''],
      ['revision-deleted', 'editor', 'post', 'Two'],
      ['entry-deleted', 'editor', 'post', 'Two'],
      ['term-deleted', 'editor', 'post_tag', 'A tag'],
      ['entry-deleted', 'admin', 'nav_menu_item', 'An item'],
      ['term-deleted', 'admin', 'nav_menu', 'A menu'],
      ['entry-deleted', 'admin', 'attachment', 'file'],
      ['entry-deleted', 'admin', 'cms_template', 'Own'],
    ]);
  });

  test('records the names of changed settings, but not their values', async () => {
    const records = await recordedDuring(async () => {
      await request('administrator', 'POST', '/cms/v2/settings', { title: 'Private title', posts_per_page: 10 });
      await request('administrator', 'POST', '/cms/v2/settings', { title: 'Private title' });
    });
    assert.deepEqual(
      records.map(({ action, details }) => [action, details]),
      [['settings-updated', { settings: ['title'] }]],
    );
  });

  test('records nothing for rejected requests, even if they fail late', async () => {
    const records = await recordedDuring(async () => {
      await request('author', 'DELETE', '/cms/v2/posts/1?force=true', undefined, 403);
      await request('author', 'POST', '/cms/v2/users/me', { roles: ['administrator'] }, 403);
      const user = { username: 'half', email: 'half@site.test', password: 'p', meta: { persisted_preferences: 5 } };
      await request('administrator', 'POST', '/cms/v2/users', user, 400);
      await request(
        'administrator',
        'POST',
        '/cms/v2/users/me',
        { password: 'p', meta: { persisted_preferences: 5 } },
        400,
      );
    });
    assert.deepEqual(records, []);
  });

  test('aggregates failed logins by IP address and, if the user exists, by user', async () => {
    const guess = (from: string, name: string) => {
      const authorization = `Basic ${Buffer.from(`${name}:wrong`).toString('base64')}`;
      return site.service.dispatch(makeRequest('GET', '/cms/v2/posts', { from, headers: { authorization } }));
    };
    const records = await recordedDuring(async () => {
      for (const name of ['editor', ' EDITOR\0', 'my secret password']) await guess('192.0.2.1', name);
      await guess('192.0.2.2', 'editor@site.test');
      for (let n = 0; n < 150; n += 1) await guess(`203.0.113.${n}`, `name ${n}`);
      await site.service.failedLogins.write();
      await site.service.failedLogins.write();
    });
    const known = records.filter(({ object_id }) => object_id !== '0');
    assert.deepEqual(
      known.map(({ object_name, details }) => [object_name, details]),
      [
        ['editor', { failures: 2, credential: 'application-password' }],
        ['editor', { failures: 1, credential: 'application-password' }],
      ],
    );
    assert.ok(records.every(({ action, username }) => action === 'sign-in-failed' && username === ''));
    assert.equal(records.length, 101);
    assert.equal(
      records.reduce((sum, { details }) => sum + Number(details.failures), 0),
      154,
    );
  });

  test('contains no secrets and no content', async () => {
    const everything = JSON.stringify(await log());
    for (const secret of ['hidden', 'wrong', 'my secret', 'confidence', 'Kept to itself', 'Private title', 'new.test'])
      assert.ok(!everything.includes(secret), secret);
    for (const credential of site.credentials.values()) {
      const [, secret = ''] = Buffer.from(credential.slice(6), 'base64').toString().split(':');
      assert.ok(!everything.includes(secret));
    }
  });

  test('is readable by administrators only', async () => {
    const cases: [Caller, number, string][] = [
      ['anonymous', 401, 'rest_cannot_view'],
      ['subscriber', 403, 'rest_cannot_view'],
      ['contributor', 403, 'rest_cannot_view'],
      ['author', 403, 'rest_cannot_view'],
      ['editor', 403, 'rest_cannot_view'],
    ];
    for (const [caller, status, code] of cases) {
      const response = await site.request(caller, 'GET', '/octavo/v1/audit-log');
      assert.deepEqual(
        [response.status, response.body.code, response.headers['X-CMS-Total']],
        [status, code, undefined],
      );
    }
    for (const method of ['POST', 'PUT', 'PATCH', 'DELETE'])
      assert.equal((await site.request('administrator', method, '/octavo/v1/audit-log')).status, 404);
  });

  test('can be filtered and paged, and lists the newest events first', async () => {
    const all = await log();
    const { body, headers } = await site.request('administrator', 'GET', '/octavo/v1/audit-log?per_page=2&page=2');
    assert.deepEqual(body, all.slice(2, 4));
    const revoked = await log(`&action=application-password-revoked&user=${site.ids.author}`);
    assert.deepEqual(
      brief(revoked).map(([action, who]) => [action, who]),
      [
        ['application-password-revoked', 'author'],
        ['application-password-revoked', 'author'],
      ],
    );
    const both = ['application-password-revoked', 'application-password-created'];
    const ofBoth = brief(await log(`&action=${both}&user=${site.ids.author}`)).map(([action]) => action);
    assert.deepEqual([...new Set(ofBoth)].sort(), [...both].sort());
    assert.ok(Number(headers['X-CMS-Total']) > 100);
    assert.deepEqual(await log('&before=2026-05-01T12:00:00Z'), []);
    assert.deepEqual(await log('&page=90071992547409'), []);
    for (const query of [
      'action=nothing',
      'action=signed-in,nothing',
      'user=-1',
      'user=x',
      'after=never',
      'per_page=101',
      'page=0',
    ])
      assert.equal((await site.request('administrator', 'GET', `/octavo/v1/audit-log?${query}`)).status, 400, query);
  });

  test('prunes events after the retention time', async () => {
    const { database } = site;
    assert.equal(await pruneAuditLog(database, () => now + 365 * 86_400_000, 0), 0);
    const before = Number((await site.request('administrator', 'GET', '/octavo/v1/audit-log')).headers['X-CMS-Total']);
    const recent = await recordedDuring(() =>
      request('administrator', 'POST', '/cms/v2/settings', { title: 'Newest' }),
    );
    assert.equal(recent.length, 1);
    assert.equal(await pruneAuditLog(database, () => now + 30 * 86_400_000, 30), before);
    assert.equal((await log()).length, 1);
  });
});
