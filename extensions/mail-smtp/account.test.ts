// An account at a provider is connected, used, and given back (RFC 6749, 7636, 7009); lies of all kinds.
import assert from 'node:assert/strict';
import { it } from 'node:test';
import { describeEachEngine } from '../../test/engines.ts';
import { client, type TestProvider } from './provider-for-tests.ts';
import { here, mailSite, root } from './site-for-tests.ts';

describeEachEngine('an account at a provider', (engine) => {
  const { site, chosen, provider, log, answers, later, tell, set, refusal, deliver, comment } = mailSite(engine);

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
    later(2 * 3600 * 1000);
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
    later(60_000);
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
    const address = async (mailer: string) => new URL((await tell('get-oauth-url', { mailer })).oauth_url).searchParams;
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
    later(11 * 60 * 1000);
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
    later(2 * 3600 * 1000);
    provider.answer = (response) => void response.writeHead(400).end('{"error":"invalid_grant"}');
    assert.equal(await comment(), 0);
    const { connected, problem } = await tell('get-connected-data', { mailer: 'google' });
    assert.deepEqual([connected, /connect the account again/.test(problem)], [true, true]);
    assert.equal((await tell('health')).problem.code, 'login');
    provider.answer = undefined;
    await comeBack(await goAndAllow());
    later(60_000);
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
