// Tests that the restrictions of application passwords apply on every route, in batches and to embedded resources.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { describeEachEngine } from './engines.ts';
import { openTestSite, type TestResponse, type TestSite } from './site.ts';

describeEachEngine('restrictions of application passwords', (engine) => {
  let site: TestSite;
  let now = Date.parse('2026-05-01T12:00:00Z');
  before(async () => {
    site = await openTestSite({ database: await engine.open(), clock: () => now, pause: async () => {} });
  });
  after(() => assert.deepEqual(site.errors, []));

  const ownPasswordsPath = '/cms/v2/users/me/application-passwords';

  /** Creates a restricted password for the administrator. Returns its record and a function that sends requests with it. */
  const createRestricted = async (limits: object) => {
    const body = await site.create(ownPasswordsPath, { name: 'limited', ...limits });
    const authorization = `Basic ${Buffer.from(`admin:${body.password}`).toString('base64')}`;
    const request = (method: string, path: string, json?: unknown): Promise<TestResponse> =>
      site.request('anonymous', method, path, json, { authorization });
    return { body, request };
  };
  const statusAndCode = ({ status, body }: TestResponse) => [status, body.code];

  test('are presented only for restricted passwords', async () => {
    const plain = await site.create(ownPasswordsPath, {
      name: 'plain',
      read_only: false,
      namespaces: [],
      expires: null,
    });
    assert.deepEqual(Object.keys(plain), [
      'uuid',
      'app_id',
      'name',
      'password',
      'created',
      'last_used',
      'last_ip',
      '_links',
    ]);
    const { body, request } = await createRestricted({
      read_only: true,
      namespaces: ['cms/v2', 'cms/v2'],
      expires: '2026-05-01T14:30:00+02:00',
    });
    const expected = { expires: '2026-05-01T12:30:00', read_only: true, namespaces: ['cms/v2'] };
    const { expires, read_only, namespaces } = body;
    assert.deepEqual({ expires, read_only, namespaces }, expected);
    const { body: introspected } = await request(
      'GET',
      `${ownPasswordsPath}/introspect?_fields=expires,read_only,namespaces`,
    );
    assert.deepEqual(introspected, expected);
  });

  test('are rejected if invalid', async () => {
    for (const limits of [
      { expires: '2026-05-01T12:00:00' },
      { expires: 'tomorrow' },
      { expires: '2027-02-30T00:00:00' },
      { namespaces: ['cms/v3'] },
      { namespaces: ['cms/v2', ''] },
      { read_only: 'perhaps' },
    ]) {
      const response = await site.request('administrator', 'POST', ownPasswordsPath, { name: 'x', ...limits });
      assert.deepEqual(statusAndCode(response), [400, 'rest_invalid_param'], JSON.stringify(limits));
    }
  });

  test('cannot be changed', async () => {
    const { body, request } = await createRestricted({ namespaces: ['cms/v2'] });
    const { body: changed } = await request('POST', `${ownPasswordsPath}/${body.uuid}`, {
      name: 'renamed',
      namespaces: [],
      read_only: true,
    });
    assert.deepEqual([changed.name, changed.namespaces, changed.read_only], ['renamed', ['cms/v2'], undefined]);
  });

  test('a read-only password changes nothing, on any route and with any method', async () => {
    const { request } = await createRestricted({ read_only: true });
    const post = await site.create('/cms/v2/posts', { title: 'Stays', status: 'publish' });
    const expectedError = [403, 'rest_application_password_read_only'];
    for (const { declared, endpoints } of site.service.table.routes) {
      const path = declared.path
        .replace('<user_id>', 'me')
        .replace('<id>', String(declared.path.includes('/posts/') ? post.id : 1))
        .replace(/<\w+>/g, '1');
      for (const { declared: endpoint } of endpoints) {
        if (endpoint.methods.includes('GET')) continue;
        for (const method of endpoint.methods) {
          const { status, body } = await request(method, path, {});
          assert.ok(status >= 400 && status < 500, `${method} ${path}: ${status}`);
          assert.ok(status !== 403 || body.code === expectedError[1], `${method} ${path}: ${body.code}`);
        }
      }
    }
    const path = `/cms/v2/posts/${post.id}`;
    const change = { title: 'Changed' };
    const authorized = await Promise.all([
      request('POST', path, change),
      request('GET', `${path}?_method=PUT`, change),
      request('POST', '/batch/v1', { requests: [{ path, method: 'PUT', body: change }] }),
      request('DELETE', `${path}?force=true`),
      request('POST', '/cms/v2/settings', { title: 'Changed' }),
      request('POST', ownPasswordsPath, { name: 'another' }),
      request('DELETE', ownPasswordsPath),
    ]);
    for (const response of authorized) assert.deepEqual(statusAndCode(response), expectedError);
    const { body, headers } = await request('GET', `${path}?context=edit`);
    assert.deepEqual([body.title.raw, headers.Allow], ['Stays', 'GET']);
    assert.deepEqual(body._links.self[0].targetHints.allow, ['GET']);
  });

  test('a password that is restricted to namespaces is valid only there, even in batches and for embedded resources', async () => {
    const { request } = await createRestricted({ namespaces: ['octavo/v1'] });
    const expectedError = [403, 'rest_application_password_out_of_scope'];
    assert.equal((await request('GET', '/octavo/v1/audit-log')).status, 200);
    assert.equal((await request('GET', '/')).status, 200);
    for (const path of ['/cms/v2/posts', '/cms/v2/users/me', '/cms-block-editor/v1/navigation-fallback'])
      assert.deepEqual(statusAndCode(await request('GET', path)), expectedError, path);
    const requests = [{ path: '/cms/v2/posts', method: 'POST', body: { title: 'x' } }];
    const { body: batch } = await request('POST', '/batch/v1', { requests });
    assert.deepEqual([batch.responses[0].status, batch.responses[0].body.code], expectedError);
    const editor = await createRestricted({ namespaces: ['cms-block-editor/v1'] });
    const { body } = await editor.request('GET', '/cms-block-editor/v1/navigation-fallback?_embed');
    assert.deepEqual([body._embedded.self[0].code, body.id > 0], [expectedError[1], true]);
  });

  test('an expired password is rejected', async () => {
    const { request } = await createRestricted({ expires: '2026-05-01T12:00:10' });
    assert.equal((await request('GET', '/cms/v2/users/me')).status, 200);
    now += 10_000;
    const { status, headers } = await request('GET', '/cms/v2/users/me');
    assert.deepEqual([status, headers['X-CMS-Credential']], [401, 'refused']);
  });

  test('a restricted password cannot create unrestricted credentials', async () => {
    const user = await site.create('/cms/v2/users', { username: 'u', email: 'u@site.test', password: 'p' });
    for (const limits of [{ namespaces: ['cms/v2'] }, { expires: '2026-06-01T00:00:00' }]) {
      const { request } = await createRestricted(limits);
      const changes: [path: string, json: object, code: string][] = [
        [ownPasswordsPath, { name: 'another' }, 'rest_cannot_create_application_passwords'],
        [
          `/cms/v2/users/${user.id}/application-passwords`,
          { name: 'another' },
          'rest_cannot_create_application_passwords',
        ],
        ['/cms/v2/users', { username: 'v', email: 'v@site.test', password: 'p' }, 'rest_cannot_create_user'],
        ['/cms/v2/users/me', { password: 'mine' }, 'rest_cannot_edit'],
        ['/cms/v2/users/me', { email: 'mine@site.test' }, 'rest_cannot_edit'],
        [`/cms/v2/users/${user.id}`, { password: 'mine' }, 'rest_cannot_edit'],
        [`/cms/v2/users/${user.id}`, { roles: ['administrator'] }, 'rest_cannot_edit_roles'],
      ];
      for (const [path, json, code] of changes) {
        assert.deepEqual(statusAndCode(await request('POST', path, json)), [403, code], JSON.stringify(json));
        if (path === ownPasswordsPath || path.endsWith('passwords')) continue;
        const { body } = await request('POST', '/batch/v1', { requests: [{ path, method: 'POST', body: json }] });
        const item = body.responses[0];
        const expected = path.endsWith('/me') ? [400, 'rest_batch_not_allowed'] : [403, code];
        assert.deepEqual([item.status, item.body.code], expected, JSON.stringify(json));
      }
      assert.equal((await request('POST', '/cms/v2/users/me', { description: 'Mine' })).status, 200);
    }
  });

  test('an expiring password cannot create webhooks that would outlive it', async () => {
    const hooks = '/octavo/v1/webhooks';
    const { id } = await site.create(hooks, { url: 'https://93.184.216.34/' });
    const { request } = await createRestricted({ expires: '2026-06-01T00:00:00' });
    const code = 'rest_cannot_manage_webhooks';
    for (const [method, path, json] of [
      ['POST', hooks, { url: 'https://93.184.216.34/' }],
      ['PATCH', `${hooks}/${id}`, { url: 'https://93.184.216.35/' }],
      ['POST', `${hooks}/${id}/secret`, {}],
    ] as const)
      assert.deepEqual(statusAndCode(await request(method, path, json)), [403, code], `${method} ${path}`);
    assert.equal((await request('GET', `${hooks}/${id}`)).status, 200);
    assert.equal((await request('POST', `${hooks}/${id}/deliveries`)).status, 201);
    assert.equal((await request('DELETE', `${hooks}/${id}`)).status, 200);
    const lasting = await createRestricted({ namespaces: ['octavo/v1'] });
    assert.equal((await lasting.request('POST', hooks, { url: 'https://93.184.216.34/' })).status, 201);
    const reading = await createRestricted({ read_only: true });
    assert.deepEqual(statusAndCode(await reading.request('POST', hooks, { url: 'https://93.184.216.34/' })), [
      403,
      'rest_application_password_read_only',
    ]);
    const elsewhere = await createRestricted({ namespaces: ['cms/v2'] });
    for (const path of [hooks, '/octavo/v1/events'])
      assert.deepEqual(statusAndCode(await elsewhere.request('GET', path)), [
        403,
        'rest_application_password_out_of_scope',
      ]);
  });
});
