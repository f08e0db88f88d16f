import assert from 'node:assert/strict';
import { test } from 'node:test';
import { describeEachEngine } from '../../../test/engines.ts';
import { openUsersSite } from '../../../test/users-site.ts';
import { issueApplicationPassword } from './issue.ts';
import {
  deleteApplicationPasswordRow,
  deleteApplicationPasswordRows,
  findApplicationPassword,
  listApplicationPasswordRows,
  updateApplicationPasswordName,
} from './store.ts';

describeEachEngine('the store of application passwords', (engine) => {
  test('lists in creation order, finds by owner only, renames and revokes', async () => {
    const { database, service, addUser } = await openUsersSite(await engine.open());
    const [one, two] = [await addUser('one', []), await addUser('two', [])];
    const issue = (user: number, name: string) =>
      issueApplicationPassword(
        { database, key: service.key, clock: () => Date.UTC(2026, 0, 2, 3, 4, 5) },
        { userId: user, name },
      );
    const names = async (user: number) =>
      (await listApplicationPasswordRows(database.read, user)).map((each) => each.name);
    const made = [await issue(one, 'b'), await issue(one, 'a'), await issue(two, 'c')];
    const [first, second] = made.map((each) => each.uuid);
    assert.deepEqual(await names(one), ['b', 'a']);
    const row = await findApplicationPassword(database.read, one, first ?? '');
    assert.deepEqual(
      { ...row },
      {
        uuid: first,
        user_id: one,
        app_id: '',
        name: 'b',
        created: '2026-01-02T03:04:05',
        last_used: null,
        last_ip: null,
        expires: null,
        read_only: 0,
        namespaces: '[]',
      },
    );
    assert.equal(await findApplicationPassword(database.read, two, first ?? ''), undefined);
    await database.transaction((tx) => updateApplicationPasswordName(tx, second ?? '', 'z'));
    assert.deepEqual(await names(one), ['b', 'z']);
    await database.transaction((tx) => deleteApplicationPasswordRow(tx, first ?? ''));
    await issue(one, 'y');
    assert.deepEqual(await names(one), ['z', 'y']);
    assert.equal(await database.transaction((tx) => deleteApplicationPasswordRows(tx, one)), 2);
    assert.equal(await database.transaction((tx) => deleteApplicationPasswordRows(tx, one)), 0);
    assert.deepEqual(await names(two), ['c']);
    await assert.rejects(issue(999_999, 'x'), { code: 'rest_user_invalid_id', status: 404 });
  });
});
