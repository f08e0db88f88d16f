// Tests the mail queue with every database engine: emails are sent once after the commit, retried with increasing delays, and deleted.
import assert from 'node:assert/strict';
import { after, before, beforeEach, it } from 'node:test';
import { describeEachEngine } from '../../test/engines.ts';
import { startFakeServer, startSmtp, type TestSmtp } from '../../test/smtp.ts';
import { DatabaseUnavailable } from '../database/errors.ts';
import type { Database } from '../database/handle.ts';
import { migrate } from '../database/migrate.ts';
import { migrations } from '../database/migrations.ts';
import { type Builder, statement } from '../database/statement.ts';
import { now } from '../time/zone.ts';
import type { Mail } from './mail.ts';
import {
  attemptTimeoutSeconds,
  noServerProblem,
  pruneLog,
  retryDelaysSeconds,
  type SendDeps,
  sendDue,
} from './mail-queue.ts';
import { MailProblem } from './problem.ts';
import { queueMail } from './queue.ts';
import { listMails, retryMails } from './store.ts';
import type { TransportSettings } from './transport.ts';

const deleteAllStatement = statement((q: Builder) => q.deleteFrom('mails'));
const damageHeadersStatement = statement((q: Builder) => q.updateTable('mails').set({ headers: '{"X-Kind"' }));
const contentsStatement = statement((q: Builder) => q.selectFrom('mails').select(['text', 'html']).orderBy('id'));
const from = { name: '', address: 'octavo@site.test' };
const neverAborted = { graceful: new AbortController().signal, immediate: new AbortController().signal };

