// Tests authorizations that are started in the admin: they end there, in the browser that has started them, and others end as before.
import assert from 'node:assert/strict';
import { it } from 'node:test';
import { describeEachEngine } from '../../test/engines.ts';
import { client, type TestProvider } from '../../test/mail-provider.ts';
import { localServer, mailSite, root } from '../../test/mail-smtp-site.ts';

const callback = `${root}/oauth-callback`;

describeEachEngine('an authorization that is started in the admin', (engine) => {
  const { site, selectedServer, provider, fetchLimits, answers, later, postOk, set, errorOf } = mailSite(engine);

  const setUp = () =>
    set({
      mail: { mailer: 'google', from_email: '', from_name: '' },
      google: {
        ...client,
        ...localServer(selectedServer.port),
        authorize_url: `${provider.root}/allow`,
        token_url: `${provider.root}/token`,
        revoke_url: '',
      },
    });

  /** URL of the site. */
  let home = '';

  /** Starts an authorization in a browser with a cookie. Returns its URL, and the cookie afterwards. */
  const start = async (cookie = '', body: object = { return_to: 'admin' }) => {
    const path = `${root}/get-oauth-url`;
    const sent = await site.request('administrator', 'POST', path, { mailer: 'google', ...body }, { cookie });
    assert.equal(sent.status, 200, JSON.stringify(sent.body));
    answers.push(JSON.stringify(sent.body));
    home = String(sent.body.redirect_uri).replace(/\/rest\/.*/, '');
    const header = sent.headers['Set-Cookie'];
    return { url: String(sent.body.oauth_url), header, cookie: header?.split(';')[0] ?? '' };
  };

  /** Returns from the provider, in a browser with a cookie, as any user. */
  const comeBack = async (address: string, cookie = '', more: Readonly<Record<string, string>> = {}) => {
    const { searchParams } = new URL(address);
    for (const [name, value] of Object.entries(more)) searchParams.set(name, value);
    const answer = await site.request('anonymous', 'GET', `${callback}?${searchParams}`, undefined, { cookie });
    answers.push(JSON.stringify(answer.body), String(answer.headers.Location));
    return answer;
  };
  const locationOf = ({ status, headers }: Awaited<ReturnType<typeof comeBack>>) => {
    assert.equal(status, 303);
    assert.deepEqual([headers['Cache-Control'], headers['Referrer-Policy']], ['no-store', 'no-referrer']);
    const [target, search] = String(headers.Location).split('?');
    assert.equal(target, `${home}/admin/operations/emails`);
    return `?${search}`;
  };
  const isConnected = async (): Promise<boolean> =>
    (await postOk('get-connected-data', { mailer: 'google' })).connected;
  const disconnect = () => postOk('remove-oauth-connection', { mailer: 'google' });

  it('ends on the screen for emails, in the browser that has started it', async () => {
    await setUp();
    const { url, header, cookie } = await start();
    assert.match(String(header), /^mail_oauth=[\w.-]+; Path=\/; Max-Age=3600; HttpOnly; SameSite=Lax$/);
    const again = await start(cookie);
    assert.equal(locationOf(await comeBack(provider.allow(url), cookie)), '?connected=google');
    assert.equal(await isConnected(), true);
    assert.equal(
      locationOf(await comeBack(provider.allow(again.url), again.cookie)),
      '?connected=google',
      'two tabs of a browser do not interfere',
    );
    await disconnect();
  });

  it('can be completed only in the browser that has started it, and only once', async () => {
    await setUp();
    const { url, cookie } = await start();
    const { cookie: other } = await start();
    const allowed = provider.allow(url);
    for (const wrong of [
      '',
      other,
      `${cookie}0`,
      'mail_oauth=x',
      'mail_oauth=',
      cookie.replace('mail_oauth', 'consent'),
    ])
      assert.equal(locationOf(await comeBack(allowed, wrong)), '?failed=other_browser&mailer=google', wrong);
    assert.equal(await isConnected(), false);
    assert.equal(provider.requests.length, 0, 'no tokens are requested');
    assert.equal(locationOf(await comeBack(allowed, cookie)), '?connected=google', 'the first browser can continue');
    await disconnect();
    assert.equal(locationOf(await comeBack(allowed, cookie)), '?failed=unknown_state&mailer=google', 'replayed');
    assert.equal(await isConnected(), false);
  });

  it('ends in the admin with the reason if it fails', async () => {
    await setUp();
    const failed = async (change: (url: string) => string, more: Readonly<Record<string, string>> = {}) => {
      const { url, cookie } = await start();
      return locationOf(await comeBack(change(url), cookie, more));
    };
    assert.equal(await failed(provider.deny), '?failed=access_denied&mailer=google');
    assert.equal(await failed(provider.allow, { error: '<b>' }), '?failed=no_code&mailer=google');
    assert.equal(await failed(provider.allow, { code: '' }), '?failed=no_code&mailer=google');
    assert.equal(await failed(provider.allow, { code: 'none' }), '?failed=invalid_grant&mailer=google');
    const sendError =
      (status: number, body: string): TestProvider['respond'] =>
      (response) =>
        void response.writeHead(status).end(body);
    const failures: readonly (readonly [TestProvider['respond'], string])[] = [
      [sendError(401, '{"error":"invalid_client","error_description":"cl1ent-s3cret"}'), 'invalid_client'],
      [sendError(400, '{"error":"invalid_scope"}'), 'invalid_scope'],
      [sendError(500, 'cl1ent-s3cret'), 'invalid_response'],
      [sendError(200, '<html>'), 'invalid_response'],
      [(response) => void response.destroy(), 'unreachable'],
    ];
    for (const [respond, reason] of failures) {
      provider.respond = respond;
      assert.equal(await failed(provider.allow), `?failed=${reason}&mailer=google`);
    }
    // The provider never responds, so a short timeout has the same result.
    provider.respond = () => {};
    fetchLimits.timeoutMs = 300;
    assert.equal(await failed(provider.allow), '?failed=unreachable&mailer=google');
    fetchLimits.timeoutMs = 30_000;
    provider.respond = undefined;
    provider.changes = { refresh_token: undefined };
    assert.equal(await failed(provider.allow), '?failed=no_refresh_token&mailer=google');
    provider.changes = { id_token: undefined };
    assert.equal(await failed(provider.allow), '?failed=no_account&mailer=google');
    provider.changes = {};
    assert.equal(await isConnected(), false);
    const { url, cookie } = await start();
    await set({ google: { user: 'somebody@provider.test' } });
    assert.equal(locationOf(await comeBack(provider.allow(url), cookie)), '?failed=unknown_state&mailer=google');
  });

  it('ends in the admin if it has expired, or its state is forged, in a browser that has started one', async () => {
    await setUp();
    const { url, cookie } = await start();
    const allowed = provider.allow(url);
    const state = new URL(allowed).searchParams.get('state') ?? '';
    for (const forged of [
      'x',
      `${state}0`,
      `${Buffer.from('{"value":{"context":"google"}}').toString('base64url')}.00`,
    ]) {
      assert.equal(locationOf(await comeBack(allowed, cookie, { state: forged })), '?failed=unknown_state');
      const { status, body } = await comeBack(allowed, '', { state: forged });
      assert.deepEqual([status, body.code], [400, 'mail_smtp_oauth_state'], 'other clients receive the error');
    }
    later(11 * 60 * 1000);
    assert.equal(locationOf(await comeBack(allowed, cookie)), '?failed=unknown_state');
    later(60 * 60 * 1000);
    assert.equal((await comeBack(allowed, cookie)).status, 400, 'the cookie has expired, too');
    assert.equal(await isConnected(), false);
  });

  it('redirects nowhere else', async () => {
    await setUp();
    for (const value of ['https://evil.test/', '//evil.test', '', 'Admin', ['admin'], { a: 1 }, true])
      assert.deepEqual(await errorOf('get-oauth-url', { mailer: 'google', return_to: value }), [
        400,
        'rest_invalid_param',
      ]);
    const { url, cookie } = await start();
    const more = { return_to: 'https://evil.test', redirect_uri: 'https://evil.test', mailer: 'x&failed=y' };
    assert.equal(locationOf(await comeBack(provider.allow(url), cookie, more)), '?connected=google');
    await disconnect();
  });

  it('changes nothing for authorizations of other clients', async () => {
    await setUp();
    const { url, header } = await start('', {});
    assert.equal(header, undefined, 'no cookie is set');
    // The browser has a cookie of another authorization, which was started in the admin.
    const { cookie } = await start();
    const denied = await comeBack(provider.deny(url), cookie);
    assert.deepEqual([denied.status, denied.body.code], [400, 'mail_smtp_oauth_denied']);
    const { url: second } = await start('', {});
    const { status, body, headers } = await comeBack(provider.allow(second), cookie);
    assert.deepEqual([status, body], [200, { mailer: 'google', connected: true, account: 'box@provider.test' }]);
    assert.equal(headers.Location, undefined);
    await disconnect();
  });
});
