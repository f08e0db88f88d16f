import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import { setTimeout as pause } from 'node:timers/promises';
import { describeEachEngine } from '../../test/engines.ts';
import { openTestSite, type TestSite } from '../../test/site.ts';
import { removeUser, writePasswordHash } from '../cms-v2/users/store.ts';
import type { WriteHandle } from '../database/handle.ts';
import { statement } from '../database/statement.ts';
import { makeNonces } from './nonces.ts';
import { lifetimes, makeSessions, type Opening, type Sessions } from './sessions.ts';
import { findSessions, removeSession } from './sessions-store.ts';

const stored = statement((q) => q.selectFrom('sessions').selectAll());
const hour = 3600_000;

describeEachEngine('sessions', (engine) => {
  let site: TestSite;
  let sessions: Sessions;
  let time = Date.UTC(2026, 0, 2, 3, 4, 5);
  const clock = () => time;
  const opening = (more: Partial<Opening> = {}): Opening => ({
    user: site.ids.author,
    login: 'author',
    remembered: false,
    from: '192.0.2.7',
    agent: 'a browser',
    before: undefined,
    hash: 'none',
    ...more,
  });
  const open = async (wanted: Opening): Promise<string> => {
    const token = await sessions.open(wanted);
    assert.ok(token !== undefined);
    return token;
  };
  before(async () => {
    site = await openTestSite({ database: await engine.open(), clock });
    sessions = makeSessions(site.database, site.service.key, clock);
  });

  it('belong to who was signed in, and are stored without their secret', async () => {
    const token = await open(opening());
    const found = await sessions.find(token);
    assert.deepEqual([found?.user_id, found?.login], [site.ids.author, 'author']);
    const rows = JSON.stringify(await site.database.read.all(stored, {}));
    assert.equal(rows.includes(token), false);
    for (const forged of ['', 'x', token.slice(1), token.toLowerCase(), found?.id ?? ''])
      assert.equal(await sessions.find(forged), undefined, forged);
  });

  it('end by themselves, later where they are to be remembered', async () => {
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
    assert.equal((await site.database.read.all(stored, {})).length, 1, 'what has ended is removed');
  });

  it('end when they are ended by who has them, and when another takes their place in the browser', async () => {
    const first = await open(opening());
    const second = await open(opening({ before: first }));
    assert.equal(await sessions.find(first), undefined);
    const { id = '' } = (await sessions.find(second)) ?? {};
    await site.database.transaction((tx) => removeSession(tx, site.ids.editor, id));
    assert.ok(await sessions.find(second));
    await site.database.transaction((tx) => removeSession(tx, site.ids.author, id));
    assert.equal(await sessions.find(second), undefined);
  });

  it('get another secret without ending', async () => {
    const token = await open(opening());
    const id = (await sessions.find(token))?.id ?? '';
    const renewed = await site.database.transaction((tx) => sessions.renew(tx, id));
    assert.equal(await sessions.find(token), undefined);
    assert.equal((await sessions.find(renewed))?.id, id);
  });

  it('are noted as seen once an hour', async () => {
    const token = await open(opening());
    const seen = async () => (await sessions.find(token))?.last_seen;
    const began = await seen();
    const see = async () => {
      const found = await sessions.find(token);
      assert.ok(found);
      await sessions.see(found);
    };
    time += hour - 1000;
    await see();
    assert.equal(await seen(), began);
    time += 1000;
    await see();
    assert.notEqual(await seen(), began);
  });

  it('of a user end with another password, all but the one in which it is chosen, and with the user', async () => {
    const openOne = () => open(opening({ user: site.ids.editor }));
    const [one, two, others] = [await openOne(), await openOne(), await open(opening())];
    const kept = (await sessions.find(one))?.id;
    await site.database.transaction((tx) => writePasswordHash(tx, site.ids.editor, 'none', kept));
    assert.ok(await sessions.find(one));
    assert.equal(await sessions.find(two), undefined);
    assert.ok(await sessions.find(others));
    assert.equal((await findSessions(site.database.read, site.ids.editor, '2026-01-01T00:00:00')).length, 1);
    await site.database.transaction((tx) => removeUser(tx, site.ids.editor));
    assert.equal(await sessions.find(one), undefined);
  });

  it('are not opened by a password that is being changed, nor for a user who is being removed', async () => {
    const user = site.ids.contributor;
    for (const [hash, change] of [
      ['none', (tx: WriteHandle) => writePasswordHash(tx, user, 'another')],
      ['another', (tx: WriteHandle) => removeUser(tx, user)],
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
      assert.deepEqual(await findSessions(site.database.read, user, '2026-01-01T00:00:00'), []);
    }
  });
});

describe('a nonce', () => {
  let time = Date.UTC(2026, 0, 2, 0, 0, 0);
  const nonces = makeNonces('key', () => time);
  const session = { id: 'one', user_id: 1 };

  it('has ten hexadecimal digits and holds from 12 to 24 hours', () => {
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
      assert.equal(nonces.fits(nonce, session), holds, `${hours} hours`);
    }
    time = began + 11.99 * hour;
    const late = nonces.of(session);
    time += 12 * hour;
    assert.equal(nonces.fits(late, session), true);
    time += 0.02 * hour;
    assert.equal(nonces.fits(late, session), false);
  });

  it('fits its own session and user alone', () => {
    const nonce = nonces.of(session);
    assert.equal(nonces.fits(nonce, { id: 'two', user_id: 1 }), false);
    assert.equal(nonces.fits(nonce, { id: 'one', user_id: 2 }), false);
    assert.equal(makeNonces('other', () => time).fits(nonce, session), false);
    for (const wrong of ['', '0', nonce.toUpperCase(), `${nonce}0`, nonce.slice(1)])
      assert.equal(nonces.fits(wrong, session) && wrong !== nonce, false, wrong);
  });
});
