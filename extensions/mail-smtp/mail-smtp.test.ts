// Setting up mail: what each route changes or tells is seen by a mail server, by a provider of accounts, or by another route.
import assert from 'node:assert/strict';
import { after, afterEach, before, describe, it } from 'node:test';
import { type Builder, statement } from '../../server/database/statement.ts';
import { sendDue } from '../../server/mail/send-due.ts';
import { startLiar, startSmtp, type TestSmtp } from '../../server/mail/smtp-for-tests.ts';
import { describeEachEngine } from '../../test/engines.ts';
import { openTestSite, type Person, roles, type TestSite } from '../../test/site.ts';
import { readExport } from './exported-settings.ts';
import { client, startProvider, type TestProvider } from './provider-for-tests.ts';

const root = '/cms-mail-smtp/setup-wizard/v1';
const password = 'pa55-never-told';
const everySecret = /pa55-never-told|cl1ent-s3cret|acc3ss-\d|r3fresh-\d|c0de-\d/;

const routes = [
  ...['health', 'hydrate', 'update', 'settings', 'import-settings', 'get-connected-data', 'get-oauth-url'],
  ...['remove-oauth-connection', 'mailer-disconnect', 'check-mailer-configuration', 'mailer-preflight'],
  ...['install-plugin', 'upgrade-plugin', 'get-partner-plugins-info'],
];

const forget = statement((q: Builder) => q.deleteFrom('mails'));

