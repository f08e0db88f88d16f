// The queue on every engine: what is committed is sent once, tried again with growing delays, given up, forgotten.
import assert from 'node:assert/strict';
import { after, before, beforeEach, it } from 'node:test';
import { describeEachEngine } from '../../test/engines.ts';
import type { Database } from '../database/handle.ts';
import { migrate } from '../database/migrate.ts';
import { migrations } from '../database/migrations/index.ts';
import { type Builder, statement } from '../database/statement.ts';
import { now } from '../time/zone.ts';
import type { Mail } from './mail.ts';
import { pruneLog } from './post-office.ts';
import { MailProblem } from './problem.ts';
import { queueMail } from './queue.ts';
import { delays, longestTry, noServer, type SendingParts, sendDue } from './send-due.ts';
import { startLiar, startSmtp, type TestSmtp } from './smtp-for-tests.ts';
import { listMails, retryMails } from './store.ts';
import type { TransportSettings } from './transport.ts';

const forget = statement((q: Builder) => q.deleteFrom('mails'));
const contents = statement((q: Builder) => q.selectFrom('mails').select(['text', 'html']).orderBy('id'));
const from = { name: '', address: 'octavo@site.test' };
const forever = { soon: new AbortController().signal, now: new AbortController().signal };

describeEachEngine('mail that waits', (engine) => {
  let database: Database;
  let smtp: TestSmtp;
  let time = Date.parse('2026-06-01T12:00:00Z');
  const problems: string[] = [];
  const refused = new Map<string, number>();
  const clock = () => time;
  before(async () => {
    database = await engine.open();
    await migrate(database, migrations);
    smtp = await startSmtp({ refuse: (to) => refused.get(to) });
  });
  after(() => smtp.close());
  beforeEach(async () => {
    await database.transaction((tx) => tx.run(forget, {}));
    smtp.arrived.length = 0;
    problems.length = 0;
    refused.clear();
  });

  const settingsOf = (port: number): TransportSettings => ({
    server: { host: '127.0.0.1', port, security: 'none' },
    from,
  });
  const partsOf = (settings: TransportSettings | undefined = settingsOf(smtp.port)): SendingParts => ({
    database,
    clock,
    host: 'site.test',
    transport: async () => settings,
    patience: { connection: 5000, greeting: 5000, silence: 5000, whole: 10_000 },
    onProblem: ({ kind, tries }, _problem, gaveUp) => problems.push(`${kind} ${tries} ${gaveUp}`),
  });
  const send = (settings?: TransportSettings) => sendDue(partsOf(settings), forever);
  const queue = (to: string, more: Partial<Mail> = {}) =>
    database.transaction((tx) => queueMail(tx, { kind: 'test', to, subject: 'S', text: 'T', ...more }, now(clock)));
  const states = async () =>
    (await listMails(database.read, 1000))
      .map(({ recipient, state, tries }) => `${recipient.split('@')[0]} ${state} ${tries}`)
      .sort();
  const later = (seconds: number) => {
    time += seconds * 1000;
  };

  it('is sent after the commit, never after a rollback, with all it has, and keeps no text', async () => {
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
    const [mail, ...others] = smtp.arrived;
    assert.equal(others.length, 0);
    assert.deepEqual(mail?.to, ['ann@site.test']);
    assert.equal(mail?.headers.get('reply-to'), 'bob@site.test');
    assert.equal(mail?.headers.get('x-kind'), 'test');
    assert.match(mail?.body ?? '', /<p>T<\/p>/);
    assert.deepEqual(await states(), ['ann sent 1']);
    assert.deepEqual(await database.read.all(contents, {}), [{ text: '', html: '' }]);
  });

  it('is sent over one connection, each once, however many send at a time', async () => {
    for (let n = 0; n < 40; n += 1) await queue(`p${n}@site.test`);
    const before = smtp.connections();
    const sent = await Promise.all([send(), send(), send()]);
    assert.equal(
      sent.reduce((sum, n) => sum + n),
      40,
    );
    assert.equal(new Set(smtp.arrived.map(({ to }) => to[0])).size, 40);
    assert.equal(smtp.arrived.length, 40);
    assert.ok(smtp.connections() - before <= 3);
  });

  it('is tried again with growing delays under the same number, and given up in the end', async () => {
    await queue('ann@site.test');
    refused.set('ann@site.test', 451);
    const waits: number[] = [];
    while ((await states())[0] !== `ann failed ${delays.length + 1}`) {
      const tries = problems.length;
      const began = time;
      while (problems.length === tries) {
        await send();
        if (problems.length === tries) later(30);
      }
      waits.push((time - began) / 1000);
      assert.ok(waits.length < 20);
    }
    assert.deepEqual(waits, [0, ...delays]);
    assert.deepEqual(problems.at(-1), `test ${delays.length + 1} true`);
    assert.equal(await send(), 0);

    // Somebody has mended it and says so.
    refused.clear();
    assert.equal(await database.transaction((tx) => retryMails(tx, now(clock))), 1);
    assert.equal(await send(), 1);
    assert.match(smtp.arrived[0]?.headers.get('message-id') ?? '', /^<\d+\.\d{14}@site\.test>$/);
  });

  it('has the same number and date however often it is tried', async () => {
    // The server takes the mail and hangs up before it says so.
    const seen: string[] = [];
    const liar = await startLiar((socket) => {
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
    await send(settingsOf(liar.port));
    later(delays[0]);
    await send(settingsOf(liar.port));
    await liar.close();
    later(delays[1]);
    assert.equal(await send(), 1);
    const { headers } = smtp.arrived[0] ?? assert.fail();
    const arrived = `Date: ${headers.get('date')} Message-ID: ${headers.get('message-id')}`;
    assert.deepEqual(seen, [arrived, arrived]);
  });

  it('is sent over a new connection where the server has ended the first', async (t) => {
    await queue('ann@site.test');
    await queue('bob@site.test');
    const impatient = await startSmtp({ socketTimeout: 300 });
    t.after(() => impatient.close());
    // The database is slow between the two mails.
    let slow = 0;
    const transaction: Database['transaction'] = async (work) => {
      slow += 1;
      if (slow === 3) await new Promise((later) => setTimeout(later, 1500));
      return database.transaction(work);
    };
    const sluggish = { read: database.read, transaction } as Database;
    assert.equal(await sendDue({ ...partsOf(settingsOf(impatient.port)), database: sluggish }, forever), 2);
    assert.equal(impatient.connections(), 2);
    assert.deepEqual(problems, []);
  });

  it('is given up at once where the server will never take it; the others are sent', async () => {
    for (const name of ['ann', 'bob', 'cid']) await queue(`${name}@site.test`);
    refused.set('bob@site.test', 550);
    assert.equal(await send(), 2);
    assert.deepEqual(await states(), ['ann sent 1', 'bob failed 1', 'cid sent 1']);
    assert.deepEqual(problems, ['test 1 true']);
  });

  it('waits all together where the server cannot be reached: one try a round', async () => {
    for (const name of ['ann', 'bob']) await queue(`${name}@site.test`);
    const gone = await startSmtp();
    await gone.close();
    assert.equal(await send(settingsOf(gone.port)), 0);
    assert.deepEqual(await states(), ['ann waiting 1', 'bob waiting 0']);
    assert.match((await listMails(database.read, 2))[1]?.problem ?? '', /refused/);
    assert.equal(await send(), 1);
    later(delays[0]);
    assert.equal(await send(), 1);
    assert.deepEqual(await states(), ['ann sent 2', 'bob sent 1']);
  });

  it('is taken over after a while from a process that was killed, and what comes late from there changes nothing', async () => {
    await queue('ann@site.test');
    let release = () => {};
    const held = new Promise<undefined>((resolve) => {
      release = () => resolve(undefined);
    });
    // As if the process stood still between taking the mail and sending it.
    const liar = await startLiar((socket) => {
      void held.then(() => socket.destroy());
    });
    const patience = { connection: 60_000, greeting: 60_000, silence: 60_000, whole: 60_000 };
    const stuck = sendDue({ ...partsOf(settingsOf(liar.port)), patience }, forever);
    while ((await states())[0] !== 'ann waiting 1') await new Promise(setImmediate);
    assert.equal(await send(), 0, 'nobody else tries it meanwhile');
    later(longestTry);
    assert.equal(await send(), 1);
    release();
    assert.equal(await stuck, 0);
    assert.deepEqual(await states(), ['ann sent 2']);
    await liar.close();
  });

  it('loses no try where the service stops in the middle', async () => {
    await queue('ann@site.test');
    const liar = await startLiar(() => {});
    const stop = new AbortController();
    setTimeout(() => stop.abort(), 50);
    await sendDue(partsOf(settingsOf(liar.port)), { soon: stop.signal, now: stop.signal });
    assert.deepEqual(await states(), ['ann waiting 0']);
    assert.equal(await send(), 1);
    await liar.close();
  });

  it('ends as not sent where no server is set, and is sent when somebody asks for it later', async () => {
    await queue('ann@site.test');
    await sendDue({ ...partsOf(), transport: async () => undefined }, forever);
    assert.deepEqual(await states(), ['ann unsent 0']);
    assert.equal((await listMails(database.read, 1))[0]?.problem, noServer);
    assert.equal(await send(), 0);
    assert.equal(await database.transaction((tx) => retryMails(tx, now(clock))), 1);
    assert.equal(await send(), 1);
  });

  it('waits where a server is set that cannot be used at present', async () => {
    for (const name of ['ann', 'bob']) await queue(`${name}@site.test`);
    const transport = () => Promise.reject(new MailProblem('incomplete', 'The password is missing.'));
    assert.equal(await sendDue({ ...partsOf(), transport }, forever), 0);
    assert.deepEqual(await states(), ['ann waiting 1', 'bob waiting 0']);
    assert.deepEqual(problems, ['test 1 false']);
    assert.equal((await listMails(database.read, 2))[1]?.problem, 'The password is missing.');
    later(delays[0]);
    assert.equal(await send(), 2);
  });

  it('is forgotten when its time is over or there is too much of it; what waits never is', async () => {
    for (const name of ['old', 'new1', 'new2', 'new3']) {
      await queue(`${name}@site.test`);
      await send();
      later(name === 'old' ? 40 * 86_400 : 60);
    }
    await queue('waits@site.test');
    later(86_400);
    await pruneLog(database, clock, 30);
    assert.deepEqual(await states(), ['new1 sent 1', 'new2 sent 1', 'new3 sent 1', 'waits waiting 0']);
    await pruneLog(database, clock, 30, 2);
    assert.deepEqual(await states(), ['new2 sent 1', 'new3 sent 1', 'waits waiting 0']);
    await pruneLog(database, clock, 0);
    assert.deepEqual(await states(), ['waits waiting 0']);
  });
});
