import assert from 'node:assert/strict';
import { before, describe, test } from 'node:test';
import { openUsersSite, type UsersSite } from '../../../test/users-site.ts';
import { verifyPassword } from '../../access/secrets.ts';
import { openDatabase } from '../../database/open.ts';
import { type Slots, statement } from '../../database/statement.ts';

let site: UsersSite;

before(async () => {
  site = await openUsersSite(await openDatabase({ kind: 'memory' }));
});

const admin = (method: string, path: string, json?: unknown) => site.request('administrator', method, path, json);
const createUser = (username: string, more: object = {}) =>
  admin('POST', '/cms/v2/users', {
    username,
    email: `${username.toLowerCase().replaceAll(' ', '.')}@new.example`,
    password: 'Secret-1',
    ...more,
  });
const errorOf = async (response: Promise<{ status: number; body: Readonly<Record<string, unknown>> }>) => {
  const { status, body } = await response;
  return [status, body.code, (body.data as { status: number }).status];
};
const countUsers = async () => Number((await admin('GET', '/cms/v2/users')).headers['X-CMS-Total']);

const hashOf = statement((q, p: Slots<{ id: number }>) =>
  q.selectFrom('users').select('password_hash').where('id', '=', p.id),
);

describe('creating a user', () => {
  test('omitted fields get default values', async () => {
    const { status, body, headers } = await createUser('Least One');
    assert.equal(status, 201);
    assert.equal(headers.Location, `https://site.example/rest/cms/v2/users/${body.id}`);
    const { name, nickname, slug, roles, locale, meta, first_name } = body;
    assert.deepEqual(
      [name, nickname, slug, roles, locale, first_name],
      ['Least One', 'Least One', 'least-one', ['subscriber'], 'en_US', ''],
    );
    assert.deepEqual(meta, { persisted_preferences: {} });
  });

  test('the password is stored as a hash', async () => {
    const { body } = await createUser('hashed', { password: 'Grün & blau' });
    const row = await site.database.read.first(hashOf, { id: Number(body.id) });
    assert.equal(await verifyPassword('Grün & blau', row?.password_hash ?? ''), true);
    assert.equal(await verifyPassword('Secret-1', row?.password_hash ?? ''), false);
  });

  test('all tags are removed from names, and unsafe tags from descriptions', async () => {
    const { body } = await createUser('marked', {
      name: ' <i>A</i> & <<b>script> ',
      description: '<b onclick="x()">b</b><script>s</script>',
      url: 'javascript:x',
    });
    assert.deepEqual([body.name, body.description, body.url], ['A &amp; &lt;script&gt;', '<b>b</b>s', '']);
  });

  test('values that are taken, too long or invalid are rejected, and no user is created', async () => {
    await createUser('taken', { slug: 'taken-slug' });
    const before = await countUsers();
    const cases: [more: object, code: string][] = [
      [{ username: 'TAKEN', email: 'free@new.example' }, 'existing_user_login'],
      [{ username: 'free', email: 'Taken@New.example' }, 'existing_user_email'],
      [{ username: 'l'.repeat(61) }, 'user_login_too_long'],
      [{ username: 'free', slug: 's'.repeat(51) }, 'user_nicename_too_long'],
      [{ username: 'free', url: `https://${'u'.repeat(100)}` }, 'user_url_too_long'],
      [{ username: 'free', name: 'n'.repeat(251) }, 'user_display_name_too_long'],
      [{ username: 'free', roles: ['author', 'pilot'] }, 'rest_user_invalid_role'],
      [{ username: 'free', id: 7 }, 'rest_user_exists'],
      [{ username: 'free', meta: { persisted_preferences: 'x' } }, 'rest_invalid_type'],
      [{ username: 'free', meta: { persisted_preferences: { _modified: 'yesterday' } } }, 'rest_invalid_date'],
    ];
    for (const [more, code] of cases) assert.deepEqual(await errorOf(createUser('free', more)), [400, code, 400], code);
    assert.equal(await countUsers(), before);
    assert.equal((await createUser('free')).status, 201);
  });

  test('an invalid username or password is reported in the error details', async () => {
    for (const username of ['', ' x', 'a  b', 'é', '0', 'a/b']) {
      const { status, body } = await createUser('someone', { username });
      const { details } = body.data as { details: Record<string, { code: string }> };
      assert.deepEqual([status, details.username?.code], [400, 'rest_user_invalid_username'], username);
    }
    for (const password of ['', '0', 'a\\b', 'x'.repeat(5000)]) {
      const { body } = await createUser('someone', { password });
      const { details } = body.data as { details: Record<string, { code: string }> };
      assert.equal(details.password?.code, 'rest_user_invalid_password');
    }
  });

  test('only one of many concurrent requests gets a username', async () => {
    const responses = await Promise.all(
      Array.from({ length: 5 }, (_, n) => createUser('Racer', { email: `racer${n}@new.example` })),
    );
    assert.deepEqual(responses.map(({ status }) => status).sort(), [201, 400, 400, 400, 400]);
  });
});

