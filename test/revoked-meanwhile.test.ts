// Credentials that are revoked while something is done by them (attacks-and-faults.md, check 20): they leave none behind.
import assert from 'node:assert/strict';
import { before, beforeEach, it } from 'node:test';
import { setTimeout as pause } from 'node:timers/promises';
import { hashPassword } from '../server/access/secrets.ts';
import { findPasswordHash, findSessions, removeSessions } from '../server/access/sessions-store.ts';
import { issueApplicationPassword } from '../server/cms-v2/application-passwords/issue.ts';
import {
  findApplicationPasswords,
  insertApplicationPassword,
  removeApplicationPasswords,
} from '../server/cms-v2/application-passwords/store.ts';
import { removeUser, writePasswordHash } from '../server/cms-v2/users/store.ts';
import { statement } from '../server/database/statement.ts';
import { describeEachEngine } from './engines.ts';
import { openTestSite, type TestSite } from './site.ts';
import { visit } from './visitor.ts';

const password = 'the editor knows';
const letters = statement((q) => q.selectFrom('mails').select('text').where('kind', '=', 'password-reset'));

describeEachEngine('what is revoked meanwhile', (engine) => {
  let site: TestSite;
  let known: string;
  const from = '192.0.2.1';
  const sessionsOf = (id: number) => findSessions(site.database.read, id, '2000-01-01T00:00:00');
  const stored = () => findPasswordHash(site.database.read, site.ids.editor);
  const write = (hash: string) =>
    site.database.transaction((tx) => writePasswordHash(tx, site.ids.editor, hash)).then(() => {});
  /** Does something that waits for a password to be hashed, and something else while it waits. */
  const during = async <T>(work: () => Promise<T>, meanwhile: () => Promise<unknown>): Promise<T> => {
    const busy = Promise.all(Array.from({ length: 8 }, (_, n) => hashPassword('before it', String(n))));
    const working = work();
    await pause(60);
    await meanwhile();
    await busy;
    return working;
  };
  before(async () => {
    site = await openTestSite({
      ...{ database: await engine.open(), pause: async () => {} },
      mail: { server: { host: '127.0.0.1', port: 9, security: 'none' } },
    });
    known = await hashPassword(password);
  });
  beforeEach(async () => {
    await site.restore('editor');
    await write(known);
  });

  it('no session is opened by a password that was changed while it was looked at', async () => {
    const { status, cookies } = await during(
      () => visit(site).fill('/account/sign-in', { login: 'editor', password }),
      () => write('another'),
    );
    assert.deepEqual([status, cookies.length], [401, 0]);
    assert.deepEqual(await sessionsOf(site.ids.editor), []);
  });

  it('nobody is signed in who was removed while their password was looked at', async () => {
    const { status } = await during(
      () => visit(site).fill('/account/sign-in', { login: 'editor', password }),
      () => site.database.transaction((tx) => removeUser(tx, site.ids.editor)),
    );
    assert.equal(status, 401);
  });

  it('who knows the password that was does not take the account back from who has just changed it', async () => {
    const browser = visit(site);
    await browser.signIn('editor', password);
    const fields = { password, 'new-password': 'a thief’s own', again: 'a thief’s own' };
    const { status } = await during(
      () => browser.fill('/account/profile', fields, '/account/profile/password'),
      () => write('another'),
    );
    assert.equal(status, 401);
    assert.equal(await stored(), 'another');
  });

  it('a password is not changed by an application password that was revoked meanwhile', async () => {
    const { status, body } = await during(
      () => site.ask('editor', 'POST', '/cms/v2/users/me', { password: 'a thief’s own' }),
      () => site.database.transaction((tx) => removeApplicationPasswords(tx, site.ids.editor)),
    );
    assert.deepEqual([status, body.code], [401, 'rest_not_logged_in']);
    assert.equal(await stored(), known);
  });

  it('no application password is made by a session or an application password that has ended', async () => {
    const { database, service, ids } = site;
    const issue = (credential: { kind: string; id?: string; uuid?: string }) =>
      issueApplicationPassword(database, service.key, ids.editor, 'x', service.clock, '', {
        doer: { actor: { id: ids.editor, login: 'editor', credential }, from },
      });
    const browser = visit(site);
    await browser.signIn('editor', password);
    const [{ id = '' } = {}] = await sessionsOf(ids.editor);
    const { uuid } = (await issue({ kind: 'session', id })).row;
    await issue({ kind: 'application-password', uuid });
    await database.transaction((tx) => removeSessions(tx, ids.editor));
    await database.transaction((tx) => removeApplicationPasswords(tx, ids.editor));
    for (const credential of [
      { kind: 'session', id },
      { kind: 'application-password', uuid },
    ])
      await assert.rejects(issue(credential), { status: 401, code: 'rest_not_logged_in' });
    assert.deepEqual(await findApplicationPasswords(database.read, ids.editor), []);
  });

  it('who revokes all application passwords revokes those too that are being made', async () => {
    const { database, ids } = site;
    const begun = Promise.withResolvers<void>();
    const row = { app_id: '', name: 'x', created: '', last_used: null, last_ip: null, expires: null };
    const making = database.transaction(async (tx) => {
      const made = {
        ...row,
        uuid: crypto.randomUUID(),
        user_id: ids.editor,
        read_only: 0,
        namespaces: '[]',
        hash: 'x',
      };
      await insertApplicationPassword(tx, made);
      begun.resolve();
      await pause(50);
    });
    await begun.promise;
    await database.transaction((tx) => removeApplicationPasswords(tx, ids.editor));
    await making;
    assert.deepEqual(await findApplicationPasswords(database.read, ids.editor), []);
  });

  it('a letter’s link that is used twice at once works once', async () => {
    const sent = (await site.database.read.all(letters, {})).length;
    await visit(site).fill('/account/forgotten-password', { login: 'editor' });
    await site.service.screens.settle();
    const texts = await site.database.read.all(letters, {});
    assert.equal(texts.length, sent + 1);
    const key = /key=(\w+)/.exec(texts.at(-1)?.text ?? '')?.[1];
    const choose = (wanted: string) =>
      visit(site).fill(`/account/reset-password?key=${key}`, { 'new-password': wanted, again: wanted });
    const answers = await Promise.all([choose('battery staple'), choose('another staple')]);
    assert.deepEqual(answers.map(({ status }) => status).sort(), [303, 400]);
  });

  it('nothing of that is a fault of ours', () => assert.deepEqual(site.faults, []));
});
