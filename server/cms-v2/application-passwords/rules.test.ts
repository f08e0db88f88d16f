import assert from 'node:assert/strict';
import { before, describe, test } from 'node:test';
import { type CallerRow, callers, makePeople, type People, testRows } from '../../../test/people.ts';
import { keyedHash } from '../../access/secrets.ts';
import { openDatabase } from '../../database/open.ts';
import { type Slots, statement } from '../../database/statement.ts';
import { issueApplicationPassword } from './issue.ts';

let people: People;
let other: number;
/** An application password of `other`, and one of each caller. */
let uuids: Record<string, string>;

before(async () => {
  people = await makePeople(await openDatabase({ kind: 'memory' }));
  other = await people.add('other', ['author']);
  const { database, service } = people;
  const issue = async (user: number) =>
    (await issueApplicationPassword(database, service.key, user, 'spare', Date.now)).uuid;
  const mine = callers.slice(1).map(async (as): Promise<[string, string]> => [as, await issue(people.ids[as])]);
  uuids = { nobody: 'none', other: await issue(other), ...Object.fromEntries(await Promise.all(mine)) };
});

const base = (user: number | string, more = '') => `/cms/v2/users/${user}/application-passwords${more}`;
const list = 'rest_cannot_list_application_passwords';
const read = 'rest_cannot_read_application_password';
const create = 'rest_cannot_create_application_passwords';
const edit = 'rest_cannot_edit_application_password';
const remove = 'rest_cannot_delete_application_password';
const removeAll = 'rest_cannot_delete_application_passwords';
const introspect = 'rest_cannot_introspect_app_password_for_non_authenticated_user';
const signIn = 'rest_not_logged_in';
const unknown = 'rest_user_invalid_id';
const missing = 'rest_application_password_not_found';
const named = { name: 'n' };

const table: CallerRow[] = [
  ['list those of another', 'GET', () => base(other), undefined, list, list, list, list, list, 200],
  ['read one of another', 'GET', () => base(other, `/${uuids.other}`), undefined, read, read, read, read, read, 200],
  [
    'read one that is not there',
    'GET',
    () => base(other, '/nothing'),
    undefined,
    read,
    read,
    read,
    read,
    read,
    missing,
  ],
  [
    'read one of another as one of mine',
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
  ['make one for another', 'POST', () => base(other), named, create, create, create, create, create, 201],
  ['rename one of another', 'PUT', () => base(other, `/${uuids.other}`), named, edit, edit, edit, edit, edit, 200],
  [
    'introspect as another',
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
  ['list my own', 'GET', (as) => base(people.ids[as]), undefined, unknown, 200, 200, 200, 200, 200],
  ['list my own by the word', 'GET', () => base('me'), undefined, signIn, 200, 200, 200, 200, 200],
  ['make one for me', 'POST', () => base('me'), named, signIn, 201, 201, 201, 201, 201],
  ['rename my own', 'PATCH', (as) => base('me', `/${uuids[as]}`), named, signIn, 200, 200, 200, 200, 200],
  ['revoke my own', 'DELETE', (as) => base('me', `/${uuids[as]}`), undefined, signIn, 200, 200, 200, 200, 200],
  [
    'revoke one of another',
    'DELETE',
    () => base(other, `/${uuids.other}`),
    undefined,
    remove,
    remove,
    remove,
    remove,
    remove,
    200,
  ],
  [
    'revoke all of another',
    'DELETE',
    () => base(other),
    undefined,
    removeAll,
    removeAll,
    removeAll,
    removeAll,
    removeAll,
    200,
  ],
  ['of nobody', 'GET', () => base(0), undefined, unknown, unknown, unknown, unknown, unknown, unknown],
];

const fixed: Readonly<Record<string, number>> = { [unknown]: 404, [missing]: 404 };

describe('who may do what with application passwords', () => {
  testRows(() => people, table, fixed);
});

describe('secrets', () => {
  test('are told once, as six groups of four, and sign in until they are revoked', async () => {
    const { status, body, headers } = await people.ask('author', 'POST', base('me'), {
      name: '<i>My</i> app < 2',
      app_id: '',
    });
    const { uuid, password, name } = body as { uuid: string; password: string; name: string };
    assert.deepEqual([status, name], [201, 'My app &lt; 2']);
    assert.match(password, /^([A-Za-z0-9]{4} ){5}[A-Za-z0-9]{4}$/);
    assert.equal(headers.Location, `https://site.example/rest${base(people.ids.author, `/${uuid}`)}`);
    const bare = password.replaceAll(' ', '');
    for (const address of [
      base('me'),
      `${base('me')}?context=edit`,
      base('me', `/${uuid}`),
      `${base('me', `/${uuid}`)}?context=edit`,
    ]) {
      const told = JSON.stringify((await people.ask('author', 'GET', address)).body);
      assert.equal(told.includes(password) || told.includes(bare) || told.includes('"password"'), false, address);
    }
    const signedIn = await people.ask(`the-author:${password}`, 'GET', base('me', '/introspect'));
    assert.equal(signedIn.body.uuid, uuid);
    assert.equal((await people.ask('author', 'DELETE', base('me', `/${uuid}`))).body.deleted, true);
    assert.equal((await people.ask(`the-author:${password}`, 'GET', '/cms/v2/users/me')).status, 401);
  });

  test('of no other kind are stored than keyed hashes', async () => {
    const { database, service } = people;
    const { password, row } = await issueApplicationPassword(database, service.key, other, 'x', Date.now, 'id');
    const stored = await database.read.first(whole, { uuid: row.uuid });
    assert.equal(stored?.hash, keyedHash(service.key, password.replaceAll(' ', '')));
    assert.equal(JSON.stringify(stored).includes(password.replaceAll(' ', '')), false);
  });
});

const whole = statement((q, p: Slots<{ uuid: string }>) =>
  q.selectFrom('application_passwords').selectAll().where('uuid', '=', p.uuid),
);

test('a name of nothing but tags is refused when one is made, and changes nothing later', async () => {
  const refused = await people.ask('editor', 'POST', base('me'), { name: '<b></b>' });
  assert.deepEqual([refused.status, refused.body.code], [400, 'application_password_empty_name']);
  const { body } = await people.ask('editor', 'POST', base('me'), { name: 'kept' });
  const changed = await people.ask('editor', 'PUT', base('me', `/${body.uuid}`), { name: '<b></b>' });
  assert.deepEqual([changed.status, changed.body.name], [200, 'kept']);
});

test('null is no identifier of an application', async () => {
  const { status, body } = await people.ask('editor', 'POST', base('me'), { name: 'x', app_id: null });
  const { details } = body.data as { details: Record<string, { code: string }> };
  assert.deepEqual([status, body.code, details.app_id?.code], [400, 'rest_invalid_param', 'rest_no_matching_schema']);
});
