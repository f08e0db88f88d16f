// Tests preflights, which test mailers with settings that are not stored.
import assert from 'node:assert/strict';
import { after, it } from 'node:test';
import { describeEachEngine } from '../../test/engines.ts';
import { localServer, mailSite, password, shortTimeouts } from '../../test/mail-smtp-site.ts';
import { startFakeServer, startSmtp } from '../../test/smtp.ts';

describeEachEngine('a preflight of a mailer', (engine) => {
  const { configuredServer, selectedServer, postOk, signedIn, errorOf, timeouts } = mailSite(engine);
  const closing: (() => Promise<void>)[] = [];
  after(() => Promise.all(closing.map((close) => close())));

  const preflight = (config: object) => postOk('mailer-preflight', { mailer: 'smtp', config });
  const codesOf = async (config: object) =>
    (await preflight(config)).findings.map(({ code }: { code: string }) => code);

  it('connects and signs in with submitted settings, and sends and stores nothing', async () => {
    await postOk('mailer-disconnect');
    const before = await postOk('settings');
    const connections = selectedServer.connections();
    assert.deepEqual(await preflight(signedIn()), { mailer: 'smtp', checked: true, findings: [] });
    assert.equal(selectedServer.connections(), connections + 1);
    assert.deepEqual(await codesOf({ ...signedIn(), password: 'wr0ng' }), ['login']);
    assert.equal(selectedServer.received.length, 0);
    assert.deepEqual(await postOk('settings'), before);
  });

  it('reports servers that are unreachable, hang, send invalid responses, or have no TLS', async () => {
    const openFakeServer = async (talk: Parameters<typeof startFakeServer>[0]) => {
      const { port, close } = await startFakeServer(talk);
      closing.push(close);
      return localServer(port);
    };
    const gone = await startSmtp();
    await gone.close();
    assert.deepEqual(await codesOf(localServer(gone.port)), ['refused']);
    assert.deepEqual(await codesOf({ ...localServer(25), host: 'nowhere.invalid' }), ['unknown-host']);
    const normalTimeouts = { ...timeouts };
    Object.assign(timeouts, shortTimeouts);
    assert.deepEqual(await codesOf(await openFakeServer(() => {})), ['silent']);
    Object.assign(timeouts, normalTimeouts);
    assert.deepEqual(await codesOf(await openFakeServer((socket) => void socket.write('HTTP/1.1 400\r\n\r\n'))), [
      'greeting',
    ]);
    assert.deepEqual(await codesOf(await openFakeServer((socket) => socket.end())), ['closed']);
    const login = { user: 'ann', password };
    const echo = await openFakeServer((socket) => {
      socket.write('220 here\r\n');
      socket.on('data', (data) => {
        const text = String(data);
        if (/^EHLO/.test(text)) socket.write('250-here\r\n250 AUTH PLAIN\r\n');
        else socket.write(`535 no, not ${Buffer.from(text.split(' ')[2] ?? '', 'base64').toString()} ${text}`);
      });
    });
    assert.deepEqual(await codesOf({ ...echo, ...login }), ['login']);
    assert.deepEqual(await codesOf({ ...localServer(selectedServer.port), ...login, encryption: 'required' }), [
      'certificate',
    ]);
    assert.deepEqual(await codesOf({ ...localServer(configuredServer.port), ...login, encryption: 'required' }), [
      'encryption',
    ]);
  });

  it('warns about connections that may be unencrypted', async () => {
    const config = { ...signedIn(), host: 'nowhere.invalid', encryption: 'offered' };
    assert.deepEqual(await codesOf(config), ['unknown-host', 'not-encrypted']);
  });

  it('reports incomplete settings, and tests the configured mail server if no mailer is selected', async () => {
    const { checked, findings } = await postOk('mailer-preflight', { mailer: 'google' });
    assert.deepEqual([checked, findings[0].code], [false, 'incomplete']);
    const connections = configuredServer.connections();
    assert.deepEqual((await postOk('mailer-preflight', { mailer: 'none' })).findings, []);
    assert.equal(configuredServer.connections(), connections + 1);
    assert.deepEqual(await errorOf('mailer-preflight', { mailer: 'pigeon' }), [400, 'mail_smtp_unknown_mailer']);
    assert.deepEqual(await errorOf('mailer-preflight'), [400, 'rest_missing_callback_param']);
  });
});
