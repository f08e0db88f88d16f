// Mail servers that work, refuse, hang and lie: what is told of each.
import assert from 'node:assert/strict';
import type { Socket } from 'node:net';
import { after, describe, it } from 'node:test';
import { checkConnection, sendNow } from './check-connection.ts';
import type { ProblemKind } from './problem.ts';
import { startLiar, startSmtp } from './smtp-for-tests.ts';
import type { MailServer, Patience } from './transport.ts';

const patience: Patience = { connection: 1000, greeting: 400, silence: 700, whole: 1200 };
const mail = { kind: 'test', to: 'ann@example.com', subject: 'A try', text: 'It works.' };
const from = { name: 'Site', address: 'octavo@example.com' };

const at = (port: number, more: Partial<MailServer> = {}): MailServer => ({
  host: '127.0.0.1',
  port,
  security: 'none',
  ...more,
});

const closing: (() => Promise<void>)[] = [];
after(() => Promise.all(closing.map((close) => close())));

const smtp = async (options: Parameters<typeof startSmtp>[0] = {}) => {
  const server = await startSmtp(options);
  closing.push(server.close);
  return server;
};
const liar = async (talk: (socket: Socket) => void) => {
  const server = await startLiar(talk);
  closing.push(server.close);
  return server.port;
};

const onAuth: NonNullable<Parameters<typeof startSmtp>[0]>['onAuth'] = ({ username, password }, _session, done) =>
  username === 'ann' && password === 'right'
    ? done(null, { user: 'ann' })
    : done(Object.assign(new Error(`No, not ${password}`), { responseCode: 535 }));

/** The problem with a server; it must be told in one sentence, in time, and without the password. */
async function problemWith(server: MailServer): Promise<[ProblemKind | undefined, string]> {
  const began = performance.now();
  const problem = await checkConnection(server, patience);
  assert.ok(performance.now() - began < patience.whole * 2 + 500, 'in time');
  const { message = '' } = problem ?? {};
  assert.doesNotMatch(message, /[\r\n]|wr0ng-s3cret|d3IwbmctczNjcmV0/);
  return [problem?.kind, message];
}

describe('a mail server', () => {
  it('that works is told to, and takes a mail', async () => {
    const { port, arrived } = await smtp();
    assert.equal(await checkConnection(at(port), patience), undefined);
    assert.equal(arrived.length, 0);
    assert.equal(await sendNow({ server: at(port), from }, mail, patience), undefined);
    const [got] = arrived;
    assert.deepEqual([got?.from, got?.to], ['octavo@example.com', ['ann@example.com']]);
    assert.equal(got?.headers.get('from'), 'Site <octavo@example.com>');
    assert.equal(got?.headers.get('auto-submitted'), 'auto-generated');
    assert.match(got?.headers.get('message-id') ?? '', /^<[\w-]+@example\.com>$/);
    assert.match(got?.body ?? '', /^It works\./);
  });

  it('is signed in at with the right password only', async () => {
    const { port, arrived } = await smtp({ onAuth, allowInsecureAuth: true });
    const login = { user: 'ann', password: 'right' };
    assert.equal(await sendNow({ server: at(port, { login }), from }, mail, patience), undefined);
    assert.equal(arrived.length, 1);
    const [kind, message] = await problemWith(at(port, { login: { user: 'ann', password: 'wr0ng-s3cret' } }));
    assert.equal(kind, 'login');
    assert.match(message, /does not accept the user and the password\. It said: 535 .*No, not …/);
  });

  it('is signed in at with a token that it knows, which no sentence repeats', async () => {
    const authMethods: ['XOAUTH2'] = ['XOAUTH2'];
    const { port, arrived } = await smtp({
      allowInsecureAuth: true,
      authMethods,
      onAuth: ({ username, accessToken }, _session, done) =>
        username === 'ann@example.com' && accessToken === 't0ken'
          ? done(null, { user: 'ann' })
          : done(null, { data: { status: '400', scope: accessToken ?? '' } }),
    });
    const user = 'ann@example.com';
    assert.equal(
      await sendNow({ server: at(port, { login: { user, accessToken: 't0ken' } }), from }, mail, patience),
      undefined,
    );
    assert.equal(arrived.length, 1);
    const [kind, message] = await problemWith(at(port, { login: { user, accessToken: 'wr0ng-s3cret' } }));
    assert.equal(kind, 'login');
    assert.match(message, /does not accept the token of this account\./);
  });

  it('that is not there', async () => {
    const { port, close } = await startSmtp();
    await close();
    assert.equal((await problemWith(at(port)))[0], 'refused');
    assert.equal((await problemWith(at(25, { host: 'nowhere.invalid' })))[0], 'unknown-host');
  });

  it('that says nothing, or too little too slowly', async () => {
    const [kind, message] = await problemWith(at(await liar(() => {})));
    assert.equal(kind, 'silent');
    assert.match(message, /said nothing/);
    const after = await liar((socket) => {
      socket.write('220 here\r\n');
    });
    assert.equal((await problemWith(at(after)))[0], 'silent');
    const slow = await liar((socket) => {
      const drip = setInterval(() => socket.write('220-wait\r\n'), 100);
      socket.on('close', () => clearInterval(drip));
    });
    assert.equal((await problemWith(at(slow)))[0], 'silent');
  });

  it('that lies: greets as something else, refuses everybody, hangs up, floods', async () => {
    const greeting = (text: string) => liar((socket) => void socket.write(text));
    const [kind, message] = await problemWith(at(await greeting('HTTP/1.1 400 Bad Request\r\n\r\n')));
    assert.equal(kind, 'greeting', message);
    assert.equal((await problemWith(at(await greeting('SSH-2.0-OpenSSH_9.2\r\n'))))[0], 'greeting');
    const refusing = await problemWith(at(await greeting('554 Go\x1b[31m away\r\n')));
    assert.equal(refusing[0], 'greeting');
    assert.match(refusing[1], /It said: 554 Go \[31m away$/);
    assert.equal((await problemWith(at(await liar((socket) => socket.end()))))[0], 'closed');
    const flood = await liar((socket) => {
      socket.on('drain', () => socket.write('x'.repeat(60_000)));
      socket.write('220-'.padEnd(300_000, 'x'));
    });
    assert.notEqual((await problemWith(at(flood)))[0], undefined);
  });

  it('whose certificate nobody has vouched for, or that has no TLS where it is required', async () => {
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
    assert.equal(plain.arrived.length + secure.arrived.length, 0);
  });

  it('that wants no mail like this one, now or ever', async () => {
    const { port } = await smtp({ refuse: (to) => (to.startsWith('ann') ? 550 : 451) });
    const refused = await sendNow({ server: at(port), from }, mail, patience);
    assert.deepEqual([refused?.kind, refused?.final], ['mail-refused', true]);
    const putOff = await sendNow({ server: at(port), from }, { ...mail, to: 'bob@example.com' }, patience);
    assert.deepEqual([putOff?.kind, putOff?.final], ['mail-refused', false]);
    const forged = await sendNow({ server: at(port), from }, { ...mail, to: 'a@b.co\r\nBcc: c@d.ef' }, patience);
    assert.deepEqual([forged?.kind, forged?.final], ['mail-refused', true]);
  });

  it('is left at once where the service stops', async () => {
    const port = await liar(() => {});
    const stop = new AbortController();
    setTimeout(() => stop.abort(), 50);
    const began = performance.now();
    assert.equal((await checkConnection(at(port), patience, stop.signal))?.kind, 'stopped');
    assert.ok(performance.now() - began < 300);
  });
});
