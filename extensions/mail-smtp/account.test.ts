// Tests how accounts at providers are connected, used and revoked (RFC 6749, 7636, 7009), including malicious responses.
import assert from 'node:assert/strict';
import { it } from 'node:test';
import { describeEachEngine } from '../../test/engines.ts';
import { client, type TestProvider } from '../../test/mail-provider.ts';
import { localServer, mailSite, root } from '../../test/mail-smtp-site.ts';

describeEachEngine('an account at a provider', (engine) => {
  const { site, selectedServer, provider, fetchLimits, log, answers, later, postOk, set, errorOf, deliver, comment } =
    mailSite(engine);

  /** Starts an authorization and grants it at the provider. Returns the redirect URL. */
  const goAndAllow = async (mailer: 'google' | 'microsoft' = 'google') =>
    provider.allow((await postOk('get-oauth-url', { mailer })).oauth_url);
  const comeBack = async (address: string, more: Readonly<Record<string, string>> = {}) => {
    const { pathname, searchParams } = new URL(address);
    for (const [name, value] of Object.entries(more)) searchParams.set(name, value);
    const path = pathname.replace('/rest', '');
    const answer = await site.request('anonymous', 'GET', `${path}?${searchParams}`);
    answers.push(JSON.stringify(answer.body));
    return answer;
  };
  const providerSettings = () => ({
    ...client,
    ...localServer(selectedServer.port),
    authorize_url: `${provider.root}/allow`,
    token_url: `${provider.root}/token`,
    revoke_url: `${provider.root}/revoke`,
  });
  const connect = async (mailer: 'google' | 'microsoft' = 'google') => {
    await set({ mail: { mailer, from_email: '', from_name: '' }, [mailer]: providerSettings() });
    const { status, body } = await comeBack(await goAndAllow(mailer));
    assert.deepEqual([status, body], [200, { mailer, connected: true, account: 'box@provider.test' }]);
  };

  it('can be connected, sends mail with tokens that are refreshed in time, and can be revoked', async () => {
    await connect();
    const [tokenRequest] = provider.requests;
    assert.equal(tokenRequest?.path, '/token');
    assert.equal(tokenRequest?.form.grant_type, 'authorization_code');
    const { connected, account, problem } = await postOk('get-connected-data', { mailer: 'google' });
    assert.deepEqual([connected, account, problem], [true, 'box@provider.test', null]);
    assert.equal(await comment(), 1);
    assert.equal(selectedServer.received[0]?.headers.get('from'), 'Octavo <box@provider.test>');
    assert.equal(provider.requests.length, 1, 'the token is used while it is valid');
    later(2 * 3600 * 1000);
    provider.tokens.clear();
    assert.equal(await comment(), 1);
    assert.equal(provider.requests[1]?.form.grant_type, 'refresh_token');
    assert.equal((await postOk('mailer-preflight', { mailer: 'google' })).findings.length, 0);

    assert.deepEqual(await postOk('remove-oauth-connection', { mailer: 'google' }), {
      ...{ mailer: 'google', removed: true, revoked: true },
    });
    assert.equal(provider.requests.at(-1)?.path, '/revoke');
    assert.match(provider.requests.at(-1)?.form.token ?? '', /^r3fresh-/);
    assert.equal((await postOk('get-connected-data', { mailer: 'google' })).connected, false);
    assert.equal(await comment(), 0, 'mail waits');
    assert.equal((await postOk('health')).problem.code, 'incomplete');
    assert.equal((await postOk('remove-oauth-connection', { mailer: 'google' })).removed, false);
    await connect();
    later(60_000);
    assert.equal(await deliver(), 1, 'the email is sent when the account is connected again');
    assert.equal((await postOk('mailer-disconnect')).revoked, true);
  });

  it('can be connected at each provider separately', async () => {
    await connect('microsoft');
    assert.equal((await postOk('get-connected-data', { mailer: 'google' })).connected, false);
    assert.equal((await postOk('check-mailer-configuration')).sent, true);
    const { connections } = await postOk('hydrate');
    assert.deepEqual(
      connections.map(({ mailer, connected }: { mailer: string; connected: boolean }) => [mailer, connected]),
      [
        ['google', false],
        ['microsoft', true],
      ],
    );
    await postOk('mailer-disconnect');
  });

  it('is requested with the parameters of the provider, and with submitted client settings', async () => {
    const address = async (mailer: string) =>
      new URL((await postOk('get-oauth-url', { mailer })).oauth_url).searchParams;
    await set({ google: providerSettings() });
    const google = await address('google');
    assert.match(google.get('scope') ?? '', /^https:\/\/mail\.google\.com\/ /);
    assert.deepEqual([google.get('access_type'), google.get('prompt')], ['offline', 'consent']);
    assert.equal(google.get('client_id'), 'site-1');
    await set({ microsoft: { client_id: '', client_secret: '' } });
    assert.deepEqual(await errorOf('get-oauth-url', { mailer: 'microsoft' }), [400, 'mail_smtp_client_needed']);
    const settings = { client_id: 'other', client_secret: client.client_secret };
    const { oauth_url } = await postOk('get-oauth-url', { mailer: 'microsoft', settings });
    assert.match(new URL(oauth_url).searchParams.get('scope') ?? '', /SMTP\.Send offline_access/);
    assert.equal((await postOk('settings')).microsoft.client_id, 'other');
    for (const mailer of ['smtp', 'none'])
      assert.deepEqual(await errorOf('get-oauth-url', { mailer }), [400, 'mail_smtp_no_oauth']);
    assert.deepEqual(await errorOf('get-oauth-url', { mailer: 'google', settings: { token_url: 'x' } }), [
      400,
      'rest_invalid_param',
    ]);
  });

  it('is unchanged by callbacks with an invalid state', async () => {
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
    assert.equal((await comeBack(late)).body.code, 'mail_smtp_oauth_state', 'the state has expired');
    const { status, body } = await site.request('anonymous', 'GET', `${root}/oauth-callback?code=x`);
    assert.deepEqual([status, body.code], [400, 'rest_missing_callback_param']);
    assert.equal((await postOk('get-connected-data', { mailer: 'google' })).connected, true);
    assert.equal((await postOk('check-mailer-configuration')).sent, true);
    assert.equal(
      provider.requests.filter(({ path }) => path === '/token').length,
      2,
      'no tokens are requested with an invalid state',
    );
  });

  it('is unchanged if the authorization is denied, or the settings have changed', async () => {
    await connect();
    const no = await comeBack(await goAndAllow(), { error: 'access_denied', code: '' });
    assert.deepEqual([no.status, no.body.code], [400, 'mail_smtp_oauth_denied']);
    const odd = await comeBack(await goAndAllow(), { error: '<b>odd</b>' });
    assert.equal(odd.body.code, 'mail_smtp_oauth_denied');
    assert.doesNotMatch(odd.body.message, /odd/);
    const before = await goAndAllow();
    await set({ google: { user: 'somebody@provider.test' } });
    assert.equal((await comeBack(before)).body.code, 'mail_smtp_oauth_state');
    assert.equal((await postOk('check-mailer-configuration')).sent, true);
    await set({ google: { user: '' } });
  });

  it('is unchanged if the provider sends invalid responses, errors, or hangs', async () => {
    await connect();
    const startAndComeBack = async () => comeBack(await goAndAllow());
    const invalidResponses: TestProvider['respond'][] = [
      (response) => void response.end('<html>hello cl1ent-s3cret</html>'),
      (response) => void response.end('{"access_token":7,"token_type":"bearer"}'),
      (response) => void response.end('null'),
      (response) => void response.writeHead(500).end('oh cl1ent-s3cret'),
      (response) => void response.writeHead(400).end('{"error":"cl1ent-s3cret","error_description":"r3fresh-1"}'),
      (response) => void response.writeHead(302, { Location: '/elsewhere' }).end(),
      (response) => void response.destroy(),
    ];
    for (const answer of invalidResponses) {
      provider.respond = answer;
      const { status, body } = await startAndComeBack();
      assert.deepEqual([status, body.code], [400, 'mail_smtp_oauth_failed'], body.message);
    }
    const { timeoutMs } = fetchLimits;
    provider.respond = () => {};
    // The provider never responds, so a short timeout has the same result.
    fetchLimits.timeoutMs = 300;
    const { status, body } = await startAndComeBack();
    assert.deepEqual([status, body.code], [400, 'mail_smtp_oauth_failed'], body.message);
    fetchLimits.timeoutMs = timeoutMs;
    provider.respond = undefined;
    for (const [name, value] of [
      ['refresh_token', undefined],
      ['access_token', 'a\r\nb'],
      ['token_type', 'mac'],
      ['token_type', { toString: 1 }],
      ['id_token', 'x.y.z'],
    ] as const) {
      provider.changes = { [name]: value };
      assert.equal((await startAndComeBack()).body.code, 'mail_smtp_oauth_failed', name);
    }
    provider.changes = { expires_in: { valueOf: 1 } };
    assert.equal((await startAndComeBack()).status, 200, 'the default lifetime applies');
    provider.changes = {};
    const forged = await comeBack(await goAndAllow(), { code: 'c0de-none' });
    assert.match(forged.body.message, /invalid_grant/);
    assert.equal((await postOk('check-mailer-configuration')).sent, true);
    assert.ok(log.length > 0, 'the failures are logged');
  });

  it('is reported if it was revoked at the provider, and mail waits until it is connected again', async () => {
    await connect();
    later(2 * 3600 * 1000);
    provider.respond = (response) => void response.writeHead(400).end('{"error":"invalid_grant"}');
    assert.equal(await comment(), 0);
    const { connected, problem } = await postOk('get-connected-data', { mailer: 'google' });
    assert.deepEqual([connected, /connect the account again/.test(problem)], [true, true]);
    assert.equal((await postOk('health')).problem.code, 'login');
    provider.respond = undefined;
    await comeBack(await goAndAllow());
    later(60_000);
    assert.equal(await deliver(), 1);
    assert.equal((await postOk('health')).ok, true);
  });

  it('does not send its tokens to other hosts than those for which they were issued', async () => {
    await connect();
    for (const change of [
      { token_url: `${provider.root}/other` },
      { revoke_url: '' },
      { host: 'evil.test' },
      { port: 25 },
      { client_id: 'other' },
    ])
      assert.deepEqual(await errorOf('update', { value: { google: change } }), [400, 'mail_smtp_connected']);
    await set({ google: { client_secret: client.client_secret } });
    await postOk('mailer-disconnect');
    const change = { token_url: `${provider.root}/other` };
    assert.deepEqual(await errorOf('update', { value: { google: change } }), [400, 'mail_smtp_secret_needed']);
    await set({ google: { ...change, client_secret: '' } });
  });
});
