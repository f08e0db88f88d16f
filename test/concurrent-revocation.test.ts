// Tests requests whose credentials are revoked while they are processed (docs/security.md, Credentials): they fail and create
// no new credentials.
import assert from 'node:assert/strict';
import { before, beforeEach, it } from 'node:test';
import { setTimeout as pause } from 'node:timers/promises';
import { hashPassword } from '../server/access/secrets.ts';
import { deleteSessions, findPasswordHash, listSessions } from '../server/access/sessions-store.ts';
import { issueApplicationPassword } from '../server/cms-v2/application-passwords/issue.ts';
import {
  deleteApplicationPasswordRows,
  insertApplicationPassword,
  listApplicationPasswordRows,
} from '../server/cms-v2/application-passwords/store.ts';
import { deleteUserRow, updatePasswordHash } from '../server/cms-v2/users/store.ts';
import { statement } from '../server/database/statement.ts';
import { describeEachEngine } from './engines.ts';
import { openTestSite, type TestSite } from './site.ts';
import { openVisitor, tokenIn } from './visitor.ts';

const password = 'the editor knows';
/** Number of checks without a new statement after which a request counts as waiting, with a pause before each. */
const idleChecks = 12;
const resetMails = statement((q) => q.selectFrom('mails').select('text').where('kind', '=', 'password-reset'));

describeEachEngine('concurrent revocation', (engine) => {
  let site: TestSite;
  let knownHash: string;
  const from = '192.0.2.1';
  const sessionsOf = (id: number) => listSessions(site.database.read, id, '2000-01-01T00:00:00');
  const readHash = () => findPasswordHash(site.database.read, site.ids.editor);
  const writeHash = (hash: string) =>
    site.database.transaction((tx) => updatePasswordHash(tx, site.ids.editor, hash)).then(() => {});
  let statementCount = 0;
  const onStatement = () => {
    statementCount += 1;
  };
  /** Starts `work`, which computes a password hash, and completes `interruption` while `work` waits for the hash. */
  const runDuring = async <T>(work: () => Promise<T>, interruption: () => Promise<unknown>): Promise<T> => {
    const hashing = Promise.all(Array.from({ length: 12 }, (_, n) => hashPassword('before it', String(n))));
    const pending = work();
    // A request that runs no statements waits for a hash. Only checks count, because a busy machine may interrupt this process.
    for (let checks = 0, before = -1; checks < idleChecks; before = statementCount) {
      checks = statementCount === before ? checks + 1 : 0;
      await pause(10);
    }
    await interruption();
    await hashing;
    return pending;
  };
  before(async () => {
    site = await openTestSite({
      ...{ database: await engine.open({ onStatement }), pause: async () => {} },
      mail: { server: { host: '127.0.0.1', port: 9, security: 'none' } },
    });
    knownHash = await hashPassword(password);
  });
  beforeEach(async () => {
    await site.restore('editor');
    await writeHash(knownHash);
  });

  it('a password that is changed while it is being verified opens no session', async () => {
    const { status, cookies } = await runDuring(
      () => openVisitor(site).submitForm('/account/sign-in', { login: 'editor', password }),
      () => writeHash('another'),
    );
    assert.deepEqual([status, cookies.length], [401, 0]);
    assert.deepEqual(await sessionsOf(site.ids.editor), []);
  });

  it('a user who is deleted while the password is being verified is not signed in', async () => {
    const { status } = await runDuring(
      () => openVisitor(site).submitForm('/account/sign-in', { login: 'editor', password }),
      () => site.database.transaction((tx) => deleteUserRow(tx, site.ids.editor)),
    );
    assert.equal(status, 401);
  });

  it('the old password cannot be used to change the password again', async () => {
    const browser = openVisitor(site);
    await browser.signIn('editor', password);
    const fields = { password, 'new-password': 'a thief’s own', again: 'a thief’s own' };
    const { status } = await runDuring(
      () => browser.submitForm('/account/profile', fields, '/account/profile/password'),
      () => writeHash('another'),
    );
    assert.equal(status, 401);
    assert.equal(await readHash(), 'another');
  });

  it('an application password that is revoked in the meantime cannot change the password', async () => {
    const { status, body } = await runDuring(
      () => site.request('editor', 'POST', '/cms/v2/users/me', { password: 'a thief’s own' }),
      () => site.database.transaction((tx) => deleteApplicationPasswordRows(tx, site.ids.editor)),
    );
    assert.deepEqual([status, body.code], [401, 'rest_not_logged_in']);
    assert.equal(await readHash(), knownHash);
  });

  it('an ended session or a revoked application password creates no application password', async () => {
    const { database, service, ids } = site;
    const issuePassword = (credential: { kind: string; id?: string; uuid?: string }) =>
      issueApplicationPassword(
        { database, ...service },
        {
          userId: ids.editor,
          name: 'x',
          auditActor: { actor: { id: ids.editor, login: 'editor', credential }, from },
        },
      );
    const browser = openVisitor(site);
    await browser.signIn('editor', password);
    const [{ id = '' } = {}] = await sessionsOf(ids.editor);
    const { uuid } = (await issuePassword({ kind: 'session', id })).row;
    await issuePassword({ kind: 'application-password', uuid });
    await database.transaction((tx) => deleteSessions(tx, ids.editor));
    await database.transaction((tx) => deleteApplicationPasswordRows(tx, ids.editor));
    for (const credential of [
      { kind: 'session', id },
      { kind: 'application-password', uuid },
    ])
      await assert.rejects(issuePassword(credential), { status: 401, code: 'rest_not_logged_in' });
    assert.deepEqual(await listApplicationPasswordRows(database.read, ids.editor), []);
  });

  it('revoking all application passwords includes those that are being created', async () => {
    const { database, ids } = site;
    const started = Promise.withResolvers<void>();
    const row = { app_id: '', name: 'x', created: '', last_used: null, last_ip: null, expires: null };
    const creation = database.transaction(async (tx) => {
      const application = {
        ...row,
        uuid: crypto.randomUUID(),
        user_id: ids.editor,
        read_only: 0,
        namespaces: '[]',
        hash: 'x',
      };
      await insertApplicationPassword(tx, application);
      started.resolve();
      await pause(50);
    });
    await started.promise;
    await database.transaction((tx) => deleteApplicationPasswordRows(tx, ids.editor));
    await creation;
    assert.deepEqual(await listApplicationPasswordRows(database.read, ids.editor), []);
  });

  it('a password reset link that is used twice at the same time works only once', async () => {
    const mailCount = (await site.database.read.all(resetMails, {})).length;
    await openVisitor(site).submitForm('/account/forgotten-password', { login: 'editor' });
    await site.service.screens.waitForBackgroundWork();
    const texts = await site.database.read.all(resetMails, {});
    assert.equal(texts.length, mailCount + 1);
    const key = /key=(\w+)/.exec(texts.at(-1)?.text ?? '')?.[1];
    const url = `/account/reset-password?key=${key}`;
    // Both open the form before one of them uses the link.
    const opened = await Promise.all(
      ['battery staple', 'another staple'].map(async (newPassword) => {
        const visitor = openVisitor(site);
        const token = tokenIn((await visitor.get(url)).body);
        return () => visitor.post(url, { token, 'new-password': newPassword, again: newPassword });
      }),
    );
    const responses = await Promise.all(opened.map((submit) => submit()));
    assert.deepEqual(responses.map(({ status }) => status).sort(), [303, 400]);
  });

  it('no internal errors are reported', () => assert.deepEqual(site.errors, []));
});