describeEachEngine('a queued email', (engine) => {
  let database: Database;
  let smtp: TestSmtp;
  let time = Date.parse('2026-06-01T12:00:00Z');
  const problems: string[] = [];
  const rejections = new Map<string, number>();
  const clock = () => time;
  before(async () => {
    database = await engine.open();
    await migrate(database, migrations);
    smtp = await startSmtp({ rejectWith: (to) => rejections.get(to) });
  });
  after(() => smtp.close());
  beforeEach(async () => {
    await database.transaction((tx) => tx.run(deleteAllStatement, {}));
    smtp.received.length = 0;
    problems.length = 0;
    rejections.clear();
  });

  const settingsOf = (port: number): TransportSettings => ({
    server: { host: '127.0.0.1', port, security: 'none' },
    from,
  });
  const depsOf = (settings: TransportSettings | undefined = settingsOf(smtp.port)): SendDeps => ({
    database,
    clock,
    host: 'site.test',
    transport: async () => settings,
    timeouts: { connectionMs: 60_000, greetingMs: 60_000, idleMs: 60_000, totalMs: 60_000 },
    onProblem: ({ kind, tries }, _problem, gaveUp) => problems.push(`${kind} ${tries} ${gaveUp}`),
  });
  const send = (settings?: TransportSettings) => sendDue(depsOf(settings), neverAborted);
  const queue = (to: string, more: Partial<Mail> = {}) =>
    database.transaction((tx) => queueMail(tx, { kind: 'test', to, subject: 'S', text: 'T', ...more }, now(clock)));
  const states = async () =>
    (await listMails(database.read, 1000))
      .map(({ recipient, state, tries }) => `${recipient.split('@')[0]} ${state} ${tries}`)
      .sort();
  const advance = (seconds: number) => {
    time += seconds * 1000;
  };

  it('fails without being sent if its stored headers are damaged', async () => {
    await queue('ann@site.test', { headers: { 'X-Kind': 'test' } });
    await database.transaction((tx) => tx.run(damageHeadersStatement, {}));
    assert.equal(await send(), 0);
    assert.deepEqual(await states(), ['ann failed 1']);
    assert.deepEqual(problems, ['test 1 true']);
    assert.deepEqual(smtp.received, []);
  });

  it('is sent completely after the commit, not after a rollback, and its text is deleted', async () => {
    await queue('ann@site.test', { html: '<p>T</p>', replyTo: 'bob@site.test', headers: { 'X-Kind': 'test' } });
    await assert.rejects(
      database.transaction(async (tx) => {
        await queueMail(tx, { kind: 'test', to: 'eve@site.test', subject: 'S', text: 'T' }, now(clock));
        throw new Error('rolled back');
      }),
      /rolled back/,
    );
    assert.equal(await send(), 1);
    assert.equal(await send(), 0);
    const [mail, ...others] = smtp.received;
    assert.equal(others.length, 0);
    assert.deepEqual(mail?.to, ['ann@site.test']);
    assert.equal(mail?.headers.get('reply-to'), 'bob@site.test');
    assert.equal(mail?.headers.get('x-kind'), 'test');
    assert.match(mail?.body ?? '', /<p>T<\/p>/);
    assert.deepEqual(await states(), ['ann sent 1']);
    assert.deepEqual(await database.read.all(contentsStatement, {}), [{ text: '', html: '' }]);
  });

  it('is sent once if the database is unreachable after the mail server has accepted it', async () => {
    await queue('ann@site.test');
    let failures = 0;
    const unreachable: Database = Object.create(database, {
      transaction: {
        value: (work: Parameters<Database['transaction']>[0]) => {
          if (smtp.received.length === 0 || failures === 2) return database.transaction(work);
          failures += 1;
          return Promise.reject(new DatabaseUnavailable('The database is unreachable.'));
        },
      },
    });
    assert.equal(await sendDue({ ...depsOf(), database: unreachable }, neverAborted), 1);
    assert.equal(failures, 2);
    assert.deepEqual(await states(), ['ann sent 1']);
    advance(attemptTimeoutSeconds);
    assert.equal(await send(), 0);
    assert.equal(smtp.received.length, 1);
  });

  it('is sent once over one connection by concurrent senders', async () => {
    for (let n = 0; n < 40; n += 1) await queue(`p${n}@site.test`);
    const before = smtp.connections();
    const sent = await Promise.all([send(), send(), send()]);
    assert.equal(
      sent.reduce((sum, n) => sum + n),
      40,
    );
    assert.equal(new Set(smtp.received.map(({ to }) => to[0])).size, 40);
    assert.equal(smtp.received.length, 40);
    assert.ok(smtp.connections() - before <= 3);
  });

  it('is retried with increasing delays and the same Message-ID, and fails after the last attempt', async () => {
    await queue('ann@site.test');
    rejections.set('ann@site.test', 451);
    const delaysSeen: number[] = [];
    while ((await states())[0] !== `ann failed ${retryDelaysSeconds.length + 1}`) {
      const tries = problems.length;
      const began = time;
      while (problems.length === tries) {
        await send();
        if (problems.length === tries) advance(30);
      }
      delaysSeen.push((time - began) / 1000);
      assert.ok(delaysSeen.length < 20);
    }
    assert.deepEqual(delaysSeen, [0, ...retryDelaysSeconds]);
    assert.deepEqual(problems.at(-1), `test ${retryDelaysSeconds.length + 1} true`);
    assert.equal(await send(), 0);

    // The server works again, and the administrator retries the email.
    rejections.clear();
    assert.equal(await database.transaction((tx) => retryMails(tx, now(clock))), 1);
    assert.equal(await send(), 1);
    assert.match(smtp.received[0]?.headers.get('message-id') ?? '', /^<\d+\.\d{14}@site\.test>$/);
  });

  it('has the same Message-ID and date in every attempt', async () => {
    // The server accepts the email and closes the connection before it responds.
    const seen: string[] = [];
    const fakeServer = await startFakeServer((socket) => {
      let data = '';
      socket.write('220 here\r\n');
      socket.on('data', (part) => {
        data += part;
        const isMail = data.includes('\r\nSubject:');
        if (isMail && data.endsWith('\r\n.\r\n')) {
          seen.push(/^(Message-ID|Date): .*$/gim[Symbol.match](data)?.sort().join(' ') ?? '');
          socket.destroy();
        } else if (/DATA\r\n$/.test(data)) socket.write('354 go on\r\n');
        else if (!isMail) socket.write('250 ok\r\n');
      });
    });
    await queue('ann@site.test');
    await send(settingsOf(fakeServer.port));
    advance(retryDelaysSeconds[0]);
    await send(settingsOf(fakeServer.port));
    await fakeServer.close();
    advance(retryDelaysSeconds[1]);
    assert.equal(await send(), 1);
    const { headers } = smtp.received[0] ?? assert.fail();
    const arrived = `Date: ${headers.get('date')} Message-ID: ${headers.get('message-id')}`;
    assert.deepEqual(seen, [arrived, arrived]);
  });

  it('is sent over a new connection when the server has closed the first connection', async (t) => {
    await queue('ann@site.test');
    await queue('bob@site.test');
    const closingServer = await startSmtp();
    t.after(() => closingServer.close());
    // The server closes the connection between the two emails, because the database is slow.
    let transactions = 0;
    const transaction: Database['transaction'] = async (work) => {
      transactions += 1;
      if (transactions === 3) {
        closingServer.disconnectAll();
        // The client reads the end of the connection between two timers, even on a busy machine.
        for (let n = 0; n < 10; n += 1) await new Promise((advance) => setTimeout(advance, 10));
      }
      return database.transaction(work);
    };
    const slowDatabase = { read: database.read, transaction } as Database;
    assert.equal(await sendDue({ ...depsOf(settingsOf(closingServer.port)), database: slowDatabase }, neverAborted), 2);
    assert.equal(closingServer.connections(), 2);
    assert.deepEqual(problems, []);
  });

  it('fails immediately on a permanent rejection, and other emails are sent', async () => {
    for (const name of ['ann', 'bob', 'cid']) await queue(`${name}@site.test`);
    rejections.set('bob@site.test', 550);
    assert.equal(await send(), 2);
    assert.deepEqual(await states(), ['ann sent 1', 'bob failed 1', 'cid sent 1']);
    assert.deepEqual(problems, ['test 1 true']);
  });

  it('waits when the server is unreachable, and each round makes one attempt', async () => {
    for (const name of ['ann', 'bob']) await queue(`${name}@site.test`);
    const gone = await startSmtp();
    await gone.close();
    assert.equal(await send(settingsOf(gone.port)), 0);
    assert.deepEqual(await states(), ['ann waiting 1', 'bob waiting 0']);
    assert.match((await listMails(database.read, 2))[1]?.problem ?? '', /refused/);
    assert.equal(await send(), 1);
    advance(retryDelaysSeconds[0]);
    assert.equal(await send(), 1);
    assert.deepEqual(await states(), ['ann sent 2', 'bob sent 1']);
  });

  it('is retried by another process after a process hangs, and the late result of that process is ignored', async () => {
    await queue('ann@site.test');
    let release = () => {};
    const releasePromise = new Promise<undefined>((resolve) => {
      release = () => resolve(undefined);
    });
    // Simulates a process that hangs between starting the attempt and sending the email.
    const fakeServer = await startFakeServer((socket) => {
      void releasePromise.then(() => socket.destroy());
    });
    const timeouts = { connectionMs: 60_000, greetingMs: 60_000, idleMs: 60_000, totalMs: 60_000 };
    const stuckSend = sendDue({ ...depsOf(settingsOf(fakeServer.port)), timeouts }, neverAborted);
    while ((await states())[0] !== 'ann waiting 1') await new Promise(setImmediate);
    assert.equal(await send(), 0, 'no other process sends it meanwhile');
    advance(attemptTimeoutSeconds);
    assert.equal(await send(), 1);
    release();
    assert.equal(await stuckSend, 0);
    assert.deepEqual(await states(), ['ann sent 2']);
    await fakeServer.close();
  });

  it('does not lose an attempt when the service stops while sending', async () => {
    await queue('ann@site.test');
    const fakeServer = await startFakeServer(() => {});
    const stop = new AbortController();
    setTimeout(() => stop.abort(), 50);
    await sendDue(depsOf(settingsOf(fakeServer.port)), { graceful: stop.signal, immediate: stop.signal });
    assert.deepEqual(await states(), ['ann waiting 0']);
    assert.equal(await send(), 1);
    await fakeServer.close();
  });

  it('is marked unsent without a server, and sent on a later retry', async () => {
    await queue('ann@site.test');
    await sendDue({ ...depsOf(), transport: async () => undefined }, neverAborted);
    assert.deepEqual(await states(), ['ann unsent 0']);
    assert.equal((await listMails(database.read, 1))[0]?.problem, noServerProblem);
    assert.equal(await send(), 0);
    assert.equal(await database.transaction((tx) => retryMails(tx, now(clock))), 1);
    assert.equal(await send(), 1);
  });

  it('waits while the configured server is unusable', async () => {
    for (const name of ['ann', 'bob']) await queue(`${name}@site.test`);
    const transport = () => Promise.reject(new MailProblem('incomplete', 'The password is missing.'));
    assert.equal(await sendDue({ ...depsOf(), transport }, neverAborted), 0);
    assert.deepEqual(await states(), ['ann waiting 1', 'bob waiting 0']);
    assert.deepEqual(problems, ['test 1 false']);
    assert.equal((await listMails(database.read, 2))[1]?.problem, 'The password is missing.');
    advance(retryDelaysSeconds[0]);
    assert.equal(await send(), 2);
  });

  it('is deleted when it is old or in excess of the limit, but never while it waits', async () => {
    for (const name of ['old', 'new1', 'new2', 'new3']) {
      await queue(`${name}@site.test`);
      await send();
      advance(name === 'old' ? 40 * 86_400 : 60);
    }
    await queue('waits@site.test');
    advance(86_400);
    await pruneLog(database, clock, 30);
    assert.deepEqual(await states(), ['new1 sent 1', 'new2 sent 1', 'new3 sent 1', 'waits waiting 0']);
    await pruneLog(database, clock, 30, 2);
    assert.deepEqual(await states(), ['new2 sent 1', 'new3 sent 1', 'waits waiting 0']);
    await pruneLog(database, clock, 0);
    assert.deepEqual(await states(), ['waits waiting 0']);
  });
});
