import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import { setTimeout as pause } from 'node:timers/promises';
import { describeEachEngine } from '../../test/engines.ts';
import { withFailingWrites } from '../../test/failing-writes.ts';
import { openTestSite, type TestSite } from '../../test/site.ts';
import { deleteUserRow, updatePasswordHash } from '../cms-v2/users/store.ts';
import type { WriteHandle } from '../database/handle.ts';
import { statement } from '../database/statement.ts';
import { makeNonces } from './nonces.ts';
import { lifetimes, makeSessions, type SessionOptions, type Sessions } from './sessions.ts';
import { deleteSession, listSessions } from './sessions-store.ts';

const stored = statement((q) => q.selectFrom('sessions').selectAll());
const hour = 3600_000;

describeEachEngine('sessions', (engine) => {
  let site: TestSite;
  let sessions: Sessions;
  let time = Date.UTC(2026, 0, 2, 3, 4, 5);
  const clock = () => time;
  const opening = (more: Partial<SessionOptions> = {}): SessionOptions => ({
    user: site.ids.author,
    login: 'author',
    remembered: false,
    from: '192.0.2.7',
    agent: 'a browser',
    previousToken: undefined,
    hash: 'none',
    ...more,
  });
  const open = async (options: SessionOptions): Promise<string> => {
    const token = await sessions.open(options);
    assert.ok(token !== undefined);
    return token;
  };
  before(async () => {
    site = await openTestSite({ database: await engine.open(), clock });
    sessions = makeSessions(site.database, site.service.key, clock);
  });

  it('belong to the user, and are stored without their token', async () => {
    const token = await open(opening());
    const found = await sessions.find(token);
    assert.deepEqual([found?.user_id, found?.login], [site.ids.author, 'author']);
    const rows = JSON.stringify(await site.database.read.all(stored, {}));
    assert.equal(rows.includes(token), false);
    for (const forged of ['', 'x', token.slice(1), token.toLowerCase(), found?.id ?? ''])
      assert.equal(await sessions.find(forged), undefined, forged);
  });

  it('expire, later if they are remembered', async () => {
    const [usual, remembered] = [await open(opening()), await open(opening({ remembered: true }))];
    const began = time;
    time = began + lifetimes.usual - 1000;
    assert.ok(await sessions.find(usual));
    time = began + lifetimes.usual;
    assert.equal(await sessions.find(usual), undefined);
    assert.ok(await sessions.find(remembered));
    time = began + lifetimes.remembered;
    assert.equal(await sessions.find(remembered), undefined);
    await open(opening());
    assert.equal((await site.database.read.all(stored, {})).length, 1, 'expired sessions are deleted');
  });

  it('end when their user deletes them, and when the browser opens another one', async () => {
    const first = await open(opening());
    const second = await open(opening({ previousToken: first }));
    assert.equal(await sessions.find(first), undefined);
    const { id = '' } = (await sessions.find(second)) ?? {};
    await site.database.transaction((tx) => deleteSession(tx, site.ids.editor, id));
    assert.ok(await sessions.find(second));
    await site.database.transaction((tx) => deleteSession(tx, site.ids.author, id));
    assert.equal(await sessions.find(second), undefined);
  });

  it('can get a new token', async () => {
    const token = await open(opening());
    const id = (await sessions.find(token))?.id ?? '';
    const renewed = await site.database.transaction((tx) => sessions.renew(tx, id));
    assert.equal(await sessions.find(token), undefined);
    assert.equal((await sessions.find(renewed))?.id, id);
  });

  it('update last_seen at most once an hour', async () => {
    const token = await open(opening());
    const seen = async () => (await sessions.find(token))?.last_seen;
    const began = await seen();
    const touchSession = async () => {
      const found = await sessions.find(token);
      assert.ok(found);
      await sessions.touch(found);
    };
    time += hour - 1000;
    await touchSession();
    assert.equal(await seen(), began);
    time += 1000;
    await touchSession();
    assert.notEqual(await seen(), began);
  });

  it('can be used when last_seen cannot be updated, which is reported', async () => {
    const found = await sessions.find(await open(opening()));
    assert.ok(found);
    time += hour;
    const error = new Error('the disk is full');
    const failures = await withFailingWrites(site.database, error, () => sessions.touch(found));
    assert.deepEqual(failures, [{ task: 'update of the last use of a session', error }]);
  });

  it('end when the password changes, except the current one, and when the user is deleted', async () => {
    const openOne = () => open(opening({ user: site.ids.editor }));
    const [one, two, others] = [await openOne(), await openOne(), await open(opening())];
    const currentId = (await sessions.find(one))?.id;
    await site.database.transaction((tx) => updatePasswordHash(tx, site.ids.editor, 'none', currentId));
    assert.ok(await sessions.find(one));
    assert.equal(await sessions.find(two), undefined);
    assert.ok(await sessions.find(others));
    assert.equal((await listSessions(site.database.read, site.ids.editor, '2026-01-01T00:00:00')).length, 1);
    await site.database.transaction((tx) => deleteUserRow(tx, site.ids.editor));
    assert.equal(await sessions.find(one), undefined);
  });

  it('are not opened while the password is being changed or the user is being deleted', async () => {
    const user = site.ids.contributor;
    for (const [hash, change] of [
      ['none', (tx: WriteHandle) => updatePasswordHash(tx, user, 'another')],
      ['another', (tx: WriteHandle) => deleteUserRow(tx, user)],
    ] as const) {
      const begun = Promise.withResolvers<void>();
      const changing = site.database.transaction(async (tx) => {
        await change(tx);
        begun.resolve();
        await pause(50);
      });
      await begun.promise;
      assert.equal(await sessions.open(opening({ user, hash })), undefined);
      await changing;
      assert.deepEqual(await listSessions(site.database.read, user, '2026-01-01T00:00:00'), []);
    }
  });
});

describe('a nonce', () => {
  let time = Date.UTC(2026, 0, 2, 0, 0, 0);
  const nonces = makeNonces('key', () => time);
  const session = { id: 'one', user_id: 1 };

  it('has ten hexadecimal digits and is valid for 12 to 24 hours', () => {
    const began = time;
    const nonce = nonces.of(session);
    assert.match(nonce, /^[0-9a-f]{10}$/);
    for (const [hours, holds] of [
      [0, true],
      [12, true],
      [23.99, true],
      [24, false],
    ] as const) {
      time = began + hours * hour;
      assert.equal(nonces.isValid(nonce, session), holds, `${hours} hours`);
    }
    time = began + 11.99 * hour;
    const late = nonces.of(session);
    time += 12 * hour;
    assert.equal(nonces.isValid(late, session), true);
    time += 0.02 * hour;
    assert.equal(nonces.isValid(late, session), false);
  });

  it('is valid only for its session and user', () => {
    const nonce = nonces.of(session);
    assert.equal(nonces.isValid(nonce, { id: 'two', user_id: 1 }), false);
    assert.equal(nonces.isValid(nonce, { id: 'one', user_id: 2 }), false);
    assert.equal(makeNonces('other', () => time).isValid(nonce, session), false);
    for (const wrong of ['', '0', nonce.toUpperCase(), `${nonce}0`, nonce.slice(1)])
      assert.equal(nonces.isValid(wrong, session) && wrong !== nonce, false, wrong);
  });
});
