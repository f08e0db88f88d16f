// Tests that emails about comments are eventually delivered despite an unavailable mail server and a killed process.
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { setTimeout as pause } from 'node:timers/promises';
import { runOctavo } from '../commands/in-process.ts';
import { freePort } from '../free-port.ts';
import { startFakeServer, startSmtp, type TestSmtp } from '../smtp.ts';
import { describeOnPostgres } from './postgres-server.ts';
import { newFolder, newSite, type Service, type ServiceOptions, startService, waitUntil } from './service-process.ts';

const secret = 'n0t-to-be-told';

const onAuth: NonNullable<Parameters<typeof startSmtp>[0]>['onAuth'] = ({ username, password }, _session, done) =>
  done(username === 'octavo' && password === secret ? null : new Error('No'), { user: 'octavo' });

const openServer = (port: number): Promise<TestSmtp> => startSmtp({ port, onAuth, allowInsecureAuth: true });

let lastCommand: Promise<unknown> = Promise.resolve();

/** Runs `octavo mail` with the data folder and database of a service, after previous commands, and returns its output. */
async function runMailCommand(verb: 'list' | 'retry', { data, database }: ServiceOptions): Promise<string> {
  const args = ['mail', verb, '--data', data, ...(database === undefined ? [] : ['--database', database])];
  const command = lastCommand.then(() => runOctavo(args));
  lastCommand = command;
  const { status, stdout, stderr } = await command;
  assert.deepEqual([status, stderr], [0, '']);
  return stdout;
}

/** Creates an editor, who moderates comments in addition to the administrator. */
async function addEditor(service: Service): Promise<void> {
  const editor = { username: 'ed', email: 'ed@site.test', password: 'correct horse', roles: ['editor'] };
  assert.equal((await service.request('POST', '/cms/v2/users', editor)).status, 201);
}

/** Creates a comment on hold as the administrator. The editor gets an email about it. */
async function comment(service: Service, content: string): Promise<void> {
  const made = await service.request('POST', '/cms/v2/comments', { post: 1, content, status: 'hold' });
  assert.equal(made.status, 201, JSON.stringify(made.body));
}

async function testDelivery(serviceOptions: ServiceOptions): Promise<void> {
  const port = await freePort();
  const options = {
    ...serviceOptions,
    options: ['--mail', `smtp://octavo:${secret}@127.0.0.1:${port}`, '--mail-from', 'Notes <notes@site.test>'],
  };
  const first = await startService(options);
  await addEditor(first);
  await comment(first, 'Said while the mail server was away');
  await waitUntil(() => first.log().includes('mail delivery delayed'), 60_000, 'the first attempt fails');
  assert.match(first.log(), /Connection refused: no server is listening at 127\.0\.0\.1:\d+\./);
  const comments = ['Said while the mail server was away'];
  const commentAndKill = async (service: Service) => {
    comments.push(`Said just before kill ${comments.length}`);
    // The queue is processed at the beginning of each second. This waits until the middle of a second, so that the process is
    // usually killed before it tries to send the new email.
    await pause(1300 - (Date.now() % 1000));
    await comment(service, comments.at(-1) ?? '');
    assert.equal((await service.end('SIGKILL')).exit, 'SIGKILL');
    assert.ok(
      !service.log().includes(secret) && !service.log().includes('ed@site.test'),
      'the log contains no secrets',
    );
  };
  await commentAndKill(first);
  for (let kills = 1; !/\twaiting\t0\t/.test(await runMailCommand('list', serviceOptions)); kills += 1) {
    assert.ok(kills < 10, 'the process is killed before it tries to send the email');
    await commentAndKill(await startService(options));
  }

  const smtp = await openServer(port);
  const second = await startService(options);
  await waitUntil(() => smtp.received.length > 0, 60_000, 'the last email is delivered');
  // The first email waits for its next attempt. This command makes the service send it immediately.
  await runMailCommand('retry', serviceOptions);
  await waitUntil(() => smtp.received.length >= comments.length, 60_000, 'the first email is delivered');
  const texts = smtp.received.map(({ body }) => /Said [\w ]+/.exec(body.replace(/=\r?\n/g, ''))?.[0]).sort();
  assert.deepEqual(texts, comments.toSorted());
  for (const mail of smtp.received) {
    assert.deepEqual([mail.from, mail.to], ['notes@site.test', ['ed@site.test']]);
    assert.equal(mail.headers.get('from'), 'Notes <notes@site.test>');
  }
  const listMails = await runMailCommand('list', serviceOptions);
  assert.match(listMails, /^\d+\tsent\t1\t[\dT:-]+\tcomment-moderation\ted@site\.test\t\[Octavo\] A comment on/m);
  assert.equal((await second.end('SIGTERM')).exit, 0);
  await smtp.close();
}

