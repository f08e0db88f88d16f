// Tests the setup wizard. The effects of each route are verified through other routes, the mail queue or a fake payment provider.
import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { after, before, it } from 'node:test';
import { describeEachEngine } from '../../test/engines.ts';
import { type Caller, openTestSite, roles, type TestResponse, type TestSite } from '../../test/site.ts';

const wizard = '/cmsforms/v1/setup-wizard';

/** Returns a token response (RFC 6749 §5.1) with additional properties. */
const withToken = (properties: object) =>
  JSON.stringify({ access_token: 'tok_1', token_type: 'bearer', ...properties });

describeEachEngine('the setup wizard of forms', (engine) => {
  let site: TestSite;
  let provider: Server;
  let origin = '';
  let now = Date.parse('2026-05-01T12:00:00Z');
  /** Requests received by the fake payment provider, and its response. */
  let providerRequests: URLSearchParams[] = [];
  let reply: { status: number; body: string } = {
    status: 200,
    body: withToken({ account_id: 'acct_17' }),
  };
  const secret = 'client-secret-of-the-site';

  before(async () => {
    provider = createServer(async (request, response) => {
      let body = '';
      for await (const part of request) body += String(part);
      providerRequests.push(new URLSearchParams(body));
      response.writeHead(reply.status, { 'Content-Type': 'application/json' }).end(reply.body);
    }).listen(0, '127.0.0.1');
    await once(provider, 'listening');
    const { port } = provider.address() as AddressInfo;
    origin = `http://127.0.0.1:${port}`;
    const fetchLimits = { isAllowed: () => true, ports: new Set([String(port)]), timeoutMs: 30_000 };
    site = await openTestSite({
      ...{ database: await engine.open(), extensions: ['cmsforms', 'sbc'], clock: () => now, fetchLimits },
    });
  });
  after(() => provider.close());

  const sendToWizard = (method: string, path: string, json?: unknown, caller: Caller = 'administrator') =>
    site.request(caller, method, `${wizard}${path}`, json);
  const hydrate = async () => (await sendToWizard('GET', '/hydrate')).body;
  const update = (step: string, settings?: object) => sendToWizard('POST', '/update', { step, settings });
  const forms = async (query = 'status=any&context=edit') =>
    (await site.request('administrator', 'GET', `/cms/v2/forms?${query}`)).body;
  const assertError = ({ status, body }: TestResponse, expected: number, code: string) =>
    assert.deepEqual([status, body.code], [expected, code], JSON.stringify(body));

  it('returns the initial state, which reading does not change', async () => {
    const first = await hydrate();
    assert.deepEqual([first.state, first.outcome, first.ended, first.made], ['new', null, null, []]);
    assert.ok(first.steps.every(({ done }: { done: string | null }) => done === null));
    assert.deepEqual(first.forms, { total: 0, href: 'http://site.test/rest/cms/v2/forms' });
    assert.deepEqual(first.license, { key: '', state: 'none' });
    assert.deepEqual(first.payment_provider, { configured: false, account: null, connected: null });
    assert.deepEqual(await hydrate(), first);
  });

  it('is listed in the index as specified', async () => {
    const { routes } = (await site.request('anonymous', 'GET', '/cmsforms/v1')).body;
    const { args } = routes[`${wizard}/install-plugins`].endpoints[0];
    const { type, items, required, default: usual } = args.plugins;
    assert.deepEqual(
      { type, items, required, usual },
      { ...{ type: 'array', required: true, usual: [] }, items: { type: 'string' } },
    );
    const { outcome } = routes[`${wizard}/complete`].endpoints[0].args;
    assert.deepEqual([outcome.enum, outcome.default], [['build', 'import', 'exit', 'forms'], 'build']);
    assert.equal(routes[`${wizard}/license/verify`].endpoints[0].args.key.required, true);
  });

  it('stores the settings of a step, which apply immediately', async () => {
    const { status, body } = await update('spam', { per_minute: 1 });
    assert.deepEqual([status, body.state, body.settings.per_minute], [200, 'begun', 1]);
    const [auditRecord] = (await site.request('administrator', 'GET', '/octavo/v1/audit-log?per_page=1')).body;
    assert.deepEqual(
      [auditRecord.action, auditRecord.object_id, auditRecord.details.settings],
      ['settings-updated', 'cmsforms', ['per_minute']],
    );
    assert.equal(body.steps.find(({ name }: { name: string }) => name === 'spam').done, new Date(now).toISOString());
    const { id } = await site.create('/cms/v2/forms', {
      ...{ title: 'Short', status: 'publish', meta: { fields: [{ name: 'a', kind: 'text', label: 'A' }] } },
    });
    const send = () =>
      site.request('anonymous', 'POST', `/cmsforms/v1/forms/${id}/submissions`, { values: { a: 'x' } });
    assert.equal((await send()).status, 201);
    assertError(await send(), 429, 'cmsforms_too_many');
    assert.equal((await update('spam', { per_minute: 20 })).status, 200);
    assert.equal((await send()).status, 201);
    assert.deepEqual((await hydrate()).submissions, { wanted: 2, spam: 0 });
    await site.request('administrator', 'DELETE', `/cms/v2/forms/${id}?force=true`);
  });

  it('rejects invalid settings of steps, and stores nothing', async () => {
    const before = await hydrate();
    const wrong = [
      undefined,
      {},
      { step: 'none' },
      { step: '__proto__' },
      { step: 'spam', settings: [] },
      { step: 'spam', settings: 'x' },
      { step: 'spam', settings: { per_minute: 0 } },
      { step: 'spam', settings: { retention_days: 5 } },
      { step: 'storage', settings: { retention_days: 5, spam_days: 0 } },
      { step: 'license', settings: { license_key: 'CF1.a.b' } },
      { step: 'license', settings: { license_public_key: 'abc' } },
      { step: 'storage', settings: { wizard: {} } },
      { step: 'notifications', settings: { notify: ['nobody'] } },
      { step: 'payments', settings: { payment_provider: { authorize_url: 'javascript:alert(1)' } } },
      { step: 'payments', settings: { payment_provider: { token_url: 'http://example.org/token' } } },
      { step: 'payments', settings: { payment_provider: { password: 'x' } } },
    ];
    for (const json of wrong) assertError(await sendToWizard('POST', '/update', json), 400, 'rest_invalid_param');
    assert.deepEqual(await hydrate(), before);
    assert.deepEqual(site.errors, []);
  });

  it('builds a working form with the configured notification addresses', async () => {
    await update('notifications', { notify: ['desk@site.test'] });
    const { status, body } = await sendToWizard('POST', '/complete');
    assert.deepEqual([status, body.outcome, body.made.length], [200, 'build', 1]);
    const [id] = body.made;
    assert.equal(body.href, `http://site.test/rest/cms/v2/forms/${id}`);
    const form = (await site.request('editor', 'GET', `/cms/v2/forms/${id}?context=edit`)).body;
    assert.deepEqual([form.title.raw, form.status, form.author], ['Contact', 'publish', site.ids.administrator]);
    assert.deepEqual(form.meta.notify, ['desk@site.test']);
    const values = { name: 'Ann', email: 'ann@site.test', message: 'Hello' };
    assert.equal(
      (await site.request('anonymous', 'POST', `/cmsforms/v1/forms/${id}/submissions`, { values })).status,
      201,
    );
    const { state, outcome, ended, made } = await hydrate();
    assert.deepEqual([state, outcome, ended, made], ['ended', 'build', new Date(now).toISOString(), [id]]);
    for (const { name } of (await hydrate()).templates)
      assert.equal(
        (await sendToWizard('POST', '/complete', { outcome: 'build', template: name })).body.made.length,
        1,
        name,
      );
    assertError(await sendToWizard('POST', '/complete', { template: 'none' }), 400, 'rest_invalid_param');
    assertError(await sendToWizard('POST', '/complete', { outcome: 'win' }), 400, 'rest_invalid_param');
  });

  it('imports forms in the format of the form list, all or none', async () => {
    const exported = await forms('context=edit&status=any&orderby=id&order=asc&_fields=id,title,status,meta');
    assert.equal(exported.length, 4);
    const { body } = await sendToWizard('POST', '/complete', { outcome: 'import', forms: exported });
    assert.deepEqual([body.outcome, body.made.length, body.href], ['import', 4, 'http://site.test/rest/cms/v2/forms']);
    const all = await forms('context=edit&status=any&orderby=id&order=asc&_fields=id,title,status,meta');
    const plain = (list: { id: number }[]) => list.map(({ id: _id, ...rest }) => rest);
    assert.deepEqual(plain(all.slice(4)), plain(exported));
    const good = { title: 'New', meta: { fields: [] } };
    for (const wrong of [
      undefined,
      {},
      [],
      'x',
      [good, { title: '  ', meta: { fields: [] } }],
      [good, { title: 'No fields', meta: {} }],
      [good, { ...good, status: 'gone' }],
      [good, { ...good, meta: { fields: [{ name: 'a', kind: 'choice', label: 'A' }] } }],
      [good, { ...good, meta: { fields: [], other: 1 } }],
      Array.from({ length: 51 }, () => good),
    ])
      assertError(
        await sendToWizard('POST', '/complete', { outcome: 'import', forms: wrong }),
        400,
        'rest_invalid_param',
      );
    assert.equal((await forms()).length, 8);
    const drafts = await sendToWizard('POST', '/complete', { outcome: 'import', forms: [good] });
    const { body: draft } = await site.request('editor', 'GET', `/cms/v2/forms/${drafts.body.made[0]}`);
    assert.equal(draft.status, 'draft');
  });

  it('stores its outcome', async () => {
    const { body } = await sendToWizard('POST', '/complete', { outcome: 'forms' });
    assert.deepEqual([body.outcome, body.made, body.href], ['forms', [], 'http://site.test/rest/cms/v2/forms']);
    assert.equal(
      (await site.request('administrator', 'GET', body.href.slice('http://site.test/rest'.length))).status,
      200,
    );
    now += 1000;
    const left = await sendToWizard('POST', '/complete', { outcome: 'exit' });
    assert.deepEqual([left.body.outcome, left.body.href], ['exit', null]);
    const { state, outcome, ended } = await hydrate();
    assert.deepEqual([state, outcome, ended], ['ended', 'exit', new Date(now).toISOString()]);
  });

  it('lists the enabled extensions, and returns the configuration line that enables others', async () => {
    const step = async () => (await hydrate()).steps.find(({ name }: { name: string }) => name === 'plugins').done;
    const { body: index } = await site.request('anonymous', 'GET', '/');
    const served = (await hydrate()).plugins.filter((each: { served: boolean }) => each.served);
    assert.deepEqual(
      served.map(({ name }: { name: string }) => name),
      ['cmsforms', 'sbc'],
    );
    assert.ok(index.namespaces.includes('sbc/v1') && !index.namespaces.includes('age-check/v3'));
    const missing = await sendToWizard('POST', '/install-plugins', { plugins: ['sbc', 'age-check'] });
    assertError(missing, 409, 'cmsforms_not_served');
    assert.deepEqual(missing.body.data, {
      ...{ status: 409, plugins: ['age-check'], line: "extensions: ['cmsforms', 'sbc', 'age-check']," },
    });
    for (const plugins of [['sbc', 'none'], ['../sbc'], ['__proto__'], { a: 1 }, [['sbc']]])
      assertError(await sendToWizard('POST', '/install-plugins', { plugins }), 400, 'rest_invalid_param');
    assert.equal(await step(), null);
    const { status, body } = await sendToWizard('POST', '/install-plugins', { plugins: ['sbc'] });
    assert.deepEqual([status, body.plugins.length, body.plugins[0].name], [200, 1, 'sbc']);
    assert.equal(await step(), new Date(now).toISOString());
    assert.deepEqual((await sendToWizard('POST', '/install-plugins')).body, { plugins: [] });
  });

  it('connects an account at a payment provider with a URL that can be used once and for a limited time', async () => {
    assertError(await sendToWizard('POST', '/payment-provider/connect-url'), 409, 'cmsforms_no_payment_provider');
    const payment_provider = {
      ...{ authorize_url: `${origin}/authorize?lang=en`, token_url: `${origin}/token`, client_id: 'octavo' },
      ...{ client_secret: secret, scope: 'read' },
    };
    const set = await update('payments', { payment_provider });
    assert.equal(set.status, 200, JSON.stringify(set.body));
    assert.equal(set.body.settings.payment_provider.has_client_secret, true);
    const begin = async () => new URL((await sendToWizard('POST', '/payment-provider/connect-url')).body.url);
    const comeBack = (url: URL, more = '&code=c0de') =>
      site.request(
        'anonymous',
        'GET',
        `${wizard}/payment-provider/callback?state=${encodeURIComponent(url.searchParams.get('state') ?? '')}${more}`,
      );
    const url = await begin();
    const callback = `http://site.test/rest${wizard}/payment-provider/callback`;
    const { state: _state, code_challenge: challenge, ...sent } = Object.fromEntries(url.searchParams);
    assert.deepEqual(sent, {
      ...{ lang: 'en', response_type: 'code', client_id: 'octavo', redirect_uri: callback, scope: 'read' },
      code_challenge_method: 'S256',
    });
    const back = await comeBack(url);
    assert.deepEqual([back.status, back.body], [200, { connected: true }]);
    assert.match(back.headers['Cache-Control'] ?? '', /no-store/);
    const { code_verifier: verifier = '', ...form } = Object.fromEntries(providerRequests[0] ?? []);
    assert.deepEqual(form, {
      ...{ grant_type: 'authorization_code', code: 'c0de', client_id: 'octavo', client_secret: secret },
      redirect_uri: callback,
    });
    assert.equal(createHash('sha256').update(verifier).digest('base64url'), challenge);
    const connected = { configured: true, account: 'acct_17', connected: new Date(now).toISOString() };
    assert.deepEqual((await hydrate()).payment_provider, connected);
    assertError(await comeBack(url), 400, 'cmsforms_wrong_state');
    const late = await begin();
    now += 10 * 60 * 1000;
    assertError(await comeBack(late), 400, 'cmsforms_wrong_state');
    const changed = await begin();
    changed.searchParams.set('state', `${changed.searchParams.get('state')}0`);
    assertError(await comeBack(changed), 400, 'cmsforms_wrong_state');
    for (const query of ['', '?state=', '?state[]=x', '?code=c0de'])
      assertError(await sendToWizard('GET', `/payment-provider/callback${query}`), 400, 'cmsforms_wrong_state');
    assertError(await comeBack(await begin(), '&error=access_denied'), 400, 'cmsforms_connection_refused');
    assert.equal(providerRequests.length, 1, 'the provider received no further requests');
    for (const wrong of [
      { status: 400, body: withToken({ account_id: 'acct_18' }) },
      { status: 200, body: withToken({ account: 'acct_18' }) },
      { status: 200, body: withToken({ account_id: { a: 1 } }) },
      { status: 200, body: '{"account_id":"acct_18"}' },
      { status: 200, body: '<html>' },
    ]) {
      reply = wrong;
      assertError(await comeBack(await begin()), 400, 'cmsforms_connection_failed');
    }
    assert.deepEqual((await hydrate()).payment_provider, connected, 'the connected account is unchanged');
    reply = { status: 200, body: withToken({ merchant: 'm-1' }) };
    const settings = { account_member: 'merchant', return_url: 'https://site.test/done' };
    await update('payments', { payment_provider: settings });
    const led = await comeBack(await begin());
    assert.deepEqual([led.status, led.headers.Location], [303, 'https://site.test/done']);
    assert.equal((await hydrate()).payment_provider.account, 'm-1');
    await update('payments', { payment_provider: { client_id: 'another' } });
    assert.deepEqual((await hydrate()).payment_provider, { configured: true, account: null, connected: null });
    providerRequests = [];
    await comeBack(await begin());
    assert.equal(providerRequests[0]?.get('client_secret'), secret, 'a secret that is not submitted is unchanged');
    const elsewhere = { payment_provider: { token_url: `${origin.replace(/\d+$/, '9')}/token` } };
    assert.equal(
      (await update('payments', { payment_provider: { ...elsewhere.payment_provider, client_secret: secret } })).status,
      200,
    );
    assertError(await comeBack(await begin()), 400, 'cmsforms_connection_failed');
  });

  it('sends the stored client secret only to the token URL that it was submitted with', async () => {
    const settings = { authorize_url: `${origin}/authorize`, token_url: `${origin}/token`, client_id: 'octavo' };
    await update('payments', { payment_provider: { ...settings, client_secret: secret } });
    const provider = async () => (await hydrate()).settings.payment_provider;
    const before = await provider();
    for (const token_url of [`${origin}/collect`, 'https://attacker.example/token', ''])
      assertError(await update('payments', { payment_provider: { token_url } }), 400, 'cmsforms_secret_needed');
    assert.deepEqual(await provider(), before);
    for (const harmless of [{ token_url: settings.token_url }, { scope: 'read' }, { authorize_url: `${origin}/agree` }])
      assert.equal((await update('payments', { payment_provider: harmless })).status, 200, JSON.stringify(harmless));
    const replaced = { token_url: `${origin}/collect`, client_secret: 'another secret' };
    assert.equal((await update('payments', { payment_provider: replaced })).status, 200);
    const removed = { token_url: 'https://attacker.example/token', client_secret: '' };
    assert.equal((await update('payments', { payment_provider: removed })).status, 200);
    assert.equal((await provider()).has_client_secret, false);
    const withoutSecret = { token_url: `${origin}/token` };
    assert.equal((await update('payments', { payment_provider: withoutSecret })).status, 200);
  });

  it('stores a license key, and returns it masked', async () => {
    const key = 'CF1.eyJpZCI6IjEifQ.c2lnbmF0dXJl';
    const verify = (sent: unknown) => sendToWizard('POST', '/license/verify', { key: sent });
    const read = async () => (await sendToWizard('GET', '/license/key')).body;
    assert.deepEqual(await read(), { key: '', state: 'none' });
    for (const wrong of ['', '   ', 'short', 'two\nlines of text', 'x'.repeat(4001), '\ud800aaaaaaa'])
      assertError(await verify(wrong), 400, 'rest_invalid_param');
    assertError(await sendToWizard('POST', '/license/verify'), 400, 'rest_missing_callback_param');
    assert.deepEqual(await read(), { key: '', state: 'none' });
    const stored = { key: `…${key.slice(-4)}`, state: 'stored' };
    assert.deepEqual((await verify(` ${key}\n`)).body, stored);
    assert.deepEqual([await read(), (await hydrate()).license], [stored, stored]);
    const answers = JSON.stringify([await hydrate(), await site.request('anonymous', 'GET', '/cmsforms/v1')]);
    for (const hidden of [key, secret]) assert.ok(!answers.includes(hidden));
    const log = (await site.request('administrator', 'GET', '/octavo/v1/audit-log?per_page=1')).body;
    assert.deepEqual(log[0].details, { settings: ['license_key'] });
    assert.ok(!JSON.stringify(log).includes(key));
  });

  it('can be used only by administrators', async () => {
    const routes = [
      ...['GET /hydrate', 'POST /update', 'POST /install-plugins', 'POST /complete'],
      ...['POST /payment-provider/connect-url', 'GET /license/key', 'POST /license/verify'],
    ];
    const before = await hydrate();
    for (const caller of ['anonymous', 'other', ...roles] as const) {
      if (caller === 'administrator') continue;
      for (const route of routes) {
        const [method = '', path = ''] = route.split(' ');
        const answer = await sendToWizard(
          method,
          path,
          method === 'GET' ? undefined : { step: 'spam', key: 'x' },
          caller,
        );
        assertError(answer, caller === 'anonymous' ? 401 : 403, 'cmsforms_cannot_manage');
        assert.deepEqual(Object.keys(answer.body), ['code', 'message', 'data']);
      }
    }
    assert.deepEqual(await hydrate(), before);
    assert.deepEqual(site.errors, []);
  });
});
