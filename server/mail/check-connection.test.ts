// Tests the problems that are reported for working, rejecting, hanging and misbehaving mail servers.
import assert from 'node:assert/strict';
import type { Socket } from 'node:net';
import { after, describe, it } from 'node:test';
import { startFakeServer, startSmtp } from '../../test/smtp.ts';
import { startStopwatch } from '../../test/stopwatch.ts';
import { checkConnection, sendNow } from './check-connection.ts';
import type { ProblemKind } from './problem.ts';
import type { MailServer, MailTimeouts } from './transport.ts';

/** Timeouts for servers that respond, also on a busy machine. */
const timeouts: MailTimeouts = { connectionMs: 30_000, greetingMs: 30_000, idleMs: 30_000, totalMs: 60_000 };
/** Timeouts for servers that never respond completely. */
const shortTimeouts: MailTimeouts = { connectionMs: 1000, greetingMs: 400, idleMs: 700, totalMs: 1200 };
const mail = { kind: 'test', to: 'ann@example.com', subject: 'A try', text: 'It works.' };
const from = { name: 'Site', address: 'octavo@example.com' };

const at = (port: number, more: Partial<MailServer> = {}): MailServer => ({
  host: '127.0.0.1',
  port,
  security: 'none',
  ...more,
});

const closers: (() => Promise<void>)[] = [];
after(() => Promise.all(closers.map((close) => close())));

const smtp = async (options: Parameters<typeof startSmtp>[0] = {}) => {
  const server = await startSmtp(options);
  closers.push(server.close);
  return server;
};
const startFake = async (talk: (socket: Socket) => void) => {
  const server = await startFakeServer(talk);
  closers.push(server.close);
  return server.port;
};

const onAuth: NonNullable<Parameters<typeof startSmtp>[0]>['onAuth'] = ({ username, password }, _session, done) =>
  username === 'ann' && password === 'right'
    ? done(null, { user: 'ann' })
    : done(Object.assign(new Error(`No, not ${password}`), { responseCode: 535 }));

/** Returns the problem with a server. Asserts that it is reported in time, in one sentence and without the password. */
async function problemWith(server: MailServer, limits = timeouts): Promise<[ProblemKind | undefined, string]> {
  const stopwatch = startStopwatch();
  const problem = await checkConnection(server, limits);
  assert.ok(stopwatch.stop() < shortTimeouts.totalMs * 2 + 500, 'in time');
  const { message = '' } = problem ?? {};
  assert.doesNotMatch(message, /[\r\n]|wr0ng-s3cret|d3IwbmctczNjcmV0/);
  return [problem?.kind, message];
}