describe('an email, despite an unavailable mail server and a killed process,', () => {
  it('is delivered eventually, from SQLite', { timeout: 300_000 }, async () => {
    await testDelivery({ data: await newSite() });
  });

  describeOnPostgres((database) => {
    it('is delivered eventually', { timeout: 300_000 }, async () => {
      await testDelivery({ data: await newFolder(), database: database.url });
    });
  });
});

// These tests mostly wait, so they run at the same time.
describe('a service that sends emails', { concurrency: true }, () => {
  it('a hanging mail server blocks neither requests nor the shutdown of the service', {
    timeout: 300_000,
  }, async () => {
    let connected = false;
    const hangingServer = await startFakeServer(() => {
      connected = true;
    });
    const data = await newSite();
    const service = await startService({ data, options: [`--mail=smtp://127.0.0.1:${hangingServer.port}`] });
    await addEditor(service);
    await comment(service, 'Not yet mailed');
    await waitUntil(() => connected, 20_000, 'delivery is attempted');
    assert.equal((await service.read('/cms/v2/posts')).status, 200);
    const { exit, durationMs } = await service.end('SIGTERM');
    assert.equal(exit, 0);
    assert.ok(durationMs < 8000, `${durationMs} ms`);
    assert.match(await runMailCommand('list', { data }), /^1\twaiting\t0\t/);
    await hangingServer.close();
  });

  it('without a mail server no email is sent, and emails are retained for a while', {
    timeout: 300_000,
  }, async () => {
    const data = await newSite();
    const service = await startService({ data });
    await addEditor(service);
    await comment(service, 'Never mailed');
    const listMails = () => runMailCommand('list', { data });
    await waitUntil(async () => (await listMails()).includes('unsent'), 20_000, 'the email is marked as unsent');
    assert.match(await listMails(), /^1\tunsent\t0\t.*\tNot sent: no mail server is configured\.$/m);
    await service.end('SIGTERM');
  });

  it('a mail server that is configured while the service runs is used from then on, even after a kill', {
    timeout: 300_000,
  }, async () => {
    const data = await newSite();
    const smtp = await openServer(await freePort());
    const first = await startService({ data });
    await addEditor(first);
    const server = { host: '127.0.0.1', port: smtp.port, encryption: 'none', user: 'octavo', password: secret };
    const value = { mail: { mailer: 'smtp', from_email: 'notes@site.test' }, smtp: server };
    const { status, body } = await first.request('POST', '/cms-mail-smtp/setup-wizard/v1/update', { value });
    assert.deepEqual([status, body.smtp.password_set], [200, true]);
    await comment(first, 'Said at once');
    await waitUntil(() => smtp.received.length === 1, 60_000, 'the email is delivered');
    assert.equal((await first.end('SIGKILL')).exit, 'SIGKILL');
    const second = await startService({ data });
    await comment(second, 'Said later');
    await waitUntil(() => smtp.received.length === 2, 60_000, 'the second email is delivered');
    assert.deepEqual([smtp.received[1]?.from, smtp.received[1]?.to], ['notes@site.test', ['ed@site.test']]);
    assert.equal((await second.end('SIGTERM')).exit, 0);
    assert.ok(!`${first.log()}${second.log()}`.includes(secret), 'the log contains no secrets');
    await smtp.close();
  });
});
