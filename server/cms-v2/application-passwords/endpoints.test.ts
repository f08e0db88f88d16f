import assert from 'node:assert/strict';
import { before, describe, test } from 'node:test';
import { type CallerRow, callers, openUsersSite, testRows, type UsersSite } from '../../../test/users-site.ts';
import { keyedHash } from '../../access/secrets.ts';
import { openDatabase } from '../../database/open.ts';
import { type Slots, statement } from '../../database/statement.ts';
import { issueApplicationPassword } from './issue.ts';

let site: UsersSite;
let other: number;
/** The UUID of one application password of `other` and of each signed-in caller, keyed by owner. */
let uuids: Record<string, string>;

before(async () => {
  site = await openUsersSite(await openDatabase({ kind: 'memory' }));
  other = await site.addUser('other', ['author']);
  const { database, service } = site;
  const issue = async (user: number) =>
    (await issueApplicationPassword({ database, key: service.key, clock: Date.now }, { userId: user, name: 'spare' }))
      .uuid;
  const entriesOfCallers = callers
    .slice(1)
    .map(async (caller): Promise<[string, string]> => [caller, await issue(site.ids[caller])]);
  uuids = { nobody: 'none', other: await issue(other), ...Object.fromEntries(await Promise.all(entriesOfCallers)) };
});

const base = (user: number | string, more = '') => `/cms/v2/users/${user}/application-passwords${more}`;
const list = 'rest_cannot_list_application_passwords';
const read = 'rest_cannot_read_application_password';
const create = 'rest_cannot_create_application_passwords';
const edit = 'rest_cannot_edit_application_password';
const deleteOne = 'rest_cannot_delete_application_password';
const deleteAll = 'rest_cannot_delete_application_passwords';
const introspect = 'rest_cannot_introspect_app_password_for_non_authenticated_user';
const signIn = 'rest_not_logged_in';
const unknown = 'rest_user_invalid_id';
const missing = 'rest_application_password_not_found';
const named = { name: 'n' };

const table: CallerRow[] = [
  ['list the passwords of another user', 'GET', () => base(other), undefined, list, list, list, list, list, 200],
  [
    'read a password of another user',
    'GET',
    () => base(other, `/${uuids.other}`),
    undefined,
    read,
    read,
    read,
    read,
    read,
    200,
  ],
  ['read an unknown password', 'GET', () => base(other, '/nothing'), undefined, read, read, read, read, read, missing],
  [
    'read a password of another user under my own path',
    'GET',
    () => base('me', `/${uuids.other}`),
    undefined,
    signIn,
    missing,
    missing,
    missing,
    missing,
    missing,
  ],
  ['create a password for another user', 'POST', () => base(other), named, create, create, create, create, create, 201],
  [
    'rename a password of another user',
    'PUT',
    () => base(other, `/${uuids.other}`),
    named,
    edit,
    edit,
    edit,
    edit,
    edit,
    200,
  ],
  [
    'introspect under the path of another user',
    'GET',
    () => base(other, '/introspect'),
    undefined,
    introspect,
    introspect,
    introspect,
    introspect,
    introspect,
    introspect,
  ],
  ['introspect', 'GET', () => base('me', '/introspect'), undefined, signIn, 200, 200, 200, 200, 200],
  ['list my own passwords', 'GET', (caller) => base(site.ids[caller]), undefined, unknown, 200, 200, 200, 200, 200],
  ['list my own passwords by `me`', 'GET', () => base('me'), undefined, signIn, 200, 200, 200, 200, 200],
  ['create a password for myself', 'POST', () => base('me'), named, signIn, 201, 201, 201, 201, 201],
  [
    'rename my own password',
    'PATCH',
    (caller) => base('me', `/${uuids[caller]}`),
    named,
    signIn,
    200,
    200,
    200,
    200,
    200,
  ],
  [
    'revoke my own password',
    'DELETE',
    (caller) => base('me', `/${uuids[caller]}`),
    undefined,
    signIn,
    200,
    200,
    200,
    200,
    200,
  ],
  [
    'revoke a password of another user',
    'DELETE',
    () => base(other, `/${uuids.other}`),
    undefined,
    deleteOne,
    deleteOne,
    deleteOne,
    deleteOne,
    deleteOne,
    200,
  ],
  [
    'revoke all passwords of another user',
    'DELETE',
    () => base(other),
    undefined,
    deleteAll,
    deleteAll,
    deleteAll,
    deleteAll,
    deleteAll,
    200,
  ],
  [
    'list the passwords of an unknown user',
    'GET',
    () => base(0),
    undefined,
    unknown,
    unknown,
    unknown,
    unknown,
    unknown,
    unknown,
  ],
];