describe('a mail server', () => {
  it('that works has no problem and accepts an email', async () => {
    const { port, received } = await smtp();
    assert.equal(await checkConnection(at(port), timeouts), undefined);
    assert.equal(received.length, 0);
    assert.equal(await sendNow({ server: at(port), from }, mail, timeouts), undefined);
    const [got] = received;
    assert.deepEqual([got?.from, got?.to], ['octavo@example.com', ['ann@example.com']]);
    assert.equal(got?.headers.get('from'), 'Site <octavo@example.com>');
    assert.equal(got?.headers.get('auto-submitted'), 'auto-generated');
    assert.match(got?.headers.get('message-id') ?? '', /^<[\w-]+@example\.com>$/);
    assert.match(got?.body ?? '', /^It works\./);
  });

  it('accepts the correct password only', async () => {
    const { port, received } = await smtp({ onAuth, allowInsecureAuth: true });
    const login = { user: 'ann', password: 'right' };
    assert.equal(await sendNow({ server: at(port, { login }), from }, mail, timeouts), undefined);
    assert.equal(received.length, 1);
    const [kind, message] = await problemWith(at(port, { login: { user: 'ann', password: 'wr0ng-s3cret' } }));
    assert.equal(kind, 'login');
    assert.match(message, /rejected the username and password\. Server response: 535 .*No, not …/);
  });

  it('accepts a valid token, and no error message contains the token', async () => {
    const authMethods: ['XOAUTH2'] = ['XOAUTH2'];
    const { port, received } = await smtp({
      allowInsecureAuth: true,
      authMethods,
      onAuth: ({ username, accessToken }, _session, done) =>
        username === 'ann@example.com' && accessToken === 't0ken'
          ? done(null, { user: 'ann' })
          : done(null, { data: { status: '400', scope: accessToken ?? '' } }),
    });
    const user = 'ann@example.com';
    assert.equal(
      await sendNow({ server: at(port, { login: { user, accessToken: 't0ken' } }), from }, mail, timeouts),
      undefined,
    );
    assert.equal(received.length, 1);
    const [kind, message] = await problemWith(at(port, { login: { user, accessToken: 'wr0ng-s3cret' } }));
    assert.equal(kind, 'login');
    assert.match(message, /rejected the access token\./);
  });

  it('that does not exist is reported', async () => {
    const { port, close } = await startSmtp();
    await close();
    assert.equal((await problemWith(at(port)))[0], 'refused');
    assert.equal((await problemWith(at(25, { host: 'nowhere.invalid' })))[0], 'unknown-host');
  });

  it('that sends nothing or is too slow is reported', async () => {
    const after = await startFake((socket) => {
      socket.write('220 here\r\n');
    });
    const slow = await startFake((socket) => {
      const drip = setInterval(() => socket.write('220-wait\r\n'), 100);
      socket.on('close', () => clearInterval(drip));
    });
    const problems = await Promise.all(
      [await startFake(() => {}), after, slow].map((port) => problemWith(at(port), shortTimeouts)),
    );
    for (const [kind] of problems) assert.equal(kind, 'silent');
    assert.match(problems[0]?.[1] ?? '', /sent no greeting/);
  });

  it('that uses another protocol, rejects all clients, closes the connection or sends too much data is reported', async () => {
    const greeting = (text: string) => startFake((socket) => void socket.write(text));
    const [kind, message] = await problemWith(at(await greeting('HTTP/1.1 400 Bad Request\r\n\r\n')));
    assert.equal(kind, 'greeting', message);
    assert.equal((await problemWith(at(await greeting('SSH-2.0-OpenSSH_9.2\r\n'))))[0], 'greeting');
    const rejecting = await problemWith(at(await greeting('554 Go\x1b[31m away\r\n')));
    assert.equal(rejecting[0], 'greeting');
    assert.match(rejecting[1], /Server response: 554 Go \[31m away$/);
    assert.equal((await problemWith(at(await startFake((socket) => socket.end()))))[0], 'closed');
    const flood = await startFake((socket) => {
      socket.on('drain', () => socket.write('x'.repeat(60_000)));
      socket.write('220-'.padEnd(300_000, 'x'));
    });
    assert.notEqual((await problemWith(at(flood), shortTimeouts))[0], undefined);
  });

  it('with an untrusted certificate, or without required TLS, is reported', async () => {
    const { port } = await smtp({ disabledCommands: ['AUTH'] });
    for (const security of ['required', 'offered'] as const) {
      const [kind, message] = await problemWith(at(port, { security, host: 'localhost' }));
      assert.equal(kind, 'certificate', message);
    }
    const secure = await smtp({ secure: true });
    assert.equal((await problemWith(at(secure.port, { security: 'implicit' })))[0], 'certificate');
    const plain = await smtp();
    const login = { user: 'ann', password: 'wr0ng-s3cret' };
    assert.equal((await problemWith(at(plain.port, { security: 'required', login })))[0], 'encryption');
    assert.equal((await problemWith(at(plain.port, { security: 'implicit' })))[0], 'encryption');
    assert.equal((await problemWith(at(plain.port, { security: 'offered' })))[0], undefined);
    assert.equal(plain.received.length + secure.received.length, 0);
  });

  it('that rejects an email temporarily or permanently is reported', async () => {
    const { port } = await smtp({ rejectWith: (to) => (to.startsWith('ann') ? 550 : 451) });
    const rejected = await sendNow({ server: at(port), from }, mail, timeouts);
    assert.deepEqual([rejected?.kind, rejected?.isFinal], ['mail-refused', true]);
    const postponed = await sendNow({ server: at(port), from }, { ...mail, to: 'bob@example.com' }, timeouts);
    assert.deepEqual([postponed?.kind, postponed?.isFinal], ['mail-refused', false]);
    const forged = await sendNow({ server: at(port), from }, { ...mail, to: 'a@b.co\r\nBcc: c@d.ef' }, timeouts);
    assert.deepEqual([forged?.kind, forged?.isFinal], ['mail-refused', true]);
  });

  it('is disconnected immediately when the service stops', async () => {
    const port = await startFake(() => {});
    const stop = new AbortController();
    setTimeout(() => stop.abort(), 50);
    const stopwatch = startStopwatch();
    assert.equal((await checkConnection(at(port), timeouts, stop.signal))?.kind, 'stopped');
    assert.ok(stopwatch.stop() < 300);
  });
});
