// Tests custom roles and capabilities with the example of docs/roles.md, and protection against privilege escalation.
import assert from 'node:assert/strict';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, before, describe, test } from 'node:test';
import { issueApplicationPassword } from '../server/cms-v2/application-passwords/issue.ts';
import { findRoles, insertUser } from '../server/cms-v2/users/store.ts';
import { readSiteConfig, type SiteConfig } from '../server/config/site-config.ts';
import { describeEachEngine } from './engines.ts';
import { openTestSite, type TestResponse, type TestSite } from './site.ts';

let data: string;
let config: SiteConfig;
before(async () => {
  data = await mkdtemp(path.join(tmpdir(), 'octavo-roles-'));
  const page = await readFile(new URL('../docs/roles.md', import.meta.url), 'utf8');
  const [, example = ''] = /```ts octavo\.config\.ts\n(.*?)```/s.exec(page) ?? [];
  await writeFile(path.join(data, 'octavo.config.ts'), example);
  config = (await readSiteConfig({ data, config: undefined })).config;
});
after(() => rm(data, { recursive: true }));

describeEachEngine('custom roles', (engine) => {
  let site: TestSite;
  const ids: Record<string, number> = {};
  const authorizations: Record<string, string> = {};
  before(async () => {
    site = await openTestSite({ database: await engine.open(), config });
    for (const role of ['accountant', 'cook', 'chef', 'manager']) {
      const names = { login: role, slug: role, name: role, nickname: role, email: `${role}@site.test` };
      const rest = { first_name: '', last_name: '', url: '', description: '', locale: '', meta: '{}' };
      const user = { ...names, ...rest, password_hash: 'none', registered: '2026-01-01T00:00:00' };
      const id = await site.database.transaction((tx) => insertUser(tx, user, [role]));
      ids[role] = id;
      const { password } = await issueApplicationPassword(
        { database: site.database, key: site.service.key, clock: Date.now },
        { userId: id, name: 'r' },
      );
      authorizations[role] = `Basic ${Buffer.from(`${role}:${password}`).toString('base64')}`;
    }
  });
  after(() => assert.deepEqual(site.errors, []));

  const request = (role: string, method: string, route: string, json?: unknown): Promise<TestResponse> => {
    const authorization = authorizations[role];
    return authorization
      ? site.request('anonymous', method, route, json, { authorization })
      : site.request(role as 'author', method, route, json);
  };
  const rolesOf = async (id: number) => (await findRoles(site.database.read, [id])).get(id) ?? [];

  test('have exactly the declared capabilities', async () => {
    const recipe = { title: 'Soup', status: 'publish' };
    const cases: [role: string, route: string, status: number][] = [
      ['accountant', '/cms/v2/recipes', 403],
      ['cook', '/cms/v2/recipes', 201],
      ['cook', '/cms/v2/posts', 403],
      ['chef', '/cms/v2/recipes', 201],
      ['editor', '/cms/v2/recipes', 403],
      ['editor', '/cms/v2/posts', 201],
      ['administrator', '/cms/v2/recipes', 201],
    ];
    for (const [role, route, status] of cases)
      assert.equal((await request(role, 'POST', route, recipe)).status, status, `${role} ${route}`);
    const { id } = await site.create('/cms/v2/recipes', { title: 'Cake', status: 'publish', author: ids.cook });
    assert.equal((await request('cook', 'POST', `/cms/v2/recipes/${id}`, { title: 'Tart' })).status, 200);
    assert.equal((await request('chef', 'POST', `/cms/v2/recipes/${id}`, { title: 'Pie' })).status, 200);
    assert.equal((await request('editor', 'POST', `/cms/v2/recipes/${id}`, { title: 'Mine' })).status, 403);
  });

  test('appear in user records, and users can be filtered by their capabilities', async () => {
    const { body } = await request('chef', 'GET', '/cms/v2/users/me?context=edit');
    assert.deepEqual(body.roles, ['chef']);
    assert.deepEqual([body.capabilities.edit_others_recipes, body.capabilities.delete_posts], [true, true]);
    const { body: editor } = await site.request('editor', 'GET', '/cms/v2/users/me?context=edit');
    assert.deepEqual([editor.capabilities.edit_pages, editor.capabilities.unfiltered_html], [true, undefined]);
    const { body: found } = await site.request(
      'administrator',
      'GET',
      '/cms/v2/users?capabilities=see_statistics&orderby=id',
    );
    assert.deepEqual(
      found.map((user: { id: number }) => user.id),
      [ids.accountant, site.ids.administrator].sort((a = 0, b = 0) => a - b),
    );
  });

  test('can be assigned by callers who may promote users, up to their own capabilities', async () => {
    const user = { email: 'kit@site.test', password: 'Secret-1' };
    const created = await request('manager', 'POST', '/cms/v2/users', { username: 'kit', ...user, roles: ['cook'] });
    assert.equal(created.status, 201, JSON.stringify(created.body));
    assert.equal(
      (await request('manager', 'POST', `/cms/v2/users/${created.body.id}`, { roles: ['chef'] })).status,
      200,
    );
    for (const roles of [['administrator'], ['chef', 'administrator'], 'editor', 'cook,author', ['accountant']]) {
      const message = [
        await request('manager', 'POST', `/cms/v2/users/${created.body.id}`, { roles }),
        await request('manager', 'POST', '/cms/v2/users', {
          username: 'high',
          ...user,
          email: 'high@site.test',
          roles,
        }),
        await request('manager', 'PUT', '/cms/v2/users/me', { roles }),
      ];
      for (const { status, body } of message)
        assert.deepEqual([status, body.code], [403, 'rest_user_invalid_role'], JSON.stringify(roles));
    }
    assert.deepEqual(await rolesOf(created.body.id), ['chef']);
    assert.deepEqual(await rolesOf(ids.manager ?? 0), ['manager']);
  });

  test('no user can add roles or capabilities to themselves by any route', async () => {
    const roleInputs = [
      ['administrator'],
      'administrator',
      'author,administrator',
      { 0: 'administrator' },
      ['author', 'administrator'],
    ];
    for (const user of ['subscriber', 'author', 'editor'] as const) {
      const ownRoute = `/cms/v2/users/${site.ids[user]}`;
      for (const roles of roleInputs) {
        for (const method of ['POST', 'PUT', 'PATCH']) {
          for (const route of [ownRoute, '/cms/v2/users/me']) {
            const { status } = await site.request(user, method, route, { roles, id: site.ids[user] });
            assert.equal(status, 403, `${user} ${method} ${route} ${JSON.stringify(roles)}`);
          }
          const requests = [{ method, path: ownRoute, body: { roles } }];
          const { body } = await site.request(user, 'POST', '/batch/v1', { requests });
          assert.equal(body.responses[0].status, 403);
        }
        const query = typeof roles === 'string' ? `roles=${roles}` : 'roles[]=administrator';
        assert.equal((await site.request(user, 'POST', `${ownRoute}?${query}`)).status, 403);
        assert.equal((await site.request(user, 'GET', `${ownRoute}?_method=PATCH&${query}`)).status, 403);
      }
      for (const extra of ['capabilities', 'extra_capabilities', 'role', 'user_level', 'user_roles'])
        await site.request(user, 'POST', ownRoute, { [extra]: { administrator: true, edit_users: true } });
      assert.deepEqual(await rolesOf(site.ids[user]), [user]);
    }
  });

  test('the last administrator cannot lose the role by any route (contract/README.md, decision 15)', async () => {
    const ownRoute = `/cms/v2/users/${site.ids.administrator}`;
    for (const roles of [[], '', ['editor'], 'editor,author', ['administrator', 'editor'], ['cook']]) {
      for (const method of ['POST', 'PUT', 'PATCH']) {
        for (const route of [ownRoute, '/cms/v2/users/me'])
          assert.equal(
            (await site.request('administrator', method, route, { roles })).status,
            403,
            `${method} ${roles}`,
          );
        const requests = [{ method, path: ownRoute, body: { roles } }];
        const { body } = await site.request('administrator', 'POST', '/batch/v1', { requests });
        assert.equal(body.responses[0].status, 403);
      }
    }
    const deletion = 'force=true&reassign=false';
    for (const route of [ownRoute, '/cms/v2/users/me'])
      assert.equal((await site.request('administrator', 'DELETE', `${route}?${deletion}`)).status, 403);
    const requests = [{ method: 'DELETE', path: `${ownRoute}?${deletion}` }];
    const { body } = await site.request('administrator', 'POST', '/batch/v1', { requests });
    assert.equal(body.responses[0].status, 403);
    assert.deepEqual(await rolesOf(site.ids.administrator), ['administrator']);
  });

  test('only plain digits are a user ID, and no body redirects an update to another user', async () => {
    const target = site.ids.author;
    for (const text of [
      `${target}abc`,
      `${target}e0`,
      '0x1',
      `%20${target}`,
      `${target}.0`,
      `-${target}`,
      `+${target}`,
    ]) {
      const { status, body } = await site.request('administrator', 'POST', `/cms/v2/users/${text}`, {
        url: 'https://x.test',
      });
      assert.deepEqual([status, body.code], [404, 'rest_no_route'], text);
    }
    for (const id of ['0', '9007199254740993', '9'.repeat(400)]) {
      const { body } = await site.request('administrator', 'POST', `/cms/v2/users/${id}`, { url: 'https://x.test' });
      assert.equal(body.code, 'rest_user_invalid_id', id);
    }
    for (const id of [site.ids.editor, [site.ids.editor], `${target}abc`, { id: target }, target + 0.5]) {
      const { status } = await site.request('administrator', 'POST', `/cms/v2/users/${target}`, {
        id,
        url: 'https://x.test',
      });
      assert.equal(status, 400, JSON.stringify(id));
    }
    const { body } = await site.request('administrator', 'GET', `/cms/v2/users?include=${target},${site.ids.editor}`);
    assert.deepEqual(
      body.map((user: { url: string }) => user.url),
      ['', ''],
    );
  });
});

