import assert from 'node:assert/strict';
import { test } from 'node:test';
import { describeEachEngine } from '../../../test/engines.ts';
import { makePeople } from '../../../test/people.ts';
import { issueApplicationPassword } from './issue.ts';
import {
  findApplicationPassword,
  findApplicationPasswords,
  removeApplicationPassword,
  removeApplicationPasswords,
  renameApplicationPassword,
} from './store.ts';

describeEachEngine('the store of application passwords', (engine) => {
  test('they are kept in the order of making, found with their user only, renamed and revoked', async () => {
    const { database, service, add } = await makePeople(await engine.open());
    const [one, two] = [await add('one', []), await add('two', [])];
    const issue = (user: number, name: string) =>
      issueApplicationPassword(database, service.key, user, name, () => Date.UTC(2026, 0, 2, 3, 4, 5));
    const names = async (user: number) =>
      (await findApplicationPasswords(database.read, user)).map((each) => each.name);
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
    await database.transaction((tx) => renameApplicationPassword(tx, second ?? '', 'z'));
    assert.deepEqual(await names(one), ['b', 'z']);
    await database.transaction((tx) => removeApplicationPassword(tx, first ?? ''));
    await issue(one, 'y');
    assert.deepEqual(await names(one), ['z', 'y']);
    assert.equal(await database.transaction((tx) => removeApplicationPasswords(tx, one)), 2);
    assert.equal(await database.transaction((tx) => removeApplicationPasswords(tx, one)), 0);
    assert.deepEqual(await names(two), ['c']);
    await assert.rejects(issue(999_999, 'x'), { code: 'rest_user_invalid_id', status: 404 });
  });
});
