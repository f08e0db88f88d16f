import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import { describeEachEngine } from '../../../test/engines.ts';
import { makePeople, type People } from '../../../test/people.ts';
import { issueApplicationPassword } from '../application-passwords/issue.ts';
import { countedEntries } from '../entries/counts-store.ts';
import { findRoles } from './roles-store.ts';

const nobody = '?force=true&reassign=false';

describeEachEngine('deleting a user', (engine) => {
  let people: People;

  before(async () => {
    people = await makePeople(await engine.open());
  });

  const admin = (method: string, address: string, json?: unknown) => people.ask('administrator', method, address, json);
  const write = async (author: number, kind: 'posts' | 'pages', status: string) =>
    Number((await admin('POST', `/cms/v2/${kind}`, { title: 't', content: 'c', author, status })).body.id);
  const stateOf = async (kind: string, id: number) => {
    const { body } = await admin('GET', `/cms/v2/${kind}/${id}?context=edit`);
    return [body.status, body.author, body.slug];
  };

  test('an heir gets everything in the state it is in, and the counters follow', async () => {
    const [heir, gone] = [await people.add('heir', ['author']), await people.add('gone', ['author'])];
    const ids = [
      await write(gone, 'posts', 'publish'),
      await write(gone, 'posts', 'draft'),
      await write(gone, 'posts', 'pending'),
    ];
    const page = await write(gone, 'pages', 'publish');
    await write(heir, 'posts', 'publish');
    const { status, body } = await admin('DELETE', `/cms/v2/users/${gone}?force=true&reassign=${heir}`);
    assert.equal(status, 200);
    const previous = body.previous as Record<string, unknown>;
    assert.deepEqual(
      [body.deleted, previous.username, previous.roles, previous._links],
      [true, 'gone', ['author'], undefined],
    );
    for (const id of ids) assert.equal((await stateOf('posts', id))[1], heir);
    assert.deepEqual((await stateOf('pages', page)).slice(0, 2), ['publish', heir]);
    const { read } = people.database;
    assert.deepEqual(
      [
        await countedEntries(read, 'post', ['publish'], [gone]),
        await countedEntries(read, 'post', ['publish'], [heir]),
      ],
      [0, 2],
    );
    assert.equal((await admin('GET', `/cms/v2/posts?author=${heir}`)).headers['X-CMS-Total'], '2');
    assert.equal((await people.ask('nobody', 'GET', `/cms/v2/users/${heir}`)).status, 200);
  });

  test('without an heir everything goes to the trash under its old author, which lists follow', async () => {
    const gone = await people.add('alone', ['author']);
    const ids = [await write(gone, 'posts', 'publish'), await write(gone, 'posts', 'draft')];
    const page = await write(gone, 'pages', 'private');
    const trashed = await write(gone, 'posts', 'publish');
    await admin('DELETE', `/cms/v2/posts/${trashed}`);
    assert.equal((await admin('DELETE', `/cms/v2/users/${gone}${nobody}`)).status, 200);
    for (const id of [...ids, trashed]) assert.deepEqual((await stateOf('posts', id)).slice(0, 2), ['trash', gone]);
    assert.deepEqual((await stateOf('pages', page)).slice(0, 2), ['trash', gone]);
    assert.equal((await admin('GET', `/cms/v2/posts?author=${gone}`)).headers['X-CMS-Total'], '0');
  });

  test('more entries than are looked at together', async () => {
    const gone = await people.add('busy', ['author']);
    for (let n = 0; n < 103; n += 1) await write(gone, 'posts', 'draft');
    await admin('DELETE', `/cms/v2/users/${gone}${nobody}`);
    const { read } = people.database;
    assert.deepEqual(
      [await countedEntries(read, 'post', ['draft'], [gone]), await countedEntries(read, 'post', ['trash'], [gone])],
      [0, 103],
    );
  });

  test('what cannot be is refused and leaves everything as it was', async () => {
    const user = await people.add('stays', ['author']);
    const post = await write(user, 'posts', 'publish');
    const cases: [query: string, status: number, code: string][] = [
      ['?force=true', 400, 'rest_missing_callback_param'],
      ['?reassign=false', 501, 'rest_trash_not_supported'],
      ['?force=false&reassign=0', 501, 'rest_trash_not_supported'],
      [`?force=true&reassign=${user}`, 400, 'rest_user_invalid_reassign'],
      [`?force=true&reassign=-${user}`, 400, 'rest_user_invalid_reassign'],
      ['?force=true&reassign=999999', 400, 'rest_user_invalid_reassign'],
      ['?force=true&reassign=somebody', 400, 'rest_invalid_param'],
    ];
    for (const [query, status, code] of cases) {
      const told = await admin('DELETE', `/cms/v2/users/${user}${query}`);
      assert.deepEqual([told.status, told.body.code], [status, code], query);
    }
    assert.deepEqual((await stateOf('posts', post)).slice(0, 2), ['publish', user]);
  });

  test('the last administrator stays, and an administrator beside others may go', async () => {
    const own = await people.ask('administrator', 'DELETE', `/cms/v2/users/me${nobody}`);
    assert.deepEqual([own.status, own.body.code], [403, 'rest_user_cannot_delete']);
    const second = await people.add('second', ['administrator']);
    assert.equal((await admin('DELETE', `/cms/v2/users/${second}${nobody}`)).status, 200);
    assert.equal((await admin('DELETE', `/cms/v2/users/${people.ids.administrator}${nobody}`)).status, 403);
  });

  test('of two administrators who delete each other at once, one stays', async () => {
    const rival = await people.add('rival', ['administrator']);
    const { password } = await issueApplicationPassword(people.database, people.service.key, rival, 'r', Date.now);
    const told = await Promise.all([
      people.ask(`rival:${password}`, 'DELETE', `/cms/v2/users/${people.ids.administrator}${nobody}`),
      admin('DELETE', `/cms/v2/users/${rival}${nobody}`),
    ]);
    assert.equal(told.filter(({ status }) => status === 200).length, 1);
    const left = await findRoles(people.database.read, [rival, people.ids.administrator]);
    assert.deepEqual([...left.values()], [['administrator']]);
  });
});
