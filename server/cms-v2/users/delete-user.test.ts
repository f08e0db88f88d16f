import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import { describeEachEngine } from '../../../test/engines.ts';
import { openUsersSite, type UsersSite } from '../../../test/users-site.ts';
import { issueApplicationPassword } from '../application-passwords/issue.ts';
import { sumCounts } from '../entries/counts-store.ts';
import { findRoles } from './store.ts';

const toTrash = '?force=true&reassign=false';

describeEachEngine('deleting a user', (engine) => {
  let site: UsersSite;

  before(async () => {
    site = await openUsersSite(await engine.open());
  });

  const admin = (method: string, path: string, json?: unknown) => site.request('administrator', method, path, json);
  const write = async (author: number, kind: 'posts' | 'pages', status: string) =>
    Number((await admin('POST', `/cms/v2/${kind}`, { title: 't', content: 'c', author, status })).body.id);
  const stateOf = async (kind: string, id: number) => {
    const { body } = await admin('GET', `/cms/v2/${kind}/${id}?context=edit`);
    return [body.status, body.author, body.slug];
  };

  test('with reassign, content keeps its status and the counters are moved', async () => {
    const [newAuthor, deleted] = [await site.addUser('heir', ['author']), await site.addUser('gone', ['author'])];
    const ids = [
      await write(deleted, 'posts', 'publish'),
      await write(deleted, 'posts', 'draft'),
      await write(deleted, 'posts', 'pending'),
    ];
    const page = await write(deleted, 'pages', 'publish');
    await write(newAuthor, 'posts', 'publish');
    const { status, body } = await admin('DELETE', `/cms/v2/users/${deleted}?force=true&reassign=${newAuthor}`);
    assert.equal(status, 200);
    const previous = body.previous as Record<string, unknown>;
    assert.deepEqual(
      [body.deleted, previous.username, previous.roles, previous._links],
      [true, 'gone', ['author'], undefined],
    );
    for (const id of ids) assert.equal((await stateOf('posts', id))[1], newAuthor);
    assert.deepEqual((await stateOf('pages', page)).slice(0, 2), ['publish', newAuthor]);
    const { read } = site.database;
    assert.deepEqual(
      [await sumCounts(read, 'post', ['publish'], [deleted]), await sumCounts(read, 'post', ['publish'], [newAuthor])],
      [0, 2],
    );
    assert.equal((await admin('GET', `/cms/v2/posts?author=${newAuthor}`)).headers['X-CMS-Total'], '2');
    assert.equal((await site.request('nobody', 'GET', `/cms/v2/users/${newAuthor}`)).status, 200);
  });

  test('without reassign, all content moves to the trash and keeps its author', async () => {
    const deleted = await site.addUser('alone', ['author']);
    const ids = [await write(deleted, 'posts', 'publish'), await write(deleted, 'posts', 'draft')];
    const page = await write(deleted, 'pages', 'private');
    const trashed = await write(deleted, 'posts', 'publish');
    await admin('DELETE', `/cms/v2/posts/${trashed}`);
    assert.equal((await admin('DELETE', `/cms/v2/users/${deleted}${toTrash}`)).status, 200);
    for (const id of [...ids, trashed]) assert.deepEqual((await stateOf('posts', id)).slice(0, 2), ['trash', deleted]);
    assert.deepEqual((await stateOf('pages', page)).slice(0, 2), ['trash', deleted]);
    assert.equal((await admin('GET', `/cms/v2/posts?author=${deleted}`)).headers['X-CMS-Total'], '0');
  });

  test('all entries move to the trash even if there are several batches', async () => {
    const deleted = await site.addUser('busy', ['author']);
    for (let n = 0; n < 103; n += 1) await write(deleted, 'posts', 'draft');
    await admin('DELETE', `/cms/v2/users/${deleted}${toTrash}`);
    const { read } = site.database;
    assert.deepEqual(
      [await sumCounts(read, 'post', ['draft'], [deleted]), await sumCounts(read, 'post', ['trash'], [deleted])],
      [0, 103],
    );
  });

  test('invalid requests are rejected and change nothing', async () => {
    const user = await site.addUser('stays', ['author']);
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
      const response = await admin('DELETE', `/cms/v2/users/${user}${query}`);
      assert.deepEqual([response.status, response.body.code], [status, code], query);
    }
    assert.deepEqual((await stateOf('posts', post)).slice(0, 2), ['publish', user]);
  });

  test('administrators can be deleted, except for the last one', async () => {
    const ownDeletion = await site.request('administrator', 'DELETE', `/cms/v2/users/me${toTrash}`);
    assert.deepEqual([ownDeletion.status, ownDeletion.body.code], [403, 'rest_user_cannot_delete']);
    const second = await site.addUser('second', ['administrator']);
    assert.equal((await admin('DELETE', `/cms/v2/users/${second}${toTrash}`)).status, 200);
    assert.equal((await admin('DELETE', `/cms/v2/users/${site.ids.administrator}${toTrash}`)).status, 403);
  });

  test('one of two administrators remains if they delete each other concurrently', async () => {
    const otherAdministrator = await site.addUser('rival', ['administrator']);
    const { password } = await issueApplicationPassword(
      { database: site.database, key: site.service.key, clock: Date.now },
      { userId: otherAdministrator, name: 'r' },
    );
    const response = await Promise.all([
      site.request(`rival:${password}`, 'DELETE', `/cms/v2/users/${site.ids.administrator}${toTrash}`),
      admin('DELETE', `/cms/v2/users/${otherAdministrator}${toTrash}`),
    ]);
    assert.equal(response.filter(({ status }) => status === 200).length, 1);
    const remaining = await findRoles(site.database.read, [otherAdministrator, site.ids.administrator]);
    assert.deepEqual([...remaining.values()], [['administrator']]);
  });
});