const fixed: Readonly<Record<string, number>> = { [unknown]: 404, [missing]: 404 };

describe('permissions of application passwords', () => {
  testRows(() => site, table, fixed);
});

describe('secrets of application passwords', () => {
  test('are returned once, as six groups of four characters, and authenticate until they are revoked', async () => {
    const { status, body, headers } = await site.request('author', 'POST', base('me'), {
      name: '<i>My</i> app < 2',
      app_id: '',
    });
    const { uuid, password, name } = body as { uuid: string; password: string; name: string };
    assert.deepEqual([status, name], [201, 'My app &lt; 2']);
    assert.match(password, /^([A-Za-z0-9]{4} ){5}[A-Za-z0-9]{4}$/);
    assert.equal(headers.Location, `https://site.example/rest${base(site.ids.author, `/${uuid}`)}`);
    const secretWithoutSpaces = password.replaceAll(' ', '');
    for (const path of [
      base('me'),
      `${base('me')}?context=edit`,
      base('me', `/${uuid}`),
      `${base('me', `/${uuid}`)}?context=edit`,
    ]) {
      const responseBody = JSON.stringify((await site.request('author', 'GET', path)).body);
      assert.equal(
        responseBody.includes(password) ||
          responseBody.includes(secretWithoutSpaces) ||
          responseBody.includes('"password"'),
        false,
        path,
      );
    }
    const signedIn = await site.request(`the-author:${password}`, 'GET', base('me', '/introspect'));
    assert.equal(signedIn.body.uuid, uuid);
    assert.equal((await site.request('author', 'DELETE', base('me', `/${uuid}`))).body.deleted, true);
    assert.equal((await site.request(`the-author:${password}`, 'GET', '/cms/v2/users/me')).status, 401);
  });

  test('are stored as keyed hashes only', async () => {
    const { database, service } = site;
    const { password, row } = await issueApplicationPassword(
      { database, key: service.key, clock: Date.now },
      { userId: other, name: 'x', appId: 'id' },
    );
    const stored = await database.read.first(byUuid, { uuid: row.uuid });
    assert.equal(stored?.hash, keyedHash(service.key, password.replaceAll(' ', '')));
    assert.equal(JSON.stringify(stored).includes(password.replaceAll(' ', '')), false);
  });
});

const byUuid = statement((q, p: Slots<{ uuid: string }>) =>
  q.selectFrom('application_passwords').selectAll().where('uuid', '=', p.uuid),
);

test('a name that contains only tags is rejected on creation and ignored on update', async () => {
  const rejected = await site.request('editor', 'POST', base('me'), { name: '<b></b>' });
  assert.deepEqual([rejected.status, rejected.body.code], [400, 'application_password_empty_name']);
  const { body } = await site.request('editor', 'POST', base('me'), { name: 'kept' });
  const changed = await site.request('editor', 'PUT', base('me', `/${body.uuid}`), { name: '<b></b>' });
  assert.deepEqual([changed.status, changed.body.name], [200, 'kept']);
});

test('app_id must not be null', async () => {
  const { status, body } = await site.request('editor', 'POST', base('me'), { name: 'x', app_id: null });
  const { details } = body.data as { details: Record<string, { code: string }> };
  assert.deepEqual([status, body.code, details.app_id?.code], [400, 'rest_invalid_param', 'rest_no_matching_schema']);
});
