// Roles and capabilities of a site's own (docs/roles.md, whose example this is), and that nobody rises by themselves.
import assert from 'node:assert/strict';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, before, describe, test } from 'node:test';
import { issueApplicationPassword } from '../server/cms-v2/application-passwords/issue.ts';
import { findRoles } from '../server/cms-v2/users/roles-store.ts';
import { insertUser } from '../server/cms-v2/users/store.ts';
import type { SiteConfig } from '../server/config/site-config.ts';
import { readSiteConfig } from '../server/config/site-config.ts';
import { describeEachEngine } from './engines.ts';
import { type Answered, openTestSite, type TestSite } from './site.ts';

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

describeEachEngine('roles of the site', (engine) => {
  let site: TestSite;
  const ids: Record<string, number> = {};
  const secrets: Record<string, string> = {};
  before(async () => {
    site = await openTestSite({ database: await engine.open(), config });
    for (const role of ['accountant', 'cook', 'chef', 'manager']) {
      const names = { login: role, slug: role, name: role, nickname: role, email: `${role}@site.test` };
      const rest = { first_name: '', last_name: '', url: '', description: '', locale: '', meta: '{}' };
      const user = { ...names, ...rest, password_hash: 'none', registered: '2026-01-01T00:00:00' };
      const id = await site.database.transaction((tx) => insertUser(tx, user, [role]));
      ids[role] = id;
      const { password } = await issueApplicationPassword(site.database, site.service.key, id, 'r', Date.now);
      secrets[role] = `Basic ${Buffer.from(`${role}:${password}`).toString('base64')}`;
    }
  });
  after(() => assert.deepEqual(site.faults, []));

  const ask = (role: string, method: string, address: string, json?: unknown): Promise<Answered> => {
    const authorization = secrets[role];
    return authorization
      ? site.ask('anonymous', method, address, json, { authorization })
      : site.ask(role as 'author', method, address, json);
  };
  const rolesOf = async (id: number) => (await findRoles(site.database.read, [id])).get(id) ?? [];

  test('may do what they say and nothing else', async () => {
    const recipe = { title: 'Soup', status: 'publish' };
    const outcomes: [role: string, address: string, status: number][] = [
      ['accountant', '/cms/v2/recipes', 403],
      ['cook', '/cms/v2/recipes', 201],
      ['cook', '/cms/v2/posts', 403],
      ['chef', '/cms/v2/recipes', 201],
      ['editor', '/cms/v2/recipes', 403],
      ['editor', '/cms/v2/posts', 201],
      ['administrator', '/cms/v2/recipes', 201],
    ];
    for (const [role, address, status] of outcomes)
      assert.equal((await ask(role, 'POST', address, recipe)).status, status, `${role} ${address}`);
    const { id } = await site.make('/cms/v2/recipes', { title: 'Cake', status: 'publish', author: ids.cook });
    assert.equal((await ask('cook', 'POST', `/cms/v2/recipes/${id}`, { title: 'Tart' })).status, 200);
    assert.equal((await ask('chef', 'POST', `/cms/v2/recipes/${id}`, { title: 'Pie' })).status, 200);
    assert.equal((await ask('editor', 'POST', `/cms/v2/recipes/${id}`, { title: 'Mine' })).status, 403);
  });

  test('show in users, and lists choose by them', async () => {
    const { body } = await ask('chef', 'GET', '/cms/v2/users/me?context=edit');
    assert.deepEqual(body.roles, ['chef']);
    assert.deepEqual([body.capabilities.edit_others_recipes, body.capabilities.delete_posts], [true, true]);
    const { body: editor } = await site.ask('editor', 'GET', '/cms/v2/users/me?context=edit');
    assert.deepEqual([editor.capabilities.edit_pages, editor.capabilities.unfiltered_html], [true, undefined]);
    const { body: found } = await site.ask(
      'administrator',
      'GET',
      '/cms/v2/users?capabilities=see_statistics&orderby=id',
    );
    assert.deepEqual(
      found.map((user: { id: number }) => user.id),
      [ids.accountant, site.ids.administrator].sort((a = 0, b = 0) => a - b),
    );
  });

  test('are given by those who may give roles, up to their own height', async () => {
    const person = { email: 'kit@site.test', password: 'Secret-1' };
    const made = await ask('manager', 'POST', '/cms/v2/users', { username: 'kit', ...person, roles: ['cook'] });
    assert.equal(made.status, 201, JSON.stringify(made.body));
    assert.equal((await ask('manager', 'POST', `/cms/v2/users/${made.body.id}`, { roles: ['chef'] })).status, 200);
    for (const roles of [['administrator'], ['chef', 'administrator'], 'editor', 'cook,author', ['accountant']]) {
      const told = [
        await ask('manager', 'POST', `/cms/v2/users/${made.body.id}`, { roles }),
        await ask('manager', 'POST', '/cms/v2/users', { username: 'high', ...person, email: 'high@site.test', roles }),
        await ask('manager', 'PUT', '/cms/v2/users/me', { roles }),
      ];
      for (const { status, body } of told)
        assert.deepEqual([status, body.code], [403, 'rest_user_invalid_role'], JSON.stringify(roles));
    }
    assert.deepEqual(await rolesOf(made.body.id), ['chef']);
    assert.deepEqual(await rolesOf(ids.manager ?? 0), ['manager']);
  });

  test('check 14: nobody makes themselves more than they are, by no way in', async () => {
    const wishes = [
      ['administrator'],
      'administrator',
      'author,administrator',
      { 0: 'administrator' },
      ['author', 'administrator'],
    ];
    for (const person of ['subscriber', 'author', 'editor'] as const) {
      const own = `/cms/v2/users/${site.ids[person]}`;
      for (const roles of wishes) {
        for (const method of ['POST', 'PUT', 'PATCH']) {
          for (const address of [own, '/cms/v2/users/me']) {
            const { status } = await site.ask(person, method, address, { roles, id: site.ids[person] });
            assert.equal(status, 403, `${person} ${method} ${address} ${JSON.stringify(roles)}`);
          }
          const requests = [{ method, path: own, body: { roles } }];
          const { body } = await site.ask(person, 'POST', '/batch/v1', { requests });
          assert.equal(body.responses[0].status, 403);
        }
        const query = typeof roles === 'string' ? `roles=${roles}` : 'roles[]=administrator';
        assert.equal((await site.ask(person, 'POST', `${own}?${query}`)).status, 403);
        assert.equal((await site.ask(person, 'GET', `${own}?_method=PATCH&${query}`)).status, 403);
      }
      for (const extra of ['capabilities', 'extra_capabilities', 'role', 'user_level', 'user_roles'])
        await site.ask(person, 'POST', own, { [extra]: { administrator: true, edit_users: true } });
      assert.deepEqual(await rolesOf(site.ids[person]), [person]);
    }
  });

  test('decision 15: the last administrator stays one, by every way in', async () => {
    const own = `/cms/v2/users/${site.ids.administrator}`;
    for (const roles of [[], '', ['editor'], 'editor,author', ['administrator', 'editor'], ['cook']]) {
      for (const method of ['POST', 'PUT', 'PATCH']) {
        for (const address of [own, '/cms/v2/users/me'])
          assert.equal((await site.ask('administrator', method, address, { roles })).status, 403, `${method} ${roles}`);
        const requests = [{ method, path: own, body: { roles } }];
        const { body } = await site.ask('administrator', 'POST', '/batch/v1', { requests });
        assert.equal(body.responses[0].status, 403);
      }
    }
    const away = 'force=true&reassign=false';
    for (const address of [own, '/cms/v2/users/me'])
      assert.equal((await site.ask('administrator', 'DELETE', `${address}?${away}`)).status, 403);
    const requests = [{ method: 'DELETE', path: `${own}?${away}` }];
    const { body } = await site.ask('administrator', 'POST', '/batch/v1', { requests });
    assert.equal(body.responses[0].status, 403);
    assert.deepEqual(await rolesOf(site.ids.administrator), ['administrator']);
  });

  test('check 17: what looks like a number is no address, and no body leads elsewhere', async () => {
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
      const { status, body } = await site.ask('administrator', 'POST', `/cms/v2/users/${text}`, {
        url: 'https://x.test',
      });
      assert.deepEqual([status, body.code], [404, 'rest_no_route'], text);
    }
    for (const number of ['0', '9007199254740993', '9'.repeat(400)]) {
      const { body } = await site.ask('administrator', 'POST', `/cms/v2/users/${number}`, { url: 'https://x.test' });
      assert.equal(body.code, 'rest_user_invalid_id', number);
    }
    for (const id of [site.ids.editor, [site.ids.editor], `${target}abc`, { id: target }, target + 0.5]) {
      const { status } = await site.ask('administrator', 'POST', `/cms/v2/users/${target}`, {
        id,
        url: 'https://x.test',
      });
      assert.equal(status, 400, JSON.stringify(id));
    }
    const { body } = await site.ask('administrator', 'GET', `/cms/v2/users?include=${target},${site.ids.editor}`);
    assert.deepEqual(
      body.map((user: { url: string }) => user.url),
      ['', ''],
    );
  });
});

