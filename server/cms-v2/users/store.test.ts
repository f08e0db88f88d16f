import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import { describeEachEngine } from '../../../test/engines.ts';
import { UniqueViolation } from '../../database/errors.ts';
import type { Database } from '../../database/handle.ts';
import { migrate } from '../../database/migrate.ts';
import { migrations } from '../../database/migrations/index.ts';
import { issueApplicationPassword } from '../application-passwords/issue.ts';
import { findApplicationPasswords } from '../application-passwords/store.ts';
import { countEntry } from '../entries/counts-store.ts';
import { countUsers, findUsers, type ListShape, type ListValues } from './list-store.ts';
import { findRoles, isHeldByOthers, writeRoles } from './roles-store.ts';
import {
  findUser,
  findUserByEmail,
  findUserByLogin,
  findUsersById,
  freeUserSlug,
  insertUser,
  listUserNames,
  removeUser,
  type SeenTypes,
  userExists,
} from './store.ts';

const rest = {
  first_name: '',
  last_name: '',
  nickname: '',
  description: '',
  locale: '',
  meta: '{}',
  password_hash: 'h',
};
const everything: SeenTypes = { published: ['post', 'page'], private: [] };

describeEachEngine('the store of users', (engine) => {
  let database: Database;

  const add = (login: string, more: { name?: string; slug?: string; url?: string; roles?: string[] } = {}) => {
    const { name = login, slug = login.toLowerCase(), url = '', roles = ['author'] } = more;
    const user = { ...rest, login, name, slug, url, email: `${login}@example.com`, registered: '2026-01-02T03:04:05' };
    return database.transaction((tx) => insertUser(tx, user, roles));
  };
  const count = (type: string, status: string, author: number, n: 1 | -1) =>
    database.transaction((tx) => countEntry(tx, { type, status, author }, n));

  before(async () => {
    database = await engine.open();
    await migrate(database, migrations);
  });

  test('login names and addresses are found whatever their case', async () => {
    const id = await add('Finder');
    assert.equal((await findUserByLogin(database.read, 'fINDER'))?.id, id);
    assert.equal((await findUserByEmail(database.read, 'FINDER@Example.COM'))?.id, id);
    assert.equal(await findUserByLogin(database.read, 'find'), undefined);
    assert.equal(await userExists(database.read, id), true);
    assert.equal(await userExists(database.read, id + 1000), false);
  });

  test('a login name, an address and a slug belong to one user', async () => {
    await add('Single');
    await assert.rejects(add('SINGLE', { slug: 'other' }), UniqueViolation);
    await assert.rejects(add('single2', { slug: 'single' }), UniqueViolation);
  });

  test('a row never has the hash of the password', async () => {
    const user = await findUser(database.read, await add('hashed'), everything);
    assert.equal(JSON.stringify(user).includes('"h"'), false);
  });

  test('a user is seen by what the counters count', async () => {
    const id = await add('seen');
    const seenAs = async (types: SeenTypes) => (await findUser(database.read, id, types))?.seen;
    assert.equal(await seenAs(everything), 0);
    await count('post', 'draft', id, 1);
    await count('post', 'private', id, 1);
    await count('hidden', 'publish', id, 1);
    assert.equal(await seenAs(everything), 0);
    assert.equal(await seenAs({ ...everything, private: ['page'] }), 0);
    assert.equal(await seenAs({ ...everything, private: ['post'] }), 1);
    await count('page', 'publish', id, 1);
    assert.equal(await seenAs(everything), 1);
    assert.deepEqual(
      (await findUsersById(database.read, [id], everything)).map((user) => user.seen),
      [1],
    );
    await count('page', 'publish', id, -1);
    assert.equal(await seenAs(everything), 0);
  });

  test('a slug that is taken gets the first free suffix, also where it must be cut for it', async () => {
    await add('slug1', { slug: 'same' });
    assert.equal(await freeUserSlug(database.read, 'same'), 'same-2');
    const own = await add('slug2', { slug: 'same-2' });
    assert.equal(await freeUserSlug(database.read, 'same'), 'same-3');
    assert.equal(await freeUserSlug(database.read, 'same-2', own), 'same-2');
    assert.equal(await freeUserSlug(database.read, ''), 'user');
    const long = 'x'.repeat(50);
    await add('slug3', { slug: long });
    await add('slug4', { slug: `${'x'.repeat(48)}-2` });
    assert.equal(await freeUserSlug(database.read, long), `${'x'.repeat(48)}-3`);
  });

  test('roles keep their order and are held once', async () => {
    const id = await add('roles', { roles: ['editor', 'author', 'editor'] });
    const rolesOf = async () => (await findRoles(database.read, [id])).get(id);
    assert.deepEqual(await rolesOf(), ['editor', 'author']);
    assert.equal(await isHeldByOthers(database.read, 'editor', id), false);
    await database.transaction((tx) => writeRoles(tx, id, ['author', 'contributor']));
    assert.deepEqual(await rolesOf(), ['author', 'contributor']);
    assert.equal(await isHeldByOthers(database.read, 'author', id), true);
    await database.transaction((tx) => writeRoles(tx, id, []));
    assert.equal(await rolesOf(), undefined);
  });

  test('roles and application passwords go with their user', async () => {
    const id = await add('gone');
    await issueApplicationPassword(database, 'key', id, 'one', Date.now);
    await database.transaction((tx) => removeUser(tx, id));
    assert.equal((await findRoles(database.read, [id])).size, 0);
    assert.deepEqual(await findApplicationPasswords(database.read, id), []);
    assert.equal(
      (await listUserNames(database.read)).some((user) => user.login === 'gone'),
      false,
    );
  });

  test('lists have a total order, and the pages of a list are disjoint', async () => {
    const ids = [];
    for (const login of ['list-b', 'list-a', 'list-c']) ids.push(await add(login, { name: 'Équal' }));
    const shape: ListShape = { filters: ['include'], search: [], orderby: 'name', order: 'asc' };
    const values: ListValues = { ...everything, include: ids, limit: 2, offset: 0 };
    const idsOf = async (order: 'asc' | 'desc', offset: number) =>
      (await findUsers(database.read, { ...shape, order }, { ...values, offset })).map((user) => user.id);
    assert.deepEqual([...(await idsOf('asc', 0)), ...(await idsOf('asc', 2))], ids);
    assert.deepEqual([...(await idsOf('desc', 0)), ...(await idsOf('desc', 2))], ids.toReversed());
    assert.equal(await countUsers(database.read, shape, values), 3);
  });

  test('a search finds text anywhere, letter case and accents aside, and takes no sign for a wildcard', async () => {
    const ids = [
      await add('look1', { name: 'Ångström 100%' }),
      await add('look2', { name: 'under_score', url: 'https://B.example/x' }),
    ];
    const found = async (text: string, search: ListShape['search']) => {
      const values: ListValues = {
        ...everything,
        include: ids,
        text,
        number: ids[0] ?? 0,
        limit: 9,
        offset: 0,
      };
      const shape: ListShape = { filters: ['include'], search, orderby: 'id', order: 'asc' };
      return (await findUsers(database.read, shape, values)).map((user) => ids.indexOf(user.id));
    };
    assert.deepEqual(await found('angstrom', ['name']), [0]);
    assert.deepEqual(await found('%', ['name']), [0]);
    assert.deepEqual(await found('_', ['name', 'login']), [1]);
    assert.deepEqual(await found('b.example', ['url']), [1]);
    assert.deepEqual(await found('no such', ['id', 'name']), [0]);
    assert.deepEqual(await found('look', ['login']), [0, 1]);
    assert.deepEqual(await found('\\', ['name']), []);
    assert.deepEqual(await found('a\0ngstrom', ['name']), [0]);
  });
});
