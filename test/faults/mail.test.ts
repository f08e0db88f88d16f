// Mail outlives a server that is away and a process that is killed: a comment over HTTP, and what arrives in the end.
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { setTimeout as pause } from 'node:timers/promises';
import { startLiar, startSmtp, type TestSmtp } from '../../server/mail/smtp-for-tests.ts';
import { describeOnPostgres } from './postgres-server.ts';
import { newFolder, runCommand, type Service, type ServiceOptions, startService, until } from './service-process.ts';

const secret = 'n0t-to-be-told';

/** A port where nothing listens, and a mail server could. */
async function freePort(): Promise<number> {
  const smtp = await startSmtp();
  await smtp.close();
  return smtp.port;
}

const onAuth: NonNullable<Parameters<typeof startSmtp>[0]>['onAuth'] = ({ username, password }, _session, done) =>
  done(username === 'octavo' && password === secret ? null : new Error('No'), { user: 'octavo' });

const openServer = (port: number): Promise<TestSmtp> => startSmtp({ port, onAuth, allowInsecureAuth: true });

/** Somebody who moderates, beside the administrator. */
async function addEditor(service: Service): Promise<void> {
  const editor = { username: 'ed', email: 'ed@site.test', password: 'correct horse', roles: ['editor'] };
  assert.equal((await service.ask('POST', '/cms/v2/users', editor)).status, 201);
}

/** A comment of the administrator on hold; the editor hears of it. */
async function comment(service: Service, content: string): Promise<void> {
  const made = await service.ask('POST', '/cms/v2/comments', { post: 1, content, status: 'hold' });
  assert.equal(made.status, 201, JSON.stringify(made.body));
}

async function delivering(wanted: ServiceOptions): Promise<void> {
  const port = await freePort();
  const options = {
    ...wanted,
    options: ['--mail', `smtp://octavo:${secret}@127.0.0.1:${port}`, '--mail-from', 'Notes <notes@site.test>'],
  };
  const first = await startService(options);
  await addEditor(first);
  await comment(first, 'Said while the mail server was away');
  await until(() => first.log().includes('a mail waits'), 10_000, 'the first try fails');
  assert.match(first.log(), /Nothing listens at 127\.0\.0\.1:\d+: the connection was refused\./);
  // Mail is tried as each second begins: in the middle of one, this has not been tried when the process goes.
  await pause(1300 - (Date.now() % 1000));
  await comment(first, 'Said just before the process was killed');
  assert.equal((await first.end('SIGKILL')).how, 'SIGKILL');
  assert.ok(!first.log().includes(secret) && !first.log().includes('ed@site.test'), 'the log tells no secrets');

  const smtp = await openServer(port);
  const second = await startService(options);
  await until(() => smtp.arrived.length > 0, 15_000, 'what was never tried arrives');
  // What has failed waits for its next try; the operator does not.
  await runCommand(['mail', 'retry'], wanted);
  await until(() => smtp.arrived.length > 1, 15_000, 'the other arrives');
  const texts = smtp.arrived.map(({ body }) => /Said [\w ]+/.exec(body)?.[0]).sort();
  assert.deepEqual(texts, ['Said just before the process was killed', 'Said while the mail server was away']);
  for (const mail of smtp.arrived) {
    assert.deepEqual([mail.from, mail.to], ['notes@site.test', ['ed@site.test']]);
    assert.equal(mail.headers.get('from'), 'Notes <notes@site.test>');
  }
  const listed = await runCommand(['mail', 'list'], wanted);
  assert.match(listed, /^\d+\tsent\t1\t[\dT:-]+\tcomment-moderation\ted@site\.test\t\[Octavo\] A comment on/m);
  assert.equal((await second.end('SIGTERM')).how, 0);
  await smtp.close();
}

describe('a mail whose server is away, from a process that is killed', () => {
  it('arrives in the end, from SQLite', { timeout: 120_000 }, async () => {
    await delivering({ data: await newFolder() });
  });

  describeOnPostgres((database) => {
    it('arrives in the end', { timeout: 120_000 }, async () => {
      await delivering({ data: await newFolder(), database: database.url });
    });
  });
});

it('a mail server that hangs keeps the service from nothing, nor from stopping', { timeout: 120_000 }, async () => {
  let connected = false;
  const waiting = await startLiar(() => {
    connected = true;
  });
  const data = await newFolder();
  const service = await startService({ data, options: [`--mail=smtp://127.0.0.1:${waiting.port}`] });
  await addEditor(service);
  await comment(service, 'Nobody hears of this yet');
  await until(() => connected, 5000, 'it is tried');
  assert.equal((await service.read('/cms/v2/posts')).status, 200);
  const { how, took } = await service.end('SIGTERM');
  assert.equal(how, 0);
  assert.ok(took < 8000, `${took} ms`);
  assert.match(await runCommand(['mail', 'list'], { data }), /^1\twaiting\t0\t/);
  await waiting.close();
});

it('without a mail server nothing is sent, and it is kept for a while what would have been', {
  timeout: 120_000,
}, async () => {
  const data = await newFolder();
  const service = await startService({ data });
  await addEditor(service);
  await comment(service, 'Nobody hears of this');
  const listed = () => runCommand(['mail', 'list'], { data });
  await until(async () => (await listed()).includes('unsent'), 10_000, 'it is settled');
  assert.match(await listed(), /^1\tunsent\t0\t.*\tNot sent: no mail server is set\.$/m);
  await service.end('SIGTERM');
});

it('a mail server that is set up while the service runs takes mail from then on, also after a kill', {
  timeout: 120_000,
}, async () => {
  const data = await newFolder();
  const smtp = await openServer(await freePort());
  const first = await startService({ data });
  await addEditor(first);
  const server = { host: '127.0.0.1', port: smtp.port, encryption: 'none', user: 'octavo', password: secret };
  const value = { mail: { mailer: 'smtp', from_email: 'notes@site.test' }, smtp: server };
  const { status, body } = await first.ask('POST', '/cms-mail-smtp/setup-wizard/v1/update', { value });
  assert.deepEqual([status, body.smtp.password_set], [200, true]);
  await comment(first, 'Said at once');
  await until(() => smtp.arrived.length === 1, 10_000, 'it arrives');
  assert.equal((await first.end('SIGKILL')).how, 'SIGKILL');
  const second = await startService({ data });
  await comment(second, 'Said later');
  await until(() => smtp.arrived.length === 2, 10_000, 'it arrives too');
  assert.deepEqual([smtp.arrived[1]?.from, smtp.arrived[1]?.to], ['notes@site.test', ['ed@site.test']]);
  assert.equal((await second.end('SIGTERM')).how, 0);
  assert.ok(!`${first.log()}${second.log()}`.includes(secret), 'the log tells no secrets');
  await smtp.close();
});
