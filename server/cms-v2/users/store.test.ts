import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import { describeEachEngine } from '../../../test/engines.ts';
import { UniqueViolation } from '../../database/errors.ts';
import type { Database } from '../../database/handle.ts';
import { migrate } from '../../database/migrate.ts';
import { migrations } from '../../database/migrations.ts';
import { issueApplicationPassword } from '../application-passwords/issue.ts';
import { listApplicationPasswordRows } from '../application-passwords/store.ts';
import { adjustCount } from '../entries/counts-store.ts';
import { countUsers, findUsers, type ListShape, type ListValues } from './list-store.ts';
import {
  deleteUserRow,
  findFreeUserSlug,
  findRoles,
  findUser,
  findUserByEmail,
  findUserByLogin,
  findUsersById,
  hasOtherUserWithRole,
  insertUser,
  listUsers,
  replaceRoles,
  userExists,
  type VisibilityTypes,
} from './store.ts';

const otherColumns = {
  first_name: '',
  last_name: '',
  nickname: '',
  description: '',
  locale: '',
  meta: '{}',
  password_hash: 'h',
};
const allTypes: VisibilityTypes = { published: ['post', 'page'], private: [] };

describeEachEngine('the store of users', (engine) => {
  let database: Database;

  const addUser = (login: string, more: { name?: string; slug?: string; url?: string; roles?: string[] } = {}) => {
    const { name = login, slug = login.toLowerCase(), url = '', roles = ['author'] } = more;
    const user = {
      ...otherColumns,
      login,
      name,
      slug,
      url,
      email: `${login}@example.com`,
      registered: '2026-01-02T03:04:05',
    };
    return database.transaction((tx) => insertUser(tx, user, roles));
  };
  const count = (type: string, status: string, author: number, n: 1 | -1) =>
    database.transaction((tx) => adjustCount(tx, { type, status, author }, n));

  before(async () => {
    database = await engine.open();
    await migrate(database, migrations);
  });

  test('usernames and email addresses are found regardless of case', async () => {
    const id = await addUser('Finder');
    assert.equal((await findUserByLogin(database.read, 'fINDER'))?.id, id);
    assert.equal((await findUserByEmail(database.read, 'FINDER@Example.COM'))?.id, id);
    assert.equal(await findUserByLogin(database.read, 'find'), undefined);
    assert.equal(await userExists(database.read, id), true);
    assert.equal(await userExists(database.read, id + 1000), false);
  });

  test('usernames, email addresses and slugs are unique', async () => {
    await addUser('Single');
    await assert.rejects(addUser('SINGLE', { slug: 'other' }), UniqueViolation);
    await assert.rejects(addUser('single2', { slug: 'single' }), UniqueViolation);
  });

  test('a row does not contain the password hash', async () => {
    const user = await findUser(database.read, await addUser('hashed'), allTypes);
    assert.equal(JSON.stringify(user).includes('"h"'), false);
  });

  test('the visibility of a user depends on the counters of entries', async () => {
    const id = await addUser('seen');
    const visibilityFor = async (types: VisibilityTypes) => (await findUser(database.read, id, types))?.seen;
    assert.equal(await visibilityFor(allTypes), 0);
    await count('post', 'draft', id, 1);
    await count('post', 'private', id, 1);
    await count('hidden', 'publish', id, 1);
    assert.equal(await visibilityFor(allTypes), 0);
    assert.equal(await visibilityFor({ ...allTypes, private: ['page'] }), 0);
    assert.equal(await visibilityFor({ ...allTypes, private: ['post'] }), 1);
    await count('page', 'publish', id, 1);
    assert.equal(await visibilityFor(allTypes), 1);
    assert.deepEqual(
      (await findUsersById(database.read, [id], allTypes)).map((user) => user.seen),
      [1],
    );
    await count('page', 'publish', id, -1);
    assert.equal(await visibilityFor(allTypes), 0);
  });

  test('a taken slug gets the first free suffix and is truncated to the maximum length', async () => {
    await addUser('slug1', { slug: 'same' });
    assert.equal(await findFreeUserSlug(database.read, 'same'), 'same-2');
    const ownId = await addUser('slug2', { slug: 'same-2' });
    assert.equal(await findFreeUserSlug(database.read, 'same'), 'same-3');
    assert.equal(await findFreeUserSlug(database.read, 'same-2', ownId), 'same-2');
    assert.equal(await findFreeUserSlug(database.read, ''), 'user');
    const long = 'x'.repeat(50);
    await addUser('slug3', { slug: long });
    await addUser('slug4', { slug: `${'x'.repeat(48)}-2` });
    assert.equal(await findFreeUserSlug(database.read, long), `${'x'.repeat(48)}-3`);
  });

  test('roles keep their order, without duplicates', async () => {
    const id = await addUser('roles', { roles: ['editor', 'author', 'editor'] });
    const rolesOf = async () => (await findRoles(database.read, [id])).get(id);
    assert.deepEqual(await rolesOf(), ['editor', 'author']);
    assert.equal(await hasOtherUserWithRole(database.read, 'editor', id), false);
    await database.transaction((tx) => replaceRoles(tx, id, ['author', 'contributor']));
    assert.deepEqual(await rolesOf(), ['author', 'contributor']);
    assert.equal(await hasOtherUserWithRole(database.read, 'author', id), true);
    await database.transaction((tx) => replaceRoles(tx, id, []));
    assert.equal(await rolesOf(), undefined);
  });

  test('deleting a user also deletes their roles and application passwords', async () => {
    const id = await addUser('gone');
    await issueApplicationPassword({ database, key: 'key', clock: Date.now }, { userId: id, name: 'one' });
    await database.transaction((tx) => deleteUserRow(tx, id));
    assert.equal((await findRoles(database.read, [id])).size, 0);
    assert.deepEqual(await listApplicationPasswordRows(database.read, id), []);
    assert.equal(
      (await listUsers(database.read)).some((user) => user.login === 'gone'),
      false,
    );
  });

  test('lists have a total order, and the pages of a list are disjoint', async () => {
    const ids = [];
    for (const login of ['list-b', 'list-a', 'list-c']) ids.push(await addUser(login, { name: 'Équal' }));
    const shape: ListShape = { filters: ['include'], search: [], orderby: 'name', order: 'asc' };
    const values: ListValues = { ...allTypes, include: ids, limit: 2, offset: 0 };
    const idsOf = async (order: 'asc' | 'desc', offset: number) =>
      (await findUsers(database.read, { ...shape, order }, { ...values, offset })).map((user) => user.id);
    assert.deepEqual([...(await idsOf('asc', 0)), ...(await idsOf('asc', 2))], ids);
    assert.deepEqual([...(await idsOf('desc', 0)), ...(await idsOf('desc', 2))], ids.toReversed());
    assert.equal(await countUsers(database.read, shape, values), 3);
  });

  test('a search finds substrings, ignores case and accents, and has no wildcards', async () => {
    const ids = [
      await addUser('look1', { name: 'Ångström 100%' }),
      await addUser('look2', { name: 'under_score', url: 'https://B.example/x' }),
    ];
    const found = async (text: string, search: ListShape['search']) => {
      const values: ListValues = {
        ...allTypes,
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
