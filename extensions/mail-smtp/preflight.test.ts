// A way to send mail is tried out before anything is stored.
import assert from 'node:assert/strict';
import { after, it } from 'node:test';
import { startLiar, startSmtp } from '../../server/mail/smtp-for-tests.ts';
import { describeEachEngine } from '../../test/engines.ts';
import { here, mailSite, password } from './site-for-tests.ts';

describeEachEngine('a preflight', (engine) => {
  const { usual, chosen, tell, signedIn, refusal } = mailSite(engine);
  const closing: (() => Promise<void>)[] = [];
  after(() => Promise.all(closing.map((close) => close())));

  const preflight = (config: object) => tell('mailer-preflight', { mailer: 'smtp', config });
  const codesOf = async (config: object) =>
    (await preflight(config)).findings.map(({ code }: { code: string }) => code);

  it('connects and signs in with what is not stored, and sends and stores nothing', async () => {
    await tell('mailer-disconnect');
    const before = await tell('settings');
    const connections = chosen.connections();
    assert.deepEqual(await preflight(signedIn()), { mailer: 'smtp', checked: true, findings: [] });
    assert.equal(chosen.connections(), connections + 1);
    assert.deepEqual(await codesOf({ ...signedIn(), password: 'wr0ng' }), ['login']);
    assert.equal(chosen.arrived.length, 0);
    assert.deepEqual(await tell('settings'), before);
  });

  it('tells of servers that are not there, hang, lie, or have no TLS', async () => {
    const liar = async (talk: Parameters<typeof startLiar>[0]) => {
      const { port, close } = await startLiar(talk);
      closing.push(close);
      return here(port);
    };
    const gone = await startSmtp();
    await gone.close();
    assert.deepEqual(await codesOf(here(gone.port)), ['refused']);
    assert.deepEqual(await codesOf({ ...here(25), host: 'nowhere.invalid' }), ['unknown-host']);
    assert.deepEqual(await codesOf(await liar(() => {})), ['silent']);
    assert.deepEqual(await codesOf(await liar((socket) => void socket.write('HTTP/1.1 400\r\n\r\n'))), ['greeting']);
    assert.deepEqual(await codesOf(await liar((socket) => socket.end())), ['closed']);
    const login = { user: 'ann', password };
    const echo = await liar((socket) => {
      socket.write('220 here\r\n');
      socket.on('data', (data) => {
        const text = String(data);
        if (/^EHLO/.test(text)) socket.write('250-here\r\n250 AUTH PLAIN\r\n');
        else socket.write(`535 no, not ${Buffer.from(text.split(' ')[2] ?? '', 'base64').toString()} ${text}`);
      });
    });
    assert.deepEqual(await codesOf({ ...echo, ...login }), ['login']);
    assert.deepEqual(await codesOf({ ...here(chosen.port), ...login, encryption: 'required' }), ['certificate']);
    assert.deepEqual(await codesOf({ ...here(usual.port), ...login, encryption: 'required' }), ['encryption']);
  });

  it('warns of a way that nobody makes sure is secret', async () => {
    const config = { ...signedIn(), host: 'nowhere.invalid', encryption: 'offered' };
    assert.deepEqual(await codesOf(config), ['unknown-host', 'not-encrypted']);
  });

  it('tells what is missing, and tries what is configured where no mailer is chosen', async () => {
    const { checked, findings } = await tell('mailer-preflight', { mailer: 'google' });
    assert.deepEqual([checked, findings[0].code], [false, 'incomplete']);
    const connections = usual.connections();
    assert.deepEqual((await tell('mailer-preflight', { mailer: 'none' })).findings, []);
    assert.equal(usual.connections(), connections + 1);
    assert.deepEqual(await refusal('mailer-preflight', { mailer: 'pigeon' }), [400, 'mail_smtp_unknown_mailer']);
    assert.deepEqual(await refusal('mailer-preflight'), [400, 'rest_missing_callback_param']);
  });
});