describe('updating a user', () => {
  let id: number;
  const update = (json: object) => admin('POST', `/cms/v2/users/${id}`, json);

  before(async () => {
    id = Number((await createUser('changing', { first_name: 'F', last_name: 'L', description: 'D' })).body.id);
  });

  test('omitted fields stay unchanged, and empty names are replaced with the username', async () => {
    const sent = { name: '', nickname: '', url: 'x.example' };
    const { body } = await update(sent);
    const { name, nickname, url, first_name, description } = body;
    assert.deepEqual(
      [name, nickname, url, first_name, description],
      ['changing', 'changing', 'http://x.example', 'F', 'D'],
    );
  });

  test('taken and invalid values are rejected, and nothing is changed', async () => {
    await createUser('rival', { slug: 'rival-slug' });
    const cases: [json: object, code: string][] = [
      [{ email: 'RIVAL@new.example' }, 'rest_user_invalid_email'],
      [{ slug: 'Rival Slug' }, 'rest_user_invalid_slug'],
      [{ username: 'Changing' }, 'rest_user_invalid_argument'],
      [{ roles: ['pilot'] }, 'rest_user_invalid_role'],
      [{ meta: { persisted_preferences: 5 } }, 'rest_invalid_type'],
    ];
    for (const [json, code] of cases)
      assert.deepEqual(await errorOf(update({ first_name: 'New', ...json })), [400, code, 400], code);
    assert.equal((await admin('GET', `/cms/v2/users/${id}?context=edit`)).body.first_name, 'F');
  });

  test('the path determines the updated user', async () => {
    assert.deepEqual(await errorOf(update({ id: site.ids.editor, first_name: 'X' })), [400, 'rest_invalid_param', 400]);
    assert.equal((await update({ id, username: 'changing' })).status, 200);
  });

  test('submitted roles replace all roles, keep their order, and may be empty', async () => {
    const { body } = await update({ roles: 'editor,author' });
    assert.deepEqual([body.roles, body.extra_capabilities], [['editor', 'author'], { editor: true, author: true }]);
    assert.deepEqual((await update({ roles: [] })).body.capabilities, {});
  });

  test('the last administrator cannot lose the administrator role', async () => {
    const ownPath = `/cms/v2/users/${site.ids.administrator}`;
    for (const roles of [[], ['editor'], ['administrator', 'editor']]) {
      assert.deepEqual(await errorOf(admin('POST', ownPath, { roles })), [403, 'rest_user_invalid_role', 403]);
    }
    const second = Number((await createUser('second', { roles: ['administrator'] })).body.id);
    assert.deepEqual((await admin('POST', `/cms/v2/users/${second}`, { roles: ['editor'] })).body.roles, ['editor']);
    assert.deepEqual((await admin('GET', `${ownPath}?context=edit&_fields=roles`)).body, { roles: ['administrator'] });
  });

  test('preferences are replaced as a whole, and null deletes them', async () => {
    const preferences = async (json: object) => (await update({ meta: json })).status;
    const stored = async () => {
      const row = await site.database.read.first(metaOf, { id });
      return JSON.parse(row?.meta ?? '');
    };
    assert.equal(
      await preferences({ persisted_preferences: { a: 1, _modified: '2026-01-02T03:04:05' }, shoe_size: 5 }),
      200,
    );
    assert.deepEqual(await stored(), { persisted_preferences: { a: 1, _modified: '2026-01-02T03:04:05' } });
    await preferences({ persisted_preferences: { b: 2 } });
    assert.deepEqual(await stored(), { persisted_preferences: { b: 2 } });
    await preferences({ persisted_preferences: null });
    assert.deepEqual(await stored(), {});
  });
});

const metaOf = statement((q, p: Slots<{ id: number }>) => q.selectFrom('users').select('meta').where('id', '=', p.id));

test('lists accept page numbers beyond the last page and very large IDs', async () => {
  for (const query of [
    'page=9007199254740991&per_page=100',
    'offset=9007199254740991',
    'include=9007199254740991',
    `search=${'9'.repeat(400)}`,
    'search=****',
  ]) {
    const { status } = await admin('GET', `/cms/v2/users?${query}`);
    assert.equal(status, 200, query);
  }
  assert.equal((await admin('GET', '/cms/v2/users/99999999999999999999')).status, 404);
});