describe('roles that cannot be', () => {
  const told = async (declared: string): Promise<string> => {
    const file = path.join(data, `${crypto.randomUUID()}.ts`);
    await writeFile(file, `export default { ${declared} };`);
    return readSiteConfig({ data, config: file }).then(
      () => 'nothing',
      (error: Error) => error.message,
    );
  };

  test('are told in one sentence that names them', async () => {
    for (const [declared, sentence] of [
      [
        "roles: { reviewer: ['read', 'edit_post'] }",
        /the role reviewer names the capability edit_post, .* perhaps edit_posts is meant\.$/,
      ],
      [
        "roles: { reviewer: { like: 'king' } }",
        /the role reviewer is to be like king, and there is no such role before it/,
      ],
      ["roles: { a: { like: 'b' }, b: ['read'] }", /the role a is to be like b/],
      ["roles: { a: { with: ['read'] } }", /roles\.a/],
      ["roles: { a: { like: 'editor', plus: ['read'] } }", /roles\.a/],
      ["roles: { 'A B': ['read'] }", /the role A B must have small letters/],
      ["roles: { administrator: ['read'] }", /the role administrator must keep list_users/],
      ["roles: { administrator: { like: 'administrator', without: ['promote_users'] } }", /must keep promote_users/],
      ["capabilities: ['See Statistics']", /the capability See Statistics must have small letters/],
      ['capabilities: [3]', /capabilities\.0 must be text/],
    ] as const)
      assert.match(await told(declared), sentence, declared);
  });

  test('are none of those that can', async () => {
    for (const declared of [
      "roles: { reviewer: ['read', 'edit_posts'] }",
      'roles: { reviewer: [] }',
      "roles: { editor: { like: 'editor', without: ['unfiltered_html'] } }",
      "capabilities: ['fly'], roles: { pilot: { like: 'subscriber', with: ['fly'] } }",
    ])
      assert.equal(await told(declared), 'nothing', declared);
  });
});