describeEachEngine('cms-mail-smtp/setup-wizard/v1', (engine) => {
  let site: TestSite;
  let now = Date.parse('2026-06-01T12:00:00Z');
  const log: string[] = [];
  const answers: string[] = [];
  const closing: (() => Promise<void>)[] = [];
  /** The server that is configured, and the one that is set up here; that one takes accounts of the provider too. */
  let usual: TestSmtp;
  let chosen: TestSmtp;
  let provider: TestProvider;

  before(async () => {
    usual = await startSmtp();
    provider = await startProvider();
    chosen = await startSmtp({
      allowInsecureAuth: true,
      authMethods: ['PLAIN', 'XOAUTH2'],
      onAuth: ({ method, username = '', password: given, accessToken = '' }, _session, done) => {
        const isKnown =
          method === 'XOAUTH2'
            ? provider.tokens.get(accessToken) === username
            : username === 'ann' && given === password;
        if (isKnown) done(null, { user: username });
        else if (method === 'XOAUTH2') done(null, { data: { status: '401' } });
        else done(Object.assign(new Error(`Not ${given}`), { responseCode: 535 }));
      },
    });
    closing.push(usual.close, chosen.close, provider.close);
    const note = (facts: object, sentence: string) => log.push(`${JSON.stringify(facts)} ${sentence}`);
    site = await openTestSite({
      database: await engine.open(),
      extensions: ['mail-smtp', 'sbc'],
      clock: () => now,
      logOf: () => ({ info: note, warn: note }),
      mail: { server: { host: '127.0.0.1', port: usual.port, security: 'none' } },
      mailPatience: { connection: 1000, greeting: 400, silence: 700, whole: 1200 },
      fetchLimits: { hosts: new Set(['127.0.0.1']), patience: 500 },
    });
    await site.service.settings.set({ comment_previously_approved: false });
  });
  after(() => Promise.all(closing.map((close) => close())));
  afterEach(async () => {
    assert.deepEqual(site.faults, []);
    assert.doesNotMatch(answers.splice(0).join('\n'), everySecret, 'no secret in an answer');
    assert.doesNotMatch(log.splice(0).join('\n'), everySecret, 'no secret in the log');
    provider.answer = undefined;
    provider.changes = {};
    provider.asked.splice(0);
    await site.database.transaction((tx) => tx.run(forget, {}));
    usual.arrived.splice(0);
    chosen.arrived.splice(0);
  });

  const ask = async (path: string, json: object = {}, person: Person = 'administrator') => {
    const { status, body } = await site.ask(person, 'POST', `${root}/${path}`, json);
    answers.push(JSON.stringify(body));
    return { status, body };
  };
  const tell = async (path: string, json: object = {}) => {
    const { status, body } = await ask(path, json);
    assert.equal(status, 200, `${path}: ${JSON.stringify(body)}`);
    return body;
  };
  const refusal = async (path: string, json: object = {}) => {
    const { status, body } = await ask(path, json);
    return [status, body.code];
  };
  const set = (value: object) => tell('update', { value });
  const here = (port: number) => ({ host: '127.0.0.1', port, encryption: 'none', user: '' });
  const signedIn = () => ({ ...here(chosen.port), user: 'ann', password });
  const useSmtp = () =>
    set({ mail: { mailer: 'smtp', from_email: 'notes@site.test', from_name: 'Notes' }, smtp: signedIn() });

  let post: number | undefined;
  let said = 0;
  /** Somebody comments; who is told is told by mail. Gives how many mails were sent. */
  const comment = async () => {
    post ??= (await site.make('/cms/v2/posts', { title: 'P', content: 'x', status: 'publish' }, 'author')).id;
    said += 1;
    now += 60_000;
    await site.make('/cms/v2/comments', { post, content: `Said ${said}` }, 'subscriber');
    return deliver();
  };
  const deliver = () => {
    const never = new AbortController().signal;
    const patience = { connection: 1000, greeting: 400, silence: 700, whole: 1200 };
    const { transport } = site.service;
    const parts = { database: site.database, transport, clock: () => now, patience, host: 'site.test' };
    return sendDue({ ...parts, onProblem: () => {} }, { soon: never, now: never });
  };
  /** Whoever an administrator sends to the provider says yes there, and is sent back. */
  const goAndAllow = async (mailer: 'google' | 'microsoft' = 'google') =>
    provider.allow((await tell('get-oauth-url', { mailer })).oauth_url);
  const comeBack = async (address: string, more: Readonly<Record<string, string>> = {}) => {
    const { pathname, searchParams } = new URL(address);
    for (const [name, value] of Object.entries(more)) searchParams.set(name, value);
    const path = pathname.replace('/rest', '');
    const answer = await site.ask('anonymous', 'GET', `${path}?${searchParams}`);
    answers.push(JSON.stringify(answer.body));
    return answer;
  };
  const providerSettings = () => ({
    ...client,
    ...here(chosen.port),
    authorize_url: `${provider.root}/allow`,
    token_url: `${provider.root}/token`,
    revoke_url: `${provider.root}/revoke`,
  });
  const connect = async (mailer: 'google' | 'microsoft' = 'google') => {
    await set({ mail: { mailer, from_email: '', from_name: '' }, [mailer]: providerSettings() });
    const { status, body } = await comeBack(await goAndAllow(mailer));
    assert.deepEqual([status, body], [200, { mailer, connected: true, account: 'box@provider.test' }]);
  };

  describe('settings', () => {
    it('that are sent change, the rest stays, and everybody who asks is told the same, without secrets', async () => {
      await useSmtp();
      await set({ smtp: { user: 'ann' } });
      const told = await tell('settings');
      const { password_set, host, port, user } = told.smtp;
      assert.deepEqual([password_set, host, port, user], [true, '127.0.0.1', chosen.port, 'ann']);
      assert.deepEqual(told.mail, { mailer: 'smtp', from_email: 'notes@site.test', from_name: 'Notes' });
      assert.equal('password' in told.smtp || 'client_secret' in told.google, false);
      const all = await tell('hydrate');
      assert.deepEqual(all.settings, told);
      assert.deepEqual(
        all.mailers.map(({ name }: { name: string }) => name),
        ['none', 'smtp', 'google', 'microsoft'],
      );
      assert.equal(all.redirect_uri, `http://site.test/rest${root}/oauth-callback`);
    });

    it('are in no other answer of the site', async () => {
      await useSmtp();
      const { body } = await site.ask('administrator', 'GET', '/cms/v2/settings');
      assert.doesNotMatch(JSON.stringify(body), everySecret);
    });

    it('that somebody changes are noted in the audit log by their names', async () => {
      await useSmtp();
      const { body } = await site.ask('administrator', 'GET', '/octavo/v1/audit-log?per_page=1');
      const [{ action, object_id: id, details, username: by }] = body;
      assert.deepEqual([action, id, by], ['settings-changed', 'mail-smtp', 'admin']);
      assert.ok(details.settings.includes('smtp.password') && details.settings.includes('mail.from_email'));
      assert.doesNotMatch(JSON.stringify(body), everySecret);
    });

    it('that cannot be are refused whole', async () => {
      await useSmtp();
      const before = await tell('settings');
      for (const value of [
        { smtp: { port: 0 } },
        { smtp: { port: 'x' } },
        { smtp: { host: 'a b' } },
        { smtp: { host: 'mail.test\r\nRCPT' } },
        { smtp: { user: 'a\u0001auth=Bearer x' } },
        { smtp: { password: 'a\r\nQUIT' } },
        { smtp: { hots: 'mail.test' } },
        { smtp: 'mail.test' },
        { smtp: null },
        { smtp: [] },
        { mail: { mailer: 'pigeon' } },
        { mail: { from_email: 'nobody' } },
        { mail: { from_email: 'a@b.co>\r\nBcc: <c@d.ef' } },
        { mail: { from_name: 'a\nb' } },
        { mail: { mailer: 'smtp' }, smtp: { host: '', password: '' } },
        { constructor: {} },
        { __proto__x: {} },
        { google: { token_url: 'http://elsewhere.test/token' } },
        { google: { token_url: 'file:///etc/passwd' } },
        { google: { authorize_url: 'javascript:alert(1)' } },
        { google: { token_url: 'https://user:pass@provider.test/token' } },
        { google: { token_url: '' } },
        { mail: { from_name: 'Other' }, smtp: { port: 70_000 } },
      ])
        assert.deepEqual(await refusal('update', { value }), [400, 'rest_invalid_param'], JSON.stringify(value));
      for (const value of ['{', 7, [], 'null']) assert.equal((await refusal('update', { value }))[0], 400);
      assert.deepEqual(await refusal('update'), [400, 'rest_missing_callback_param']);
      assert.deepEqual(await tell('settings'), before);
    });

    it('keep a password from another server than it was given for', async () => {
      await useSmtp();
      for (const smtp of [{ host: 'evil.test' }, { port: 2525 }])
        assert.deepEqual(await refusal('update', { value: { smtp } }), [400, 'mail_smtp_secret_needed']);
      await set({ smtp: { encryption: 'required' } });
      assert.deepEqual(await refusal('update', { value: { smtp: { encryption: 'none' } } }), [
        400,
        'mail_smtp_secret_needed',
      ]);
      assert.deepEqual(await refusal('mailer-preflight', { mailer: 'smtp', config: { host: 'evil.test' } }), [
        400,
        'mail_smtp_secret_needed',
      ]);
      assert.equal((await set({ smtp: { ...signedIn(), password: '' } })).smtp.password_set, false);
    });
  });

  describe('mail', () => {
    it('about comments goes to the server that is set up, from who is set up, and to the configured one again afterwards', async () => {
      assert.equal((await tell('mailer-disconnect')).settings.mail.mailer, 'none');
      assert.equal(await comment(), 1);
      assert.deepEqual([usual.arrived.length, chosen.arrived.length], [1, 0]);
      await useSmtp();
      assert.equal(await comment(), 1);
      assert.deepEqual([usual.arrived.length, chosen.arrived.length], [1, 1]);
      assert.equal(chosen.arrived[0]?.headers.get('from'), 'Notes <notes@site.test>');
      assert.deepEqual(chosen.arrived[0]?.to, ['author@site.test']);
      const { disconnected, mailer, settings } = await tell('mailer-disconnect');
      assert.deepEqual([disconnected, mailer, settings.smtp.password_set], [true, 'smtp', false]);
      assert.deepEqual([settings.smtp.host, settings.smtp.user], ['127.0.0.1', 'ann']);
      assert.equal(await comment(), 1);
      assert.deepEqual([usual.arrived.length, chosen.arrived.length], [2, 1]);
      assert.equal((await tell('mailer-disconnect')).disconnected, false);
    });

    it('that is a trial arrives at whoever asks for it, or where they say', async () => {
      await useSmtp();
      const { body: me } = await site.ask('administrator', 'GET', '/cms/v2/users/me?context=edit');
      const told = await tell('check-mailer-configuration');
      assert.deepEqual(told, {
        ...{ sent: true, mailer: 'smtp', server: `127.0.0.1:${chosen.port}`, to: me.email, failure: null },
      });
      assert.deepEqual(chosen.arrived[0]?.to, [me.email]);
      assert.match(chosen.arrived[0]?.body ?? '', /http:\/\/site\.test/);
      await tell('check-mailer-configuration', { to: 'bob@site.test' });
      assert.deepEqual(chosen.arrived[1]?.to, ['bob@site.test']);
      for (const to of ['bob', 'a@b.co\r\nBcc: c@d.ef', ['a@b.co'], 7])
        assert.equal((await ask('check-mailer-configuration', { to })).status, 400);
      assert.equal(chosen.arrived.length, 2);
    });

    it('that cannot be sent is told of with the reason, and waits', async () => {
      await useSmtp();
      await set({ smtp: { password: 'wr0ng' } });
      const { sent, failure } = await tell('check-mailer-configuration');
      assert.deepEqual([sent, failure.code], [false, 'login']);
      assert.doesNotMatch(failure.message, /wr0ng/);
      await set({ smtp: { password: '' } });
      assert.equal((await tell('check-mailer-configuration')).failure.code, 'incomplete');
      assert.equal(await comment(), 0);
      const ill = await tell('health');
      assert.deepEqual([ill.ok, ill.problem.code, ill.mails.waiting], [false, 'incomplete', 1]);
      assert.match(ill.mails.latest_problem, /The password of ann is missing/);
      await set({ smtp: { password } });
      now += 60_000;
      assert.equal(await deliver(), 1);
      const well = await tell('health');
      assert.deepEqual([well.ok, well.problem, well.mails.sent, well.mails.waiting], [true, null, 1, 0]);
      assert.equal(well.time, new Date(now).toISOString());
    });
  });

  describe('a preflight', () => {
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

  describe('an account at a provider', () => {
    it('is connected, sends with tokens that are renewed in time, and is given back', async () => {
      await connect();
      const [question] = provider.asked;
      assert.equal(question?.path, '/token');
      assert.equal(question?.form.grant_type, 'authorization_code');
      const { connected, account, problem } = await tell('get-connected-data', { mailer: 'google' });
      assert.deepEqual([connected, account, problem], [true, 'box@provider.test', null]);
      assert.equal(await comment(), 1);
      assert.equal(chosen.arrived[0]?.headers.get('from'), 'Octavo <box@provider.test>');
      assert.equal(provider.asked.length, 1, 'the token is used as long as it holds');
      now += 2 * 3600 * 1000;
      provider.tokens.clear();
      assert.equal(await comment(), 1);
      assert.equal(provider.asked[1]?.form.grant_type, 'refresh_token');
      assert.equal((await tell('mailer-preflight', { mailer: 'google' })).findings.length, 0);

      assert.deepEqual(await tell('remove-oauth-connection', { mailer: 'google' }), {
        ...{ mailer: 'google', removed: true, revoked: true },
      });
      assert.equal(provider.asked.at(-1)?.path, '/revoke');
      assert.match(provider.asked.at(-1)?.form.token ?? '', /^r3fresh-/);
      assert.equal((await tell('get-connected-data', { mailer: 'google' })).connected, false);
      assert.equal(await comment(), 0, 'mail waits');
      assert.equal((await tell('health')).problem.code, 'incomplete');
      assert.equal((await tell('remove-oauth-connection', { mailer: 'google' })).removed, false);
      await connect();
      now += 60_000;
      assert.equal(await deliver(), 1, 'and goes when it is connected again');
      assert.equal((await tell('mailer-disconnect')).revoked, true);
    });

    it('may be at the other one as well, and each has its own connection', async () => {
      await connect('microsoft');
      assert.equal((await tell('get-connected-data', { mailer: 'google' })).connected, false);
      assert.equal((await tell('check-mailer-configuration')).sent, true);
      const { connections } = await tell('hydrate');
      assert.deepEqual(
        connections.map(({ mailer, connected }: { mailer: string; connected: boolean }) => [mailer, connected]),
        [
          ['google', false],
          ['microsoft', true],
        ],
      );
      await tell('mailer-disconnect');
    });

    it('is asked for in the words of the provider, with a client that can be sent along', async () => {
      const address = async (mailer: string) =>
        new URL((await tell('get-oauth-url', { mailer })).oauth_url).searchParams;
      await set({ google: providerSettings() });
      const google = await address('google');
      assert.match(google.get('scope') ?? '', /^https:\/\/mail\.google\.com\/ /);
      assert.deepEqual([google.get('access_type'), google.get('prompt')], ['offline', 'consent']);
      assert.equal(google.get('client_id'), 'site-1');
      await set({ microsoft: { client_id: '', client_secret: '' } });
      assert.deepEqual(await refusal('get-oauth-url', { mailer: 'microsoft' }), [400, 'mail_smtp_client_needed']);
      const settings = { client_id: 'other', client_secret: client.client_secret };
      const { oauth_url } = await tell('get-oauth-url', { mailer: 'microsoft', settings });
      assert.match(new URL(oauth_url).searchParams.get('scope') ?? '', /SMTP\.Send offline_access/);
      assert.equal((await tell('settings')).microsoft.client_id, 'other');
      for (const mailer of ['smtp', 'none'])
        assert.deepEqual(await refusal('get-oauth-url', { mailer }), [400, 'mail_smtp_no_oauth']);
      assert.deepEqual(await refusal('get-oauth-url', { mailer: 'google', settings: { token_url: 'x' } }), [
        400,
        'rest_invalid_param',
      ]);
    });

    it('stays as it is whatever comes back with a wrong state', async () => {
      await connect();
      const used = await goAndAllow();
      assert.equal((await comeBack(used)).status, 200);
      const late = await goAndAllow();
      const other = await goAndAllow();
      const state = new URL(other).searchParams.get('state') ?? '';
      const wrong: readonly (readonly [string, Readonly<Record<string, string>>])[] = [
        [used, {}],
        [other, { state: `${state}0` }],
        [other, { state: state.replace(/^./, 'f') }],
        [other, { state: 'x' }],
        [other, { state: `${Buffer.from('{"value":{"mailer":"google"}}').toString('base64url')}.00` }],
      ];
      for (const [address, more] of wrong) {
        const { status, body } = await comeBack(address, more);
        assert.deepEqual([status, body.code], [400, 'mail_smtp_oauth_state'], JSON.stringify(more));
      }
      now += 11 * 60 * 1000;
      assert.equal((await comeBack(late)).body.code, 'mail_smtp_oauth_state', 'its time is over');
      const { status, body } = await site.ask('anonymous', 'GET', `${root}/oauth-callback?code=x`);
      assert.deepEqual([status, body.code], [400, 'rest_missing_callback_param']);
      assert.equal((await tell('get-connected-data', { mailer: 'google' })).connected, true);
      assert.equal((await tell('check-mailer-configuration')).sent, true);
      assert.equal(provider.asked.filter(({ path }) => path === '/token').length, 2, 'nobody asks for tokens with it');
    });

    it('stays as it is where the provider was not allowed, or the settings are others meanwhile', async () => {
      await connect();
      const no = await comeBack(await goAndAllow(), { error: 'access_denied', code: '' });
      assert.deepEqual([no.status, no.body.code], [400, 'mail_smtp_oauth_denied']);
      const odd = await comeBack(await goAndAllow(), { error: '<b>odd</b>' });
      assert.equal(odd.body.code, 'mail_smtp_oauth_denied');
      assert.doesNotMatch(odd.body.message, /odd/);
      const before = await goAndAllow();
      await set({ google: { user: 'somebody@provider.test' } });
      assert.equal((await comeBack(before)).body.code, 'mail_smtp_oauth_state');
      assert.equal((await tell('check-mailer-configuration')).sent, true);
      await set({ google: { user: '' } });
    });

    it('stays as it is where the provider lies, refuses or hangs', async () => {
      await connect();
      const begins = async () => comeBack(await goAndAllow());
      const lies: TestProvider['answer'][] = [
        (response) => void response.end('<html>hello cl1ent-s3cret</html>'),
        (response) => void response.end('{"access_token":7,"token_type":"bearer"}'),
        (response) => void response.end('null'),
        (response) => void response.writeHead(500).end('oh cl1ent-s3cret'),
        (response) => void response.writeHead(400).end('{"error":"cl1ent-s3cret","error_description":"r3fresh-1"}'),
        (response) => void response.writeHead(302, { Location: '/elsewhere' }).end(),
        (response) => void response.destroy(),
        () => {},
      ];
      for (const answer of lies) {
        provider.answer = answer;
        const { status, body } = await begins();
        assert.deepEqual([status, body.code], [400, 'mail_smtp_oauth_failed'], body.message);
      }
      provider.answer = undefined;
      for (const [name, value] of [
        ['refresh_token', undefined],
        ['access_token', 'a\r\nb'],
        ['token_type', 'mac'],
        ['token_type', { toString: 1 }],
        ['id_token', 'x.y.z'],
      ] as const) {
        provider.changes = { [name]: value };
        assert.equal((await begins()).body.code, 'mail_smtp_oauth_failed', name);
      }
      provider.changes = { expires_in: { valueOf: 1 } };
      assert.equal((await begins()).status, 200, 'an hour');
      provider.changes = {};
      const forged = await comeBack(await goAndAllow(), { code: 'c0de-none' });
      assert.match(forged.body.message, /invalid_grant/);
      assert.equal((await tell('check-mailer-configuration')).sent, true);
      assert.ok(log.length > 0, 'the operator can read what happened');
    });

    it('that was taken back at the provider is told of, and mail waits until it is connected again', async () => {
      await connect();
      now += 2 * 3600 * 1000;
      provider.answer = (response) => void response.writeHead(400).end('{"error":"invalid_grant"}');
      assert.equal(await comment(), 0);
      const { connected, problem } = await tell('get-connected-data', { mailer: 'google' });
      assert.deepEqual([connected, /connect the account again/.test(problem)], [true, true]);
      assert.equal((await tell('health')).problem.code, 'login');
      provider.answer = undefined;
      await comeBack(await goAndAllow());
      now += 60_000;
      assert.equal(await deliver(), 1);
      assert.equal((await tell('health')).ok, true);
    });

    it('keeps its tokens from other places than they were given for', async () => {
      await connect();
      for (const change of [
        { token_url: `${provider.root}/other` },
        { revoke_url: '' },
        { host: 'evil.test' },
        { port: 25 },
        { client_id: 'other' },
      ])
        assert.deepEqual(await refusal('update', { value: { google: change } }), [400, 'mail_smtp_connected']);
      await set({ google: { client_secret: client.client_secret } });
      await tell('mailer-disconnect');
      const change = { token_url: `${provider.root}/other` };
      assert.deepEqual(await refusal('update', { value: { google: change } }), [400, 'mail_smtp_secret_needed']);
      await set({ google: { ...change, client_secret: '' } });
    });
  });

  describe('an import', () => {
    it('takes over what was exported here', async () => {
      await useSmtp();
      const exported = await tell('settings');
      await set({ mail: { from_name: 'Other' } });
      const { imported, ignored, settings } = await tell('import-settings', { value: exported });
      assert.deepEqual(settings, exported);
      assert.ok(imported.includes('mail.from_name') && ignored.includes('smtp.password_set'));
      assert.deepEqual(await tell('settings'), exported);
      assert.equal((await tell('check-mailer-configuration')).sent, true, 'the password is still there');
    });

    it('takes over the common shape, as text too, so that mail goes there', async () => {
      await tell('mailer-disconnect');
      const value = {
        mail: { mailer: 'smtp', from_email: 'shop@site.test', from_name: 'Shop', return_path: true },
        smtp: { host: '127.0.0.1', port: chosen.port, encryption: '', auth: true, user: 'ann', pass: password },
        license: { key: 'x' },
      };
      const { ignored } = await tell('import-settings', { value: JSON.stringify(value) });
      assert.deepEqual(ignored, ['mail.return_path', 'license']);
      assert.equal(await comment(), 1);
      assert.equal(chosen.arrived[0]?.headers.get('from'), 'Shop <shop@site.test>');
    });

    it('changes nothing where something of it cannot be', async () => {
      await useSmtp();
      const before = await tell('settings');
      const wrong = { mail: { from_name: 'Other' }, smtp: { host: '127.0.0.1', port: 'many' } };
      assert.deepEqual(await refusal('import-settings', { value: wrong }), [400, 'rest_invalid_param']);
      for (const value of [{}, { license: {} }, { smtp: 'x' }, { mail: { mailer: 'pigeon' } }])
        assert.deepEqual(await refusal('import-settings', { value }), [400, 'mail_smtp_nothing_to_import']);
      for (const value of ['x', [], 7])
        assert.deepEqual(await refusal('import-settings', { value }), [400, 'rest_invalid_param']);
      assert.deepEqual(await refusal('import-settings'), [400, 'rest_missing_callback_param']);
      assert.deepEqual(await tell('settings'), before);
    });
  });

  describe('the extensions that this instance knows', () => {
    it('are told of with what is served', async () => {
      const { plugins } = await tell('get-partner-plugins-info');
      const states = Object.fromEntries(
        plugins.map((each: { slug: string; is_activated: boolean }) => [each.slug, each.is_activated]),
      );
      const { namespaces } = (await site.ask('anonymous', 'GET', '/')).body;
      for (const { namespace, is_activated } of plugins) assert.equal(namespaces.includes(namespace), is_activated);
      assert.deepEqual([states.sbc, states['age-check']], [true, false]);
    });

    it('are not installed by a request: it is told which line does it', async () => {
      const { body, status } = await ask('install-plugin', { slug: 'age-check' });
      assert.deepEqual([status, body.code, body.data.file], [403, 'mail_smtp_not_at_run_time', 'octavo.config.ts']);
      const named = [...body.data.line.matchAll(/'([\w-]+)'/g)].map(([, name]) => name);
      const other = await openTestSite({ extensions: named });
      assert.equal((await other.ask('anonymous', 'GET', '/age-check/v3/check')).status, 200);
      await other.database.close();
      const served = await tell('install-plugin', { slug: 'sbc' });
      assert.deepEqual([served.slug, served.is_installed], ['sbc', true]);
      const newest = await tell('upgrade-plugin', { slug: 'sbc' });
      assert.equal(newest.version, served.version);
      assert.deepEqual(await refusal('upgrade-plugin', { slug: 'age-check' }), [403, 'mail_smtp_not_at_run_time']);
      for (const path of ['install-plugin', 'upgrade-plugin']) {
        for (const slug of ['nothing', '../sbc', 'constructor'])
          assert.deepEqual(await refusal(path, { slug }), [404, 'mail_smtp_unknown_plugin']);
        assert.deepEqual(await refusal(path), [400, 'rest_missing_callback_param']);
        assert.deepEqual(await refusal(path, { slug: ['sbc'] }), [400, 'rest_invalid_param']);
      }
    });
  });

  it('answers whatever is sent, and keeps what is set', async () => {
    await useSmtp();
    const before = await tell('settings');
    const odd = [null, true, 0, -1, 1e308, '', ' ', 'x'.repeat(10_000), [], [[]], {}, { a: { b: [] } }, '{"smtp":[]}'];
    const json = '{"smtp":{"__proto__":{"host":"x"}},"mail":{"mailer":{"toString":1}}}';
    for (const path of routes.filter((each) => each !== 'mailer-disconnect'))
      for (const value of [...odd, JSON.parse(json), json]) {
        const sent = { value, mailer: value, settings: value, config: value, slug: value, to: value };
        const { status, body } = await ask(path, sent);
        assert.ok(status < 500, `${path}: ${JSON.stringify(body)}`);
        if (status >= 400) assert.match(body.code, /^(rest|mail_smtp)_/);
        const half = await ask(path, { mailer: 'google', settings: value, config: value });
        assert.ok(half.status < 500, path);
      }
    assert.deepEqual(await tell('settings'), before);
  });

  it('is for administrators alone', async () => {
    await useSmtp();
    const before = await tell('settings');
    for (const person of ['anonymous', ...roles.filter((role) => role !== 'administrator'), 'other'] as const)
      for (const path of routes) {
        const { status, body } = await ask(path, { value: { mail: { mailer: 'none' } }, mailer: 'google' }, person);
        assert.deepEqual([status, body.code], [person === 'anonymous' ? 401 : 403, 'mail_smtp_cannot_manage'], path);
      }
    assert.deepEqual(await tell('settings'), before);
    const { body } = await site.ask('anonymous', 'GET', root);
    const announced = Object.keys(body.routes).map((each) => each.slice(root.length + 1));
    assert.deepEqual(announced, ['', ...routes, 'oauth-callback']);
  });
});

describe('an export of another setting up', () => {
  it('is read in our words', () => {
    const encryptions = [
      ['ssl', undefined, 'implicit'],
      ['tls', true, 'required'],
      ['none', true, 'offered'],
      ['none', false, 'none'],
      ['none', undefined, 'none'],
      ['required', undefined, 'required'],
    ] as const;
    for (const [encryption, autotls, wanted] of encryptions) {
      const { settings } = readExport({ smtp: { encryption, ...(autotls !== undefined && { autotls }) } });
      assert.deepEqual(settings, { smtp: { encryption: wanted } });
    }
    assert.deepEqual(readExport({ smtp: { auth: false, user: 'ann', pass: 'x' } }).settings.smtp, {
      user: '',
      password: '',
    });
    const { settings, ignored } = readExport({
      mail: { mailer: 'gmail' },
      gmail: { client_id: 'a', client_secret: 'b', access_token: { secret: 1 } },
      outlook: { client_id: 'c' },
      constructor: { host: 'x' },
    });
    assert.deepEqual(settings, {
      mail: { mailer: 'google' },
      google: { client_id: 'a', client_secret: 'b' },
      microsoft: { client_id: 'c' },
    });
    assert.deepEqual(ignored, ['gmail.access_token', 'constructor']);
  });
});