describe('invalid roles', () => {
  const message = async (declaration: string): Promise<string> => {
    const file = path.join(data, `${crypto.randomUUID()}.ts`);
    await writeFile(file, `export default { ${declaration} };`);
    return readSiteConfig({ data, config: file }).then(
      () => 'nothing',
      (error: Error) => error.message,
    );
  };

  test('are reported in one sentence that contains their names', async () => {
    for (const [declaration, expected] of [
      [
        "roles: { reviewer: ['read', 'edit_post'] }",
        /the role reviewer has the unknown capability edit_post, .* perhaps you meant edit_posts\.$/,
      ],
      ["roles: { reviewer: { like: 'king' } }", /the role reviewer is like king, which is not declared before it/],
      ["roles: { a: { like: 'b' }, b: ['read'] }", /the role a is like b/],
      ["roles: { a: { with: ['read'] } }", /roles\.a/],
      ["roles: { a: { like: 'editor', plus: ['read'] } }", /roles\.a/],
      ["roles: { 'A B': ['read'] }", /invalid role name A B: use 1 to 60 lowercase letters/],
      ["roles: { administrator: ['read'] }", /the role administrator must have the capability list_users/],
      [
        "roles: { administrator: { like: 'administrator', without: ['promote_users'] } }",
        /must have the capability promote_users/,
      ],
      ["capabilities: ['See Statistics']", /invalid capability name See Statistics: use 1 to 60 lowercase letters/],
      ['capabilities: [3]', /capabilities\.0 must be a string/],
    ] as const)
      assert.match(await message(declaration), expected, declaration);
  });

  test('are not reported for valid declarations', async () => {
    for (const declaration of [
      "roles: { reviewer: ['read', 'edit_posts'] }",
      'roles: { reviewer: [] }',
      "roles: { editor: { like: 'editor', without: ['unfiltered_html'] } }",
      "capabilities: ['fly'], roles: { pilot: { like: 'subscriber', with: ['fly'] } }",
    ])
      assert.equal(await message(declaration), 'nothing', declaration);
  });
});
